/** The operators `+ - * / %` and unary `-` on every type that has them. */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { CelDouble, CelDuration, CelTimestamp, CelUint, type CelValue } from "../values/cel-value.ts";
import { computeInt, computeUint, type IntegerOperator, maxInt64, minInt64 } from "../values/integers.ts";
import { createTimestamp } from "../values/timestamps.ts";

export const arithmeticOperators: Readonly<Record<string, IntegerOperator>> = {
  "_+_": "+",
  "_-_": "-",
  "_*_": "*",
  "_/_": "/",
  "_%_": "%",
};

/** Throws on overflow, on division by zero, and where the operator does not take these types. */
export function compute(operator: IntegerOperator, left: CelValue, right: CelValue): CelValue {
  if (isInt(left)) {
    if (isInt(right)) return computeInt(operator, left, right);
  } else if (left instanceof CelDouble) {
    if (right instanceof CelDouble) return new CelDouble(computeDouble(operator, left.value, right.value));
  } else if (left instanceof CelUint) {
    if (right instanceof CelUint) return new CelUint(computeUint(operator, left.value, right.value));
  } else if (operator === "+") return concatenate(left, right);
  else if (operator === "-") return subtractTimes(left, right);
  throw noSuchOverload(operator, left);
}

function isInt(value: CelValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function computeDouble(operator: IntegerOperator, left: number, right: number): number {
  if (operator === "+") return left + right;
  if (operator === "-") return left - right;
  if (operator === "*") return left * right;
  if (operator === "/") return left / right;
  throw new CelEvaluationError("no such overload: _%_");
}

/**
 * Characters, items or bytes that `+` makes at most. Values whose type is only known when the expression runs cost the same however long they
 * are, so variables that double each other would make more than memory holds. A request has less than half of it.
 */
const maxConcatenatedLength = 8 * 1024 * 1024;

function checkLength(left: { readonly length: number }, right: { readonly length: number }): void {
  if (left.length + right.length <= maxConcatenatedLength) return;
  throw new CelEvaluationError(`the result of + would be longer than ${maxConcatenatedLength}`);
}

function concatenate(left: CelValue, right: CelValue): CelValue {
  if (typeof left === "string" && typeof right === "string") {
    checkLength(left, right);
    return left + right;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    checkLength(left, right);
    if (left.length === 0) return right;
    return right.length === 0 ? left : left.concat(right);
  }
  if (left instanceof Uint8Array && right instanceof Uint8Array) {
    checkLength(left, right);
    return new Uint8Array(Buffer.concat([left, right]));
  }
  if (left instanceof CelDuration) {
    if (right instanceof CelDuration) return new CelDuration(checkedNanos(left.nanos + right.nanos));
    if (right instanceof CelTimestamp) return addToTimestamp(right, left.nanos);
  }
  if (left instanceof CelTimestamp && right instanceof CelDuration) return addToTimestamp(left, right.nanos);
  throw noSuchOverload("+", left);
}

function subtractTimes(left: CelValue, right: CelValue): CelValue {
  if (left instanceof CelTimestamp) {
    if (right instanceof CelDuration) return addToTimestamp(left, checkedNanos(-right.nanos));
    if (right instanceof CelTimestamp) {
      const seconds = BigInt(left.seconds - right.seconds);
      return new CelDuration(checkedNanos(seconds * 1_000_000_000n + BigInt(left.nanos - right.nanos)));
    }
  }
  if (left instanceof CelDuration && right instanceof CelDuration) {
    return new CelDuration(checkedNanos(left.nanos - right.nanos));
  }
  throw noSuchOverload("-", left);
}

function checkedNanos(nanos: bigint): bigint {
  if (nanos > maxInt64 || nanos < minInt64) throw new CelEvaluationError("integer overflow");
  return nanos;
}

function addToTimestamp(timestamp: CelTimestamp, nanos: bigint): CelTimestamp {
  const total = BigInt(timestamp.seconds) * 1_000_000_000n + BigInt(timestamp.nanos) + nanos;
  const rest = ((total % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return createTimestamp(Number((total - rest) / 1_000_000_000n), Number(rest), timestamp.offsetMinutes);
}

/** Types that have the operator, only not with that partner, answer shorter in cel-go than those that do not have it. */
function noSuchOverload(operator: IntegerOperator, left: CelValue): CelEvaluationError {
  const isReceiver = typeof left === "string" || left instanceof CelTimestamp || left instanceof CelDuration;
  const isNumber = isInt(left) || left instanceof CelUint || (left instanceof CelDouble && operator !== "%");
  const isList = (Array.isArray(left) || left instanceof Uint8Array) && operator === "+";
  return new CelEvaluationError(
    isReceiver || isNumber || isList ? "no such overload" : `no such overload: _${operator}_`,
  );
}

export function negate(value: CelValue): CelValue {
  if (isInt(value)) return computeInt("-", 0, value);
  if (value instanceof CelDouble) return new CelDouble(-value.value);
  if (value instanceof CelDuration) return new CelDuration(checkedNanos(-value.nanos));
  const isKnown = typeof value === "boolean" || typeof value === "string" || value instanceof CelTimestamp;
  throw new CelEvaluationError(isKnown ? "no such overload" : "no such overload: -_");
}
