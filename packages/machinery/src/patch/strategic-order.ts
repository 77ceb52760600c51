/**
 * The order of a merged list: the patch decides about the items that it mentions, the live list about the others, and the
 * two are interleaved so that a live item stays in front of the mentioned items that it preceded.
 *
 * ```text
 *   live     a b c d        the patch mentions d b
 *   others   a   c          ┐
 *   mentioned    d b        ┘ a c d b
 * ```
 */
import type { JsonArray, JsonValue } from "../json/json-value.ts";
import { type ItemKey, isDeleteItem, mapKey, placesOf, scalarKey } from "./strategic-items.ts";

export interface MergedItems {
  /** Items that the patch mentions, and the order which it asks for. */
  readonly mentioned: JsonArray;
  readonly patchOrder: JsonArray;
  /** Items that only the live list has, and the live list. */
  readonly others: JsonArray;
  readonly liveOrder: JsonArray;
}

type PlaceOf = (key: ItemKey) => number;
type KeyOf = (item: JsonValue) => ItemKey;

export function arrangeItems(items: MergedItems, mergeKey: string, kind: "map" | "scalar"): JsonArray {
  const keyOf = keyReader(mergeKey, kind);
  const mentioned = sortItems(items.mentioned, items.patchOrder, mergeKey, kind);
  const live = placesOf(items.liveOrder.map(keyOf));
  const others = sortByPlace(items.others, live, keyOf, kind);
  return interleave(others, mentioned, (item) => live(keyOf(item)));
}

/** The items in the order of another list, those with a delete directive last. */
export function sortItems(items: JsonArray, order: JsonArray, mergeKey: string, kind: "map" | "scalar"): JsonArray {
  const keyOf = keyReader(mergeKey, kind);
  return sortByPlace(items, placesOf(order.map(keyOf)), keyOf, kind);
}

function keyReader(mergeKey: string, kind: "map" | "scalar"): KeyOf {
  return kind === "map" ? (item) => mapKey(item, mergeKey) : scalarKey;
}

function sortByPlace(items: JsonArray, placeOf: PlaceOf, keyOf: KeyOf, kind: "map" | "scalar"): JsonArray {
  if (isInOrder(items, placeOf, keyOf)) return items;
  const deletes = kind === "map" ? items.filter(isDeleteItem) : [];
  const kept = deletes.length === 0 ? items : items.filter((item) => !isDeleteItem(item));
  const ranked = kept.map((item) => ({ item, place: placeOf(keyOf(item)) }));
  if (ranked.every(({ place }) => place >= 0) || ranked.length > longestInsertion) {
    ranked.sort((left, right) => left.place - right.place);
  } else insertInTurn(ranked);
  return [...ranked.map(({ item }) => item), ...deletes];
}

/** The usual case, which needs no copy. */
function isInOrder(items: JsonArray, placeOf: PlaceOf, keyOf: KeyOf): boolean {
  let last = 0;
  for (const item of items) {
    const place = placeOf(keyOf(item));
    if (place < last || isDeleteItem(item)) return false;
    last = place;
  }
  return true;
}

/**
 * Items that the order does not know end up where upstream's insertion sort leaves them: it takes them to be smaller than
 * everything, and everything to be smaller than them. Longer lists have no such rule to follow upstream either.
 */
const longestInsertion = 20;

function insertInTurn(ranked: { item: JsonValue; place: number }[]): void {
  for (let next = 1; next < ranked.length; next += 1) {
    const [entry] = ranked.splice(next, 1);
    if (entry === undefined) return;
    let slot = next;
    while (slot > 0 && goesBefore(entry.place, ranked[slot - 1]?.place ?? -1)) slot -= 1;
    ranked.splice(slot, 0, entry);
  }
}

function goesBefore(place: number, other: number): boolean {
  return place < 0 || other < 0 || place < other;
}

function interleave(others: JsonArray, mentioned: JsonArray, livePlace: (item: JsonValue) => number) {
  if (others.length === 0) return mentioned;
  if (mentioned.length === 0) return others;
  const all: JsonArray = [];
  let next = 0;
  for (const item of mentioned) {
    const place = livePlace(item);
    while (place >= 0 && next < others.length) {
      const other = others[next] as JsonValue;
      const otherPlace = livePlace(other);
      if (otherPlace < 0 || otherPlace >= place) break;
      all.push(other);
      next += 1;
    }
    all.push(item);
  }
  return [...all, ...others.slice(next)];
}
