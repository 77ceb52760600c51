/** `$setElementOrder/x`: the patch of list `x` is merged first, then the whole list is put in the order that is asked for. */
import { getOwn, type JsonArray, type JsonObject, type JsonValue } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { directiveTarget, elementOrderPrefix, enteringList, holdsDirective } from "./strategic-directives.ts";
import { hasSameKey, isDeleteItem, itemKind, splitByPresence } from "./strategic-items.ts";
import { lookupListField, type StrategicField } from "./strategic-lookup.ts";
import { type MergedList, type MergeItem, mergeLists } from "./strategic-merge-list.ts";
import { arrangeItems } from "./strategic-order.ts";
import { badElementOrderFormat, expectedList, expectedMap, StrategicPatchError } from "./strategic-patch-error.ts";
import { formatStrategicValue } from "./strategic-text.ts";

export interface OrderedMerge {
  /** The field that the directive is about. */
  readonly target: string;
  /** Its new list, or `undefined` where neither side has one. */
  readonly items: JsonArray | undefined;
}

export function mergeOrderedList(
  key: string,
  order: JsonValue,
  original: JsonObject,
  patch: JsonObject,
  shape: Shape,
  mergeItems: (field: StrategicField) => MergeItem,
): OrderedMerge {
  if (!Array.isArray(order)) throw expectedList(order);
  const target = directiveTarget(key, elementOrderPrefix);
  if (target === undefined) throw badElementOrderFormat();
  const live = listOrAbsent(getOwn(original, target));
  const patched = listOrAbsent(getOwn(patch, target));
  const field = lookupListField(shape, target);
  checkOrderCoversPatch(patched ?? [], order, field.mergeKey);
  if (live === undefined && patched === undefined) return { target, items: undefined };

  const merged = mergeSides(live, patched, field, mergeItems);
  const [mentioned, others] = splitByPresence(merged.items, order, field.mergeKey);
  const kind = itemKind(live ?? [], patched ?? []);
  const items = { mentioned, patchOrder: order, others, liveOrder: merged.liveOrder };
  return { target, items: arrangeItems(items, field.mergeKey, kind) };
}

function listOrAbsent(value: JsonValue | undefined): JsonArray | undefined {
  if (value === undefined || Array.isArray(value)) return value;
  throw expectedList(value);
}

function mergeSides(
  live: JsonArray | undefined,
  patched: JsonArray | undefined,
  field: StrategicField,
  mergeItems: (field: StrategicField) => MergeItem,
): MergedList {
  if (patched === undefined) return { items: live ?? [], liveOrder: live ?? [] };
  // Unlike in a field without an order, the nulls inside new items stay.
  if (live === undefined) return { items: enteringList(patched, true), liveOrder: [] };
  if (field.strategy !== "merge") return { items: patched, liveOrder: live };
  return mergeLists(live, patched, field, mergeItems(field));
}

/** The items of the patch have to stand in the order list, in the same sequence; those that are instructions do not count. */
function checkOrderCoversPatch(patched: JsonArray, order: JsonArray, mergeKey: string): void {
  if (patched.length === 0 || order.length === 0) return;
  let items = patched;
  if (mergeKey !== "") {
    for (const item of patched)
      if (typeof item !== "object" || item === null || Array.isArray(item)) throw expectedMap(item);
    items = patched.filter((item) => !isDeleteItem(item));
  }
  let next = 0;
  let place = 0;
  while (next < items.length && place < order.length) {
    const item = items[next] as JsonValue;
    if (holdsDirective(item)) {
      next += 1;
      continue;
    }
    if (hasSameKey(item, order[place] as JsonValue, mergeKey)) next += 1;
    place += 1;
  }
  if (next < items.length) {
    const [patchText, orderText] = [formatStrategicValue(patched), formatStrategicValue(order)];
    throw new StrategicPatchError(
      `The order in patch list:\n${patchText}\n doesn't match ${elementOrderPrefix} list:\n${orderText}\n`,
    );
  }
}
