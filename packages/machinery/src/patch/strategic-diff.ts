/**
 * The strategic merge patch that leads from one object to another: what `kubectl edit` sends, and the first half of
 * `kubectl apply`. It is upstream's patch to the letter, `$setElementOrder` and `$retainKeys` included.
 */
import {
  equalJson,
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  setOwn,
} from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { diffLists, type StrategicDiffScope } from "./strategic-diff-list.ts";
import { deletionListPrefix, elementOrderPrefix, retainKeysDirective } from "./strategic-directives.ts";
import { lookupListField, lookupMapField, type StrategicField, UndescribedFieldError } from "./strategic-lookup.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";
import { compareText } from "./strategic-text.ts";

/** The patch that turns `original` into `modified` when it is merged into `original`. Empty where they are the same. */
export function createTwoWayStrategicPatch(original: JsonObject, modified: JsonObject, shape: Shape): JsonObject {
  return diffStrategic(original, modified, shape, { hasChanges: true, hasDeletions: true, hasOrder: true });
}

export function diffStrategic(
  original: JsonObject,
  modified: JsonObject,
  shape: Shape,
  scope: StrategicDiffScope,
): JsonObject {
  return diffMaps(original, modified, shape, scope, false);
}

function diffMaps(
  original: JsonObject,
  modified: JsonObject,
  shape: Shape,
  scope: StrategicDiffScope,
  retainsKeys: boolean,
): JsonObject {
  const patch: JsonObject = {};
  for (const key of Object.keys(modified)) {
    const before = getOwn(original, key);
    const after = modified[key];
    if (after === undefined) continue;
    if (before === undefined) {
      if (scope.hasChanges) setOwn(patch, key, after);
    } else if (key === "$patch") diffDirective(before, after, patch);
    else diffField(key, before, after, patch, shape, scope);
  }
  const deletions = Object.keys(original).filter(
    (key) => original[key] !== undefined && getOwn(modified, key) === undefined,
  );
  if (scope.hasDeletions) for (const key of deletions) setOwn(patch, key, null);
  if (retainsKeys)
    addRetainedKeys(
      patch,
      modified,
      deletions.some((key) => original[key] !== null),
    );
  return patch;
}

function addRetainedKeys(patch: JsonObject, modified: JsonObject, hasDeletions: boolean): void {
  if (Object.keys(patch).length === 0 && !hasDeletions) return;
  const retained = Object.keys(modified).filter((key) => (modified[key] ?? null) !== null);
  if (retained.length > 0) patch[retainKeysDirective] = retained.sort(compareText);
}

function diffDirective(before: JsonValue, after: JsonValue, patch: JsonObject): void {
  if (typeof before !== "string" || typeof after !== "string") {
    throw new StrategicPatchError("invalid value for special key: $patch");
  }
  if (before !== after) patch.$patch = after;
}

function diffField(
  key: string,
  before: JsonValue,
  after: JsonValue,
  patch: JsonObject,
  parent: Shape,
  scope: StrategicDiffScope,
): void {
  if (isJsonObject(before) && isJsonObject(after)) {
    const field = knownField(lookupMapField, parent, key, before, after);
    if (field !== undefined) diffMapField(key, before, after, patch, field, scope);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    const field = knownField(lookupListField, parent, key, before, after);
    if (field !== undefined) diffListField(key, before, after, patch, field, scope);
  } else if (scope.hasChanges && !equalJson(before, after)) setOwn(patch, key, after);
}

/** A field that nobody described is fine as long as there is nothing to say about it. */
function knownField(
  lookup: (parent: Shape, key: string) => StrategicField,
  parent: Shape,
  key: string,
  before: JsonValue,
  after: JsonValue,
): StrategicField | undefined {
  try {
    return lookup(parent, key);
  } catch (error) {
    if (error instanceof UndescribedFieldError && equalJson(before, after)) return undefined;
    throw error;
  }
}

function diffMapField(
  key: string,
  before: JsonObject,
  after: JsonObject,
  patch: JsonObject,
  field: StrategicField,
  scope: StrategicDiffScope,
): void {
  if (field.strategy === "replace") {
    // Upstream sends such a map again even when it is unchanged.
    if (scope.hasChanges) setOwn(patch, key, after);
    return;
  }
  const inner = diffMaps(before, after, field.shape, scope, field.retainKeys);
  if (Object.keys(inner).length > 0) setOwn(patch, key, inner);
}

function diffListField(
  key: string,
  before: JsonArray,
  after: JsonArray,
  patch: JsonObject,
  field: StrategicField,
  scope: StrategicDiffScope,
): void {
  if (field.strategy !== "merge") {
    if (scope.hasChanges && !equalJson(before, after)) setOwn(patch, key, after);
    return;
  }
  const { changes, deletions, order } = diffLists(before, after, field.mergeKey, scope, (left, right) =>
    diffMaps(left, right, field.shape, scope, field.retainKeys),
  );
  if (changes.length > 0) setOwn(patch, key, changes);
  if (deletions.length > 0) setOwn(patch, `${deletionListPrefix}/${key}`, deletions);
  if (order.length > 0) setOwn(patch, `${elementOrderPrefix}/${key}`, order);
}
