/** What lists that are merged item by item (`k8s.listMap`, `k8s.listSet`) demand of their items. */
import { getOwn } from "@pintle/machinery";
import { itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";
import type { SchemaWalk } from "./schema-walk.ts";

export function checkListType(schema: StructuralSchema, path: string, walk: SchemaWalk): void {
  const listType = schema["x-kubernetes-list-type"];
  const items = itemsOfSchema(schema);
  if (!items || (listType !== "map" && listType !== "set")) return;
  if (items.nullable) walk.refuse(`${path}[]`, "items that are told apart cannot be null", "take .nullable() off them");
  if (listType === "set") checkSetItems(items, `${path}[]`, walk);
  else for (const key of schema["x-kubernetes-list-map-keys"] ?? []) checkKey(items, key, `${path}[]`, walk);
}

function checkSetItems({ type }: StructuralSchema, path: string, walk: SchemaWalk): void {
  if (type !== "object" && type !== "array") return;
  walk.refuse(
    path,
    `a set holds scalars, not values of type ${type}`,
    "write k8s.listMap(…) with the keys that tell items apart",
  );
}

function checkKey(items: StructuralSchema, key: string, path: string, walk: SchemaWalk): void {
  const property = getOwn(items.properties ?? {}, key);
  const at = `${path}.${key}`;
  if (!property) {
    walk.refuse(at, "the list's items have no such key", "name keys that z.object({ … }) declares");
    return;
  }
  if (property.type === "object" || property.type === "array") {
    walk.refuse(at, "a key that tells items apart is a scalar", "choose a key that holds a string, number or boolean");
  }
  if (property.nullable) walk.refuse(at, "a key that tells items apart cannot be null", "take .nullable() off it");
  if (!items.required?.includes(key) && property.default === undefined) {
    walk.refuse(at, "a key that tells items apart must be there", "take .optional() off it, or give it a .default(…)");
  }
}
