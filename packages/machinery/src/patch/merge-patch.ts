/**
 * Applies a JSON Merge Patch (RFC 7396): objects merge, `null` deletes, everything else replaces.
 *
 * The one departure from the RFC is the API server's: nulls do not survive in objects inside of arrays either, so that
 * `containers: [{ name: "a", image: null }]` stores no null. What a patch does not touch is shared with the original.
 */
import { getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "../json/json-value.ts";

/** The patched document, which is the original itself where the patch changes nothing. */
export function applyMergePatch(document: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch) || !isJsonObject(document)) return withoutNulls(patch);
  let merged: JsonObject | undefined;
  for (const key of Object.keys(patch)) {
    const before = getOwn(document, key);
    const change = getOwn(patch, key);
    if (change === undefined) continue;
    const after = change === null ? undefined : applyMergePatch(before ?? null, change);
    if (after === before) continue;
    merged ??= { ...document };
    if (after === undefined) delete merged[key];
    else setOwn(merged, key, after);
  }
  return merged ?? document;
}

/** The value without the keys that hold null, at any depth; items of arrays keep their places, null or not. */
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept: JsonObject = {};
  for (const key of Object.keys(value)) {
    const inner = getOwn(value, key);
    if (inner !== undefined && inner !== null) setOwn(kept, key, withoutNulls(inner));
  }
  return kept;
}
