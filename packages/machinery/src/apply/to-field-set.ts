/**
 * The fields that a value fills in: what a manager owns that applies it.
 *
 * Scalars, atomic lists and atomic maps are owned as a whole, items of granular lists as items and by their content. A
 * declared map is not owned itself, only what is in it, unless that is nothing; an undeclared key is owned along with
 * its content.
 */
import { isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { ElementMap } from "./element-map.ts";
import { FieldSet, type FieldSetEntry } from "./field-set.ts";
import { elementOfItem } from "./list-items.ts";
import { fieldElement, indexElement } from "./path-element.ts";
import { compileShape, kindOf, type TypedList, type TypedMap, type TypedShape } from "./typed-shape.ts";
import { isEmptyObject } from "./value-order.ts";

/** The value must be valid, but its lists may hold items twice: such an item is owned without its content. */
export function toFieldSet(value: JsonValue, shape: Shape): FieldSet {
  const content = contentOf(compileShape(shape), value);
  return content instanceof FieldSet ? content : FieldSet.empty;
}

/** What is owned below a value, or `leaf` where the value itself is what one owns. */
function contentOf(shape: TypedShape, value: JsonValue): FieldSet | "leaf" {
  switch (kindOf(shape, value)) {
    case "scalar":
      return "leaf";
    case "list":
      if (shape.list?.isAtomic) return "leaf";
      return shape.list && Array.isArray(value) ? fieldsOfList(shape.list, value) : FieldSet.empty;
    case "map":
      if (shape.map?.isAtomic) return "leaf";
      return shape.map && isJsonObject(value) ? fieldsOfMap(shape.map, value) : FieldSet.empty;
  }
}

function fieldsOfMap(map: TypedMap, object: JsonObject): FieldSet {
  const entries: FieldSetEntry[] = [];
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    const field = map.field(key);
    const content = contentOf(map.shapeOf(key), value);
    const children = content === "leaf" || content.isEmpty() ? undefined : content;
    const isMember = content === "leaf" || field === undefined || value === null || isEmptyObject(value);
    if (isMember || children) entries.push({ element: field?.element ?? fieldElement(key), isMember, children });
  }
  return FieldSet.fromEntries(entries);
}

/** Stands for items that lost their keys when fields were taken out of them: their list is not empty all the same. */
const unknownItem = indexElement(-1);

function fieldsOfList(list: TypedList, items: JsonArray): FieldSet {
  const entries: FieldSetEntry[] = [];
  const places = new ElementMap<number>();
  for (const item of items) {
    const found = elementOfItem(list, item);
    const element = typeof found === "string" ? unknownItem : found;
    const place = places.get(element);
    if (place !== undefined) {
      entries[place] = { element, isMember: true, children: undefined };
      continue;
    }
    const content = contentOf(list.items, item);
    const children = content === "leaf" || content.isEmpty() ? undefined : content;
    places.set(element, entries.length);
    entries.push({ element, isMember: true, children });
  }
  return FieldSet.fromEntries(entries);
}
