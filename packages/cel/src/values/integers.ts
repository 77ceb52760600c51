/**
 * Arithmetic of int (64 bits, signed) and uint (64 bits, unsigned) on numbers that turn into bigints beyond 2^53.
 *
 * Results come back in the smaller form, so that `===` and a map's keys agree on equal values. What does not fit into 64 bits
 * throws, in cel-go's words.
 */
import { CelEvaluationError } from "../syntax/cel-error.ts";

export type Integer = number | bigint;
export type IntegerOperator = "+" | "-" | "*" | "/" | "%";

export const maxInt64: bigint = 2n ** 63n - 1n;
export const minInt64: bigint = -(2n ** 63n);
export const maxUint64: bigint = 2n ** 64n - 1n;

/** The number where it is safe, the bigint beyond. */
export function shrinkInteger(value: bigint): Integer {
  return value <= 9007199254740991n && value >= -9007199254740991n ? Number(value) : value;
}

/** An int operation; throws on overflow and on division by zero. */
export function computeInt(operator: IntegerOperator, left: Integer, right: Integer): Integer {
  if (typeof left === "number" && typeof right === "number") {
    const quick = computeSafely(operator, left, right);
    if (quick !== undefined) return quick;
  }
  const exact = computeExactly(operator, BigInt(left), BigInt(right));
  // The remainder of the smallest int by -1 is 0, but the processor overflows on it, and cel-go says so.
  const isOverflow = exact > maxInt64 || exact < minInt64 || (operator === "%" && left === minInt64 && right === -1);
  if (isOverflow) throw new CelEvaluationError("integer overflow");
  return shrinkInteger(exact);
}

/** A uint operation; throws on overflow, below zero too, and on division by zero. */
export function computeUint(operator: IntegerOperator, left: Integer, right: Integer): Integer {
  if (typeof left === "number" && typeof right === "number") {
    const quick = computeSafely(operator, left, right);
    if (quick !== undefined && quick >= 0) return quick;
  }
  const exact = computeExactly(operator, BigInt(left), BigInt(right));
  if (exact > maxUint64 || exact < 0n) throw new CelEvaluationError("unsigned integer overflow");
  return shrinkInteger(exact);
}

/** The result on plain numbers where every step of it is exact; `undefined` where bigints are needed. */
function computeSafely(operator: IntegerOperator, left: number, right: number): number | undefined {
  let result: number;
  if (operator === "+") result = left + right;
  else if (operator === "-") result = left - right;
  else if (operator === "*") result = left * right;
  else if (right === 0) throw new CelEvaluationError(operator === "/" ? "division by zero" : "modulus by zero");
  else if (operator === "/") result = (left - (left % right)) / right;
  else result = left % right;
  // `+ 0` turns -0, which no int has, into 0.
  return Number.isSafeInteger(result) ? result + 0 : undefined;
}

function computeExactly(operator: IntegerOperator, left: bigint, right: bigint): bigint {
  if (operator === "+") return left + right;
  if (operator === "-") return left - right;
  if (operator === "*") return left * right;
  if (right === 0n) throw new CelEvaluationError(operator === "/" ? "division by zero" : "modulus by zero");
  return operator === "/" ? left / right : left % right;
}
