/** The order of `<` and its kin: numbers across their types, strings and bytes by bytes, booleans, moments and durations. */
import { compareUtf8 } from "@pintle/machinery";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { CelDouble, CelDuration, CelTimestamp, type CelValue } from "./cel-value.ts";
import { numberOf, orderNumbers } from "./equal-values.ts";

/** Negative, 0 or positive. Throws where the two have no order: NaN, or types that do not compare. */
export function compareValues(left: CelValue, right: CelValue): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (typeof left === "string" && typeof right === "string") return compareUtf8(left, right);
  if (numberOf(left) !== undefined && numberOf(right) !== undefined) {
    const order = orderNumbers(left, right);
    if (order === undefined || isNan(left) || isNan(right)) {
      throw new CelEvaluationError("NaN values cannot be ordered");
    }
    return order;
  }
  if (typeof left === "boolean" && typeof right === "boolean") return Number(left) - Number(right);
  if (left instanceof CelTimestamp && right instanceof CelTimestamp) {
    return left.seconds - right.seconds || left.nanos - right.nanos;
  }
  if (left instanceof CelDuration && right instanceof CelDuration) {
    return left.nanos < right.nanos ? -1 : left.nanos > right.nanos ? 1 : 0;
  }
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  throw new CelEvaluationError("no such overload");
}

function isNan(value: CelValue): boolean {
  return value instanceof CelDouble && Number.isNaN(value.value);
}
