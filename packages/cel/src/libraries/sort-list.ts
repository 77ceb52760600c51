/** Sorts as cel-go does: a list by keys of one comparable type, one key per item. */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelValue } from "../values/cel-value.ts";
import { compareValues } from "../values/compare-values.ts";
import { runtimeTypeName, typeOf } from "../values/type-of.ts";

type List = readonly CelValue[];

/** Up to this length Go sorts by insertion, which shows where a key is NaN and has no place in any order. */
const maxInsertionLength = 12;

export function sortByKeys(list: List, keys: List): List {
  if (list.length !== keys.length) {
    throw new CelEvaluationError(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${list.length} ` +
        `and ${keys.length} elements respectively`,
    );
  }
  const [first] = keys;
  if (first === undefined) return list;
  refuseMixedTypes(first, keys);
  const places = keys.map((_, index) => index);
  const order = (left: number, right: number) => compareKeys(keys[left] ?? null, keys[right] ?? null);
  const sorted = keys.length <= maxInsertionLength ? sortByInsertion(places, order) : places.toSorted(order);
  return sorted.map((place) => list[place] ?? null);
}

function refuseMixedTypes(first: CelValue, keys: List): void {
  const comparable = ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"];
  if (!comparable.includes(typeOf(first).kind)) throw new CelEvaluationError("list elements must be comparable");
  const name = runtimeTypeName(typeOf(first));
  if (keys.some((key) => runtimeTypeName(typeOf(key)) !== name)) {
    throw new CelEvaluationError("list elements must have the same type");
  }
}

function compareKeys(left: CelValue, right: CelValue): number {
  try {
    return compareValues(left, right);
  } catch (error) {
    if (error instanceof CelEvaluationError) return 0;
    throw error;
  }
}

function sortByInsertion(places: number[], order: (left: number, right: number) => number): number[] {
  const sorted: number[] = [];
  for (const place of places) {
    let at = sorted.length;
    while (at > 0 && order(place, sorted[at - 1] ?? 0) < 0) at -= 1;
    sorted.splice(at, 0, place);
  }
  return sorted;
}
