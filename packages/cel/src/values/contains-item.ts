/** Whether a list holds a value, as `in` and the functions on sets ask. */
import type { CelValue } from "./cel-value.ts";
import { DeclaredList } from "./declared-value.ts";
import { asksEqual } from "./equal-values.ts";
import { Failure, type Outcome } from "./failure.ts";

/** A list that an expression made has the value compare itself with its items, and one that refuses is not equal. */
export function containsItem(list: readonly CelValue[] | DeclaredList, value: Outcome): boolean | Failure {
  if (!(list instanceof DeclaredList)) return list.some((item) => asksEqual(value, item) === true);
  if (list.shape.isNative) return list.outcomes().some((item) => asksEqual(value, item) === true);
  return value instanceof Failure ? value : isAmong(list, value);
}

/** In a list of the input the items are asked; where none is equal, the first refusal counts. */
function isAmong(list: DeclaredList, value: CelValue): boolean | Failure {
  let failure: Failure | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const equal = asksEqual(list.itemAt(index), value);
    if (equal === true) return true;
    if (equal instanceof Failure) failure ??= equal;
  }
  return failure ?? false;
}
