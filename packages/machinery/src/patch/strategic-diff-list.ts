/** The patch between two lists that are merged: maps by their merge key, scalars by value. */
import { equalJson, getOwn, type JsonArray, type JsonObject, type JsonValue, setOwn } from "../json/json-value.ts";
import { hasSameKey, itemKind, mergeKeyValue } from "./strategic-items.ts";
import { withoutRepeats } from "./strategic-merge-list.ts";
import { sortItems } from "./strategic-order.ts";
import { compareText, formatStrategicValue } from "./strategic-text.ts";

/** Which differences a patch is to hold. */
export interface StrategicDiffScope {
  readonly hasChanges: boolean;
  readonly hasDeletions: boolean;
  /** Whether lists that are merged get a `$setElementOrder`. */
  readonly hasOrder: boolean;
}

export interface ListDiff {
  readonly changes: JsonArray;
  /** Scalars to delete; maps are deleted by a directive among the changes. */
  readonly deletions: JsonArray;
  readonly order: JsonArray;
}

type DiffItem = (before: JsonObject, after: JsonObject) => JsonObject;

export function diffLists(
  before: JsonArray,
  after: JsonArray,
  mergeKey: string,
  scope: StrategicDiffScope,
  diffItem: DiffItem,
): ListDiff {
  if (before.length === 0) return { changes: scope.hasChanges ? after : [], deletions: [], order: [] };
  if (itemKind(before, after) === "scalar") return diffScalars(before, after, mergeKey, scope);
  return diffMapItems(before as JsonObject[], after as JsonObject[], mergeKey, scope, diffItem);
}

function diffScalars(before: JsonArray, after: JsonArray, mergeKey: string, scope: StrategicDiffScope): ListDiff {
  const sortedBefore = sortByText(before, (item) => item);
  const added: JsonArray = [];
  const removed: JsonArray = [];
  pairUp(
    sortedBefore,
    sortByText(after, (item) => item),
    {
      onRemoved: (item) => removed.push(item),
      onAdded: (item) => added.push(item),
    },
  );
  const changes = scope.hasChanges ? sortItems(added, after, mergeKey, "scalar") : [];
  const deletions = scope.hasDeletions ? withoutRepeats(removed) : [];
  // Upstream compares with the sorted list, so that a list which is not sorted gets an order even when it is unchanged.
  const isOrdered = equalJson(
    sortedBefore.map(({ item }) => item),
    after,
  );
  const needsOrder = deletions.length > 0 || (scope.hasChanges && !isOrdered);
  return { changes, deletions, order: scope.hasOrder && needsOrder ? after : [] };
}

function diffMapItems(
  before: JsonObject[],
  after: JsonObject[],
  mergeKey: string,
  scope: StrategicDiffScope,
  diffItem: DiffItem,
): ListDiff {
  const changed: JsonArray = [];
  const deletes: JsonArray = [];
  const keyOf = (item: JsonObject) => getOwn(item, mergeKey) ?? null;
  pairUp(sortByText(before, keyOf), sortByText(after, keyOf), {
    onNext: (item) => mergeKeyValue(item, mergeKey),
    onRemoved: (item) => {
      if (scope.hasDeletions) deletes.push(keyOnly(item, mergeKey, { $patch: "delete" }));
    },
    onAdded: (item) => {
      if (scope.hasChanges) changed.push(item);
    },
    onBoth: (left, right) => {
      const patch = diffItem(left, right);
      if (Object.keys(patch).length === 0) return;
      setOwn(patch, mergeKey, mergeKeyValue(right, mergeKey));
      changed.push(patch);
    },
  });
  const isSameOrder =
    before.length === after.length && after.every((item, place) => hasSameKey(before[place] ?? null, item, mergeKey));
  const changes = [...sortItems(changed, after, mergeKey, "map"), ...deletes];
  const needsOrder = changes.length > 0 || (scope.hasChanges && !isSameOrder);
  const order = scope.hasOrder && needsOrder ? after.map((item) => keyOnly(item, mergeKey, {})) : [];
  return { changes, deletions: [], order };
}

function keyOnly(item: JsonObject, mergeKey: string, rest: JsonObject): JsonObject {
  const only: JsonObject = {};
  setOwn(only, mergeKey, mergeKeyValue(item, mergeKey));
  return Object.assign(only, rest);
}

interface TextItem<Item> {
  readonly item: Item;
  /** Items are the same when their texts are: the number 80 and the string "80" are. */
  readonly text: string;
}

interface PairVisitor<Item> {
  /** Called when an item is the next on its side, before it is compared. */
  onNext?(item: Item): void;
  onRemoved(item: Item): void;
  onAdded(item: Item): void;
  onBoth?(before: Item, after: Item): void;
}

/** Walks two sorted lists side by side. Of repeated items the first pairs with the first, and so on. */
function pairUp<Item>(before: TextItem<Item>[], after: TextItem<Item>[], visitor: PairVisitor<Item>): void {
  let [nextLeft, nextRight] = [0, 0];
  while (true) {
    const left = before[nextLeft];
    const right = after[nextRight];
    if (left !== undefined) visitor.onNext?.(left.item);
    if (right !== undefined) visitor.onNext?.(right.item);
    if (left !== undefined && left.text === right?.text) {
      visitor.onBoth?.(left.item, right.item);
      nextLeft += 1;
      nextRight += 1;
    } else if (right !== undefined && (left === undefined || compareText(left.text, right.text) > 0)) {
      visitor.onAdded(right.item);
      nextRight += 1;
    } else if (left !== undefined) {
      visitor.onRemoved(left.item);
      nextLeft += 1;
    } else return;
  }
}

/**
 * Sorted by text, repeated ones in reverse: that is what upstream's sort makes of them in lists of up to twelve items.
 * Beyond that its sort mixes them up, and any order is as good as another.
 */
function sortByText<Item extends JsonValue>(items: Item[], keyOf: (item: Item) => JsonValue): TextItem<Item>[] {
  const texts = items.map((item) => ({ item, text: formatStrategicValue(keyOf(item)) }));
  return texts.reverse().sort((left, right) => compareText(left.text, right.text));
}
