/** Whether two strategic patches say different things about the same field. */
import {
  equalJson,
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { retainKeysDirective } from "./strategic-directives.ts";
import { itemKind } from "./strategic-items.ts";
import { lookupListField, lookupMapField, type StrategicField } from "./strategic-lookup.ts";
import { withoutRepeats } from "./strategic-merge-list.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";
import { compareText, formatExpectedString, formatStrategicValue } from "./strategic-text.ts";

export function haveStrategicConflicts(left: JsonObject, right: JsonObject, shape: Shape): boolean {
  if (!haveSameDirective(left, right)) return true;
  for (const key of Object.keys(left)) {
    if (key === "$patch" || key === retainKeysDirective) continue;
    const [mine, theirs] = [left[key], getOwn(right, key)];
    if (mine !== undefined && theirs !== undefined && fieldsConflict(mine, theirs, key, shape)) return true;
  }
  return false;
}

/** A directive is about the whole map, so it agrees with nothing but the same directive. */
function haveSameDirective(left: JsonObject, right: JsonObject): boolean {
  return equalJson(getOwn(left, "$patch"), getOwn(right, "$patch"));
}

function fieldsConflict(left: JsonValue, right: JsonValue, key: string, parent: Shape): boolean {
  if (isJsonObject(left)) {
    const field = lookupMapField(parent, key);
    if (!isJsonObject(right)) return true;
    if (field.strategy === "replace") return !haveSameDirective(left, right);
    return haveStrategicConflicts(left, right, field.shape);
  }
  if (!Array.isArray(left)) return !equalJson(left, right);
  const field = lookupListField(parent, key);
  return !Array.isArray(right) || listsConflict(left, right, field);
}

function listsConflict(left: JsonArray, right: JsonArray, field: StrategicField): boolean {
  const kind = itemKind(left, right);
  if (field.strategy === "merge") {
    // Both sides of a merged list of scalars get what they ask for.
    return kind === "map" && keyedItemsConflict(left as JsonObject[], right as JsonObject[], field);
  }
  if (left.length !== right.length) return true;
  if (kind === "scalar") {
    // Upstream lets a list with repeated items pass for a shorter one, and then compares no further than that.
    const theirs = sortedOnce(right);
    return sortedOnce(left).some((item, index) => !equalJson(item, theirs[index]));
  }
  return left.some((item, index) =>
    haveStrategicConflicts(item as JsonObject, right[index] as JsonObject, field.shape),
  );
}

function keyedItemsConflict(left: JsonObject[], right: JsonObject[], field: StrategicField): boolean {
  const mine = byMergeKey(left, field.mergeKey);
  const theirs = byMergeKey(right, field.mergeKey);
  for (const [key, item] of mine) {
    const other = theirs.get(key);
    if (other !== undefined && haveStrategicConflicts(item, other, field.shape)) return true;
  }
  return false;
}

function byMergeKey(items: JsonObject[], mergeKey: string): Map<string, JsonObject> {
  const byKey = new Map<string, JsonObject>();
  for (const item of items) {
    const value = getOwn(item, mergeKey);
    if (value === undefined) {
      const text = formatStrategicValue(item);
      throw new StrategicPatchError(`cannot find merge key \`${mergeKey}\` in merging list element:${text}`);
    }
    byKey.set(formatExpectedString(value), item);
  }
  return byKey;
}

function sortedOnce(list: JsonArray): JsonArray {
  return [...withoutRepeats(list)].sort((left, right) =>
    compareText(formatStrategicValue(left), formatStrategicValue(right)),
  );
}
