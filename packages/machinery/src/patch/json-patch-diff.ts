/**
 * The JSON Patch that turns one document into another: applied to the first, it gives exactly the second.
 *
 * Objects are compared key by key. In arrays, items that stayed keep their place, as far as a bounded search finds them;
 * between two of those, items are paired by position, so that a changed field of a container is one `replace` deep inside.
 * The patch never has more operations than the API server accepts; a document that differs that much is replaced whole.
 */
import {
  equalJson,
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../json/json-value.ts";
import { findCommonItems } from "./common-items.ts";
import { type JsonPatchOperation, maxJsonPatchOperations } from "./json-patch-operation.ts";
import { escapeJsonPointerKey } from "./json-pointer.ts";

export function createJsonPatch(from: JsonValue, to: JsonValue): JsonPatchOperation[] {
  const patch: JsonPatchOperation[] = [];
  diffValues(from, to, "", patch);
  return patch.length > maxJsonPatchOperations ? [{ op: "replace", path: "", value: to }] : patch;
}

function diffValues(from: JsonValue, to: JsonValue, path: string, patch: JsonPatchOperation[]): void {
  if (from === to) return;
  if (isJsonObject(from) && isJsonObject(to)) diffObjects(from, to, path, patch);
  else if (Array.isArray(from) && Array.isArray(to)) diffArrays(from, to, path, patch);
  else if (!equalJson(from, to)) patch.push({ op: "replace", path, value: to });
}

function diffObjects(from: JsonObject, to: JsonObject, path: string, patch: JsonPatchOperation[]): void {
  for (const key of Object.keys(from)) {
    const before = getOwn(from, key);
    if (before === undefined) continue;
    const after = getOwn(to, key);
    const keyPath = `${path}/${escapeJsonPointerKey(key)}`;
    if (after === undefined) patch.push({ op: "remove", path: keyPath });
    else diffValues(before, after, keyPath, patch);
  }
  for (const key of Object.keys(to)) {
    const value = getOwn(to, key);
    if (value === undefined || getOwn(from, key) !== undefined) continue;
    patch.push({ op: "add", path: `${path}/${escapeJsonPointerKey(key)}`, value });
  }
}

/** Works from left to right, so everything before `index` is already as it shall be and indexes are those of `to`. */
function diffArrays(from: JsonArray, to: JsonArray, path: string, patch: JsonPatchOperation[]): void {
  let before = 0;
  let index = 0;
  for (const common of [...findCommonItems(from, to, equalJson), { from: from.length, to: to.length, count: 0 }]) {
    for (; before < common.from && index < common.to; before++, index++) {
      diffValues(from[before] as JsonValue, to[index] as JsonValue, `${path}/${index}`, patch);
    }
    for (; before < common.from; before++) patch.push({ op: "remove", path: `${path}/${index}` });
    for (; index < common.to; index++)
      patch.push({ op: "add", path: `${path}/${index}`, value: to[index] as JsonValue });
    before += common.count;
    index += common.count;
  }
}
