/**
 * Defaults as the API server fills them in: one JSON value, the same each time, valid where it stands, and with the defaults
 * inside it filled in as well.
 *
 * The last is where zod's `.default()` differs: what it is given is the result, so the defaults of the object's own keys are not
 * applied. `.prefault()` means what Kubernetes means.
 */
import { copyJson, equalJson, type JsonValue } from "@pintle/machinery";
import { z } from "zod";
import type { SchemaWalk } from "./schema-walk.ts";

type DefaultDef = z.core.$ZodDefaultDef | z.core.$ZodPrefaultDef;

/** `isSound` is set where nothing below was refused, so that zod can be asked about the value. */
export function readDefault(def: DefaultDef, isSound: boolean, path: string, walk: SchemaWalk): JsonValue | undefined {
  const value: unknown = def.defaultValue;
  if (!isJson(value)) {
    walk.refuse(
      path,
      "the default is not plain JSON",
      "give it as it would be stored: strings, numbers, lists, objects",
    );
    return undefined;
  }
  if (value === null) {
    walk.refuse(path, "the API server takes a default of null for none", "write .nullish(), or choose another default");
    return undefined;
  }
  if (!equalJson(value, def.defaultValue as JsonValue)) {
    const remedy = "write a constant, or k8s.defaulted(…) and fill it in by admission.default";
    walk.refuse(path, "the default is another one each time, and a definition holds one value", remedy);
  }
  if (isSound) checkDefault(def, value, path, walk);
  return copyJson(value);
}

function checkDefault(def: DefaultDef, value: JsonValue, path: string, walk: SchemaWalk): void {
  const result = z.safeParse(def.innerType, value);
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = issue && issue.path.length > 0 ? ` at ${issue.path.join(".")}` : "";
    walk.refuse(path, `the default does not fit its own schema${where}: ${issue?.message}`, "give one that does");
  } else if (def.type === "default" && !equalJson(result.data as JsonValue, value)) {
    const reason = `the API server would make ${JSON.stringify(result.data)} of this default, by the defaults inside it`;
    walk.refuse(path, reason, `write .prefault(${JSON.stringify(value)}), which means the same to zod`);
  }
}

function isJson(value: unknown): value is JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== "object") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((inner) => inner === undefined || isJson(inner));
}
