/** What a schema says of a key, of the items of a list, and of what tells these apart. */
import { getOwn } from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";

type Schema = StructuralSchema | undefined;

export function fieldSchema(schema: Schema, key: string): Schema {
  const property = schema?.properties && getOwn(schema.properties, key);
  if (property) return property;
  return typeof schema?.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

export function itemSchema(schema: Schema): Schema {
  const items = schema?.items;
  return items === undefined || Array.isArray(items) ? undefined : (items as StructuralSchema);
}

/** `undefined` for a list whose items have nothing but their places. */
export function listKeys(schema: Schema): readonly string[] | undefined {
  return schema?.["x-kubernetes-list-type"] === "map" ? schema["x-kubernetes-list-map-keys"] : undefined;
}
