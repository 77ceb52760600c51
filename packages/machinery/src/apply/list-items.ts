/** How the items of granular lists are told apart: by their keys in list-maps, by their value in sets. */

import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.ts";
import { quoteGo } from "../text/go-text.ts";
import type { KeyField, PathElement } from "./path-element.ts";
import type { TypedList } from "./typed-shape.ts";

/** The element that stands for an item, or a text that says why there is none. */
export function elementOfItem(list: TypedList, item: JsonValue): PathElement | string {
  return list.keys.length > 0 ? elementOfMapItem(list, item) : elementOfSetItem(item);
}

function elementOfSetItem(item: JsonValue): PathElement | string {
  if (typeof item !== "object") return { type: "value", value: item };
  if (item === null) return "associative list without keys has an element that's an explicit null";
  if (Array.isArray(item)) return "not supported: associative list with lists as elements";
  return "associative list without keys has an element that's a map type";
}

function elementOfMapItem(list: TypedList, item: JsonValue): PathElement | string {
  if (item === null) return "associative list with keys may not have a null element";
  if (!isJsonObject(item)) return "associative list with keys may not have non-map elements";
  const fields: KeyField[] = [];
  for (const key of list.sortedKeys) {
    const written = getOwn(item, key.name);
    const value = written === undefined ? key.default : written;
    // A key that has no default may be left out: items with and without it are different items.
    if (value !== undefined) fields.push({ name: key.name, value });
  }
  if (fields.length < list.keys.length) {
    const why = whyKeysAreMissing(list, item, fields.length);
    if (why !== undefined) return why;
  }
  return { type: "key", fields };
}

function whyKeysAreMissing(list: TypedList, item: JsonObject, found: number): string | undefined {
  if (list.items.map === undefined) {
    const name = list.keys.find((key) => getOwn(item, key) === undefined);
    return `couldn't find default value for ${name}: associative list may not have non-map types`;
  }
  if (found > 0) return undefined;
  const names = list.keys.map(quoteGo).join(" ");
  return `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`;
}
