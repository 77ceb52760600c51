/** Conditions of objects, as the cells of a Table ask for them. */
import type { JsonObject } from "@pintle/machinery";
import { objectsAt, textAt } from "../builtin/json-fields.ts";

/** The first condition of a type decides, should there be more. */
export function conditionOf(object: JsonObject, type: string, path = "status.conditions"): JsonObject | undefined {
  return objectsAt(object, path).find((condition) => textAt(condition, "type") === type);
}

export function isConditionMet(object: JsonObject, type: string): boolean {
  const condition = conditionOf(object, type);
  return condition !== undefined && textAt(condition, "status") === "True";
}
