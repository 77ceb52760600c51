/** Ints as libraries take them apart, and the answer to operands of types that a function does not have. */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelValue } from "../values/cel-value.ts";
import { valueOrThrow } from "../values/failure.ts";

/** An int as a number for counting and indexing: what is not exact there is out of every range anyway. */
export function toIndex(value: CelValue | undefined): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  return noSuchOverload();
}

/** An item that is of another type than those that the function takes; one that could not even be read says why. */
export function refuseItem(item: CelValue): never {
  valueOrThrow(item);
  return noSuchOverload();
}

export function noSuchOverload(): never {
  throw new CelEvaluationError("no such overload");
}
