/**
 * The order of a merged list, which is neither side's alone.
 *
 * Items that both sides have come in the right side's order. Items that only one side has stay behind the item they
 * followed there; where both sides have such items at the same place, the left side's come first.
 *
 * ```text
 *   left     a  b  c  d
 *   right    a  x  d  c
 *   merged   a  b  x  d  c
 * ```
 */
import type { JsonArray, JsonValue } from "../json/json-value.ts";
import { ElementMap } from "./element-map.ts";
import { elementOfItem } from "./list-items.ts";
import { equalPathElements, type PathElement } from "./path-element.ts";
import type { TypedList } from "./typed-shape.ts";

/** Gives the left list itself if nothing changes. `mergeItem` is called for the items that both sides have. */
export function mergeLists(
  list: TypedList,
  left: JsonArray,
  right: JsonArray,
  mergeItem: (left: JsonValue, right: JsonValue) => JsonValue,
): JsonArray {
  if (right.length === 0) return left;
  if (left.length === 0) return right;
  const leftSide = indexItems(list, left);
  const rightSide = indexItems(list, right);
  const shared = rightSide.elements.filter((element) => leftSide.byElement.has(element));
  const taken = new ElementMap<true>();
  const merged: JsonArray = [];
  let leftAt = 0;
  let rightAt = 0;
  let sharedAt = 0;

  function takeRight(element: PathElement): void {
    const leftItem = leftSide.byElement.get(element);
    const rightItem = rightSide.byElement.get(element) as JsonValue;
    taken.set(element, true);
    merged.push(leftItem === undefined ? rightItem : mergeItem(leftItem, rightItem));
    rightAt += 1;
  }

  while (leftAt < leftSide.elements.length || rightAt < rightSide.elements.length) {
    const leftElement = leftSide.elements[leftAt];
    const rightElement = rightSide.elements[rightAt];
    const nextShared = shared[sharedAt];
    if (leftElement !== undefined) {
      if (rightElement !== undefined && equalPathElements(leftElement, rightElement)) {
        takeRight(rightElement);
        leftAt += 1;
        sharedAt += 1;
        continue;
      }
      if (!rightSide.byElement.has(leftElement)) {
        merged.push(leftSide.items[leftAt] as JsonValue);
        leftAt += 1;
        continue;
      }
      // The right side decides when a shared item comes; here it comes later, or has been taken.
      const isNext = nextShared === undefined || equalPathElements(nextShared, leftElement);
      if (rightElement !== undefined && !isNext) {
        leftAt += 1;
        continue;
      }
      if (taken.has(leftElement)) leftAt += 1;
    }
    if (rightElement !== undefined) {
      takeRight(rightElement);
      if (nextShared !== undefined && equalPathElements(nextShared, rightElement)) sharedAt += 1;
    }
  }
  const isSame = merged.length === left.length && merged.every((item, index) => item === left[index]);
  return isSame ? left : merged;
}

interface Side {
  /** In the list's order, with repetitions. */
  readonly elements: PathElement[];
  readonly items: JsonArray;
  readonly byElement: ElementMap<JsonValue>;
}

function indexItems(list: TypedList, items: JsonArray): Side {
  const side: Side = { elements: [], items: [], byElement: new ElementMap() };
  for (const item of items) {
    const element = elementOfItem(list, item);
    if (typeof element === "string") continue;
    // What is there twice cannot be merged with: the right side's item replaces all of them.
    side.byElement.set(element, side.byElement.has(element) ? null : item);
    side.elements.push(element);
    side.items.push(item);
  }
  return side;
}
