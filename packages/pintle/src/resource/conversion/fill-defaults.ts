/**
 * Defaults of a schema, filled in where a key is absent. The API server does so with what it is sent and what it has stored, but not with what
 * conversions give: without this, a version read by conversion would lack what its readers rely on.
 */
import { copyJson, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";
import { fieldSchema, itemSchema } from "./schema-parts.ts";

/** A value of one's own: nothing in it is changed but the parts that lack something. */
export function fillDefaults(value: JsonValue, schema: StructuralSchema | undefined): JsonValue {
  if (schema === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const item = itemSchema(schema);
    return item ? value.map((each) => fillDefaults(each, item)) : value;
  }
  return isJsonObject(value) ? fillObject(value, schema) : value;
}

function fillObject(value: JsonObject, schema: StructuralSchema): JsonObject {
  const filled: JsonObject = { ...value };
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (property.default !== undefined && getOwn(filled, key) === undefined) {
      setOwn(filled, key, copyJson(property.default));
    }
  }
  for (const key of Object.keys(filled)) {
    const inner = getOwn(filled, key);
    if (inner !== undefined) setOwn(filled, key, fillDefaults(inner, fieldSchema(schema, key)));
  }
  return filled;
}
