/**
 * JSON Merge Patches that make one document into another, from two versions of it or from three.
 *
 * A merge patch cannot say "set to null": a null in the wanted document asks for the key to be absent, as RFC 7396 has it.
 */
import { equalJson, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "../json/json-value.ts";
import { applyMergePatch } from "./merge-patch.ts";

/** The patch that turns `from` into `to`: `{}` where two objects are alike, and `to` itself where one is no object. */
export function createMergePatch(from: JsonValue, to: JsonValue): JsonValue {
  return isJsonObject(from) && isJsonObject(to) ? diffObjects(from, to) : to;
}

/**
 * The patch that `kubectl apply` sends for kinds without a strategic merge: `original` is what was applied last time,
 * `modified` what is to be applied, `current` what the server has.
 *
 * Deletes what the user has dropped since last time and sets what differs from the server; what others have added stays.
 */
export function createThreeWayMergePatch(original: JsonObject, modified: JsonObject, current: JsonObject): JsonObject {
  const deletions = keepInPatch(diffObjects(original, modified), "deletions");
  const changes = keepInPatch(diffObjects(current, modified), "changes");
  // A key cannot be both: one means that `modified` has it, the other that it does not. So the order does not matter.
  return applyMergePatch(deletions, changes) as JsonObject;
}

function diffObjects(from: JsonObject, to: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const key of Object.keys(to)) {
    const before = getOwn(from, key);
    const after = getOwn(to, key);
    if (after === undefined || before === after) continue;
    if (before !== undefined && isJsonObject(before) && isJsonObject(after)) {
      const inner = diffObjects(before, after);
      if (Object.keys(inner).length > 0) setOwn(patch, key, inner);
    } else if (!equalJson(before, after)) setOwn(patch, key, after);
  }
  for (const key of Object.keys(from)) {
    if (getOwn(from, key) !== undefined && getOwn(to, key) === undefined) setOwn(patch, key, null);
  }
  return patch;
}

/** The deletions of a patch alone, or all the rest. An object that loses everything that way says nothing and goes too. */
function keepInPatch(patch: JsonObject, kept: "deletions" | "changes"): JsonObject {
  const result: JsonObject = {};
  for (const key of Object.keys(patch)) {
    const change = getOwn(patch, key);
    if (change === undefined) continue;
    if (isJsonObject(change) && Object.keys(change).length > 0) {
      const inner = keepInPatch(change, kept);
      if (Object.keys(inner).length > 0) setOwn(result, key, inner);
    } else if ((change === null) === (kept === "deletions")) setOwn(result, key, change);
  }
  return result;
}
