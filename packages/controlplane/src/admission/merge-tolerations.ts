/** Tolerations of two who do not know of each other, without those that another one makes needless. */
import { equalJson, type JsonObject } from "@pintle/machinery";
import { numberAt, textAt } from "../builtin/json-fields.ts";

export function mergeTolerations(all: readonly JsonObject[]): readonly JsonObject[] {
  const merged: JsonObject[] = [];
  for (const [index, toleration] of all.entries()) {
    const isCovered =
      merged.some((other) => covers(other, toleration)) ||
      // Of two that are equal the first stays.
      all.slice(index + 1).some((other) => !equalJson(other, toleration) && covers(other, toleration));
    if (!isCovered) merged.push(toleration);
  }
  return merged;
}

/** Whether everything that one tolerates is tolerated by the wider one, too. */
function covers(wider: JsonObject, toleration: JsonObject): boolean {
  if (equalJson(wider, toleration)) return true;
  const [key, operator, effect] = ["key", "operator", "effect"].map((field) => textAt(wider, field));
  if (textAt(toleration, "key") !== key && !(key === "" && operator === "Exists")) return false;
  if (textAt(toleration, "effect") !== effect && effect !== "") return false;
  const seconds = numberAt(wider, "tolerationSeconds");
  if (effect === "NoExecute" && seconds !== undefined) {
    const own = numberAt(toleration, "tolerationSeconds");
    if (own === undefined || own > seconds) return false;
  }
  if (operator === "Exists") return true;
  if (operator !== "Equal" && operator !== "") return false;
  return textAt(toleration, "operator") === operator && textAt(toleration, "value") === textAt(wider, "value");
}
