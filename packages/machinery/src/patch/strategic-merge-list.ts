/** Merging a patch into a list: maps by their merge key, scalars by value, with `$patch` and `$deleteFromPrimitiveList`. */
import { getOwn, type JsonArray, type JsonObject, type JsonValue } from "../json/json-value.ts";
import {
  type ItemKey,
  itemKind,
  keyOrMissing,
  mapKey,
  placesOf,
  scalarKey,
  splitByPresence,
} from "./strategic-items.ts";
import { kindName, type StrategicField } from "./strategic-lookup.ts";
import { arrangeItems, sortItems } from "./strategic-order.ts";
import { expectedMap, StrategicPatchError, unknownDirective } from "./strategic-patch-error.ts";

export interface MergedList {
  readonly items: JsonArray;
  /**
   * The live list as a `$setElementOrder` beside this patch sees it. That is upstream's own array after the merge has worked
   * in it: what the patch deleted is gone, and what it added has taken the freed places.
   */
  readonly liveOrder: JsonArray;
}

export type MergeItem = (original: JsonObject, patch: JsonObject) => JsonObject;

export function mergeLists(
  original: JsonArray,
  patch: JsonArray,
  field: StrategicField,
  mergeItem: MergeItem,
): MergedList {
  if (original.length === 0 && patch.length === 0) return { items: original, liveOrder: original };
  if (itemKind(original, patch) === "scalar") return mergeScalars(original, patch, field.mergeKey);
  if (field.mergeKey === "") {
    throw new StrategicPatchError(`cannot merge lists without merge key for ${kindName(field.shape)}`);
  }
  return mergeMapItems(original as JsonObject[], patch as JsonObject[], field.mergeKey, mergeItem);
}

/** The list without the scalars of the deletion list. */
export function deleteScalars(original: JsonArray, deletions: JsonArray): JsonArray {
  const deleted = new Set(deletions.map(scalarKey));
  return original.filter((item) => !deleted.has(scalarKey(item)));
}

function mergeScalars(original: JsonArray, patch: JsonArray, mergeKey: string): MergedList {
  if (mergeKey !== "") throw expectedMap(original[0] ?? patch[0] ?? null);
  if (patch.length === 0) {
    const items = withoutRepeats(original);
    return { items, liveOrder: items };
  }
  const mentioned = firstOfEach(patch);
  const [, others] = splitByPresence(firstOfEach(original), patch, "");
  const items = arrangeItems({ mentioned, patchOrder: patch, others, liveOrder: original }, "", "scalar");
  return { items, liveOrder: original };
}

function firstOfEach(list: JsonArray): JsonArray {
  const seen = new Set<ItemKey>();
  return list.filter((item) => seen.size < seen.add(scalarKey(item)).size);
}

/** Longer lists with repeated scalars would take quadratic time to treat as upstream does. */
const longestRepetition = 1_000;

/** Upstream fills the place of a repeated scalar with the last one of the list, and people see the order that this leaves. */
export function withoutRepeats(list: JsonArray): JsonArray {
  const left = new Map<ItemKey, number>();
  for (const item of list) left.set(scalarKey(item), (left.get(scalarKey(item)) ?? 0) + 1);
  if (left.size === list.length) return list;
  if (list.length > longestRepetition) return firstOfEach(list);
  const items = [...list];
  for (let index = 0; index < items.length; index += 1) {
    const key = scalarKey(items[index] as JsonValue);
    for (let other = index + 1; other < items.length && (left.get(key) ?? 0) > 1; ) {
      if (scalarKey(items[other] as JsonValue) !== key) {
        other += 1;
        continue;
      }
      left.set(key, (left.get(key) ?? 0) - 1);
      const last = items.pop() as JsonValue;
      if (other < items.length) items[other] = last;
    }
  }
  return items;
}

function mergeMapItems(
  original: JsonObject[],
  patch: JsonObject[],
  mergeKey: string,
  mergeItem: MergeItem,
): MergedList {
  const { deleted, plain, isReplacement } = readDirectives(patch, mergeKey);
  const kept = deleted.size === 0 ? original : original.filter((item) => !deleted.has(keyOrMissing(item, mergeKey)));
  if (isReplacement) {
    for (const item of plain) mapKey(item, mergeKey);
    return { items: sortItems(plain, plain, mergeKey, "map"), liveOrder: kept };
  }
  const merged = mergeByKey(kept, plain, mergeKey, mergeItem);
  const [mentioned, others] = splitByPresence(merged, plain, mergeKey);
  const freed = original.length - kept.length;
  return {
    items: arrangeItems({ mentioned, patchOrder: plain, others, liveOrder: kept }, mergeKey, "map"),
    liveOrder: freed === 0 ? original : [...kept, ...merged.slice(kept.length, kept.length + freed)],
  };
}

function readDirectives(patch: JsonObject[], mergeKey: string) {
  const deleted = new Set<ItemKey | undefined>();
  const plain: JsonObject[] = [];
  let isReplacement = false;
  for (const item of patch) {
    const directive = getOwn(item, "$patch");
    if (directive === undefined) plain.push(item);
    else if (directive === "delete") deleted.add(mapKey(item, mergeKey));
    else if (directive === "replace") isReplacement = true;
    else if (directive === "merge") {
      throw new StrategicPatchError("merging lists cannot yet be specified in the patch");
    } else throw unknownDirective(directive, item);
  }
  return { deleted, plain, isReplacement };
}

/** The live items, the patched ones merged in their places, and the new ones after them. */
function mergeByKey(live: JsonObject[], patch: JsonObject[], mergeKey: string, mergeItem: MergeItem): JsonObject[] {
  const merged = [...live];
  const livePlace = placesOf(live.map((item) => keyOrMissing(item, mergeKey)));
  // What the patch has added or taken away so far: a further item with the same key is about that.
  const places = new Map<ItemKey, number>();
  for (const item of patch) {
    const key = mapKey(item, mergeKey);
    const place = places.get(key) ?? livePlace(key);
    const found = merged[place];
    const result = found === undefined ? item : mergeItem(found, item);
    if (found === undefined) places.set(key, merged.length);
    else if (getOwn(result, mergeKey) === undefined) places.set(key, -1);
    merged[found === undefined ? merged.length : place] = result;
  }
  return merged;
}
