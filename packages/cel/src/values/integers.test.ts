import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import {
  computeInt,
  computeUint,
  type Integer,
  type IntegerOperator,
  maxInt64,
  maxUint64,
  minInt64,
  shrinkInteger,
} from "./integers.ts";

const operators: readonly IntegerOperator[] = ["+", "-", "*", "/", "%"];
const edges = [0n, 1n, -1n, 2n ** 53n, 2n ** 53n - 1n, -(2n ** 53n), maxInt64, minInt64, maxUint64, 2n ** 32n];

function integers(min: bigint, max: bigint): fc.Arbitrary<bigint> {
  const inside = edges.filter((edge) => edge >= min && edge <= max);
  return fc.oneof(
    fc.bigInt({ min, max }),
    fc.bigInt({ min: min < 0n ? -1_000n : 0n, max: 1_000n }),
    fc.constantFrom(...inside),
  );
}

/** The result by BigInt alone, or the failure that cel-go has for it. */
function expected(operator: IntegerOperator, left: bigint, right: bigint, [min, max]: readonly [bigint, bigint]) {
  if (right === 0n && operator === "/") return "division by zero";
  if (right === 0n && operator === "%") return "modulus by zero";
  const results = {
    "+": () => left + right,
    "-": () => left - right,
    "*": () => left * right,
    "/": () => left / right,
    "%": () => left % right,
  };
  const result = results[operator]();
  const isOverflow = result < min || result > max || (operator === "%" && left === minInt64 && right === -1n);
  return isOverflow ? `${min === 0n ? "unsigned " : ""}integer overflow` : result;
}

function outcome(run: () => Integer): bigint | string {
  try {
    const result = run();
    assert.equal(typeof result, Math.abs(Number(result)) < 2 ** 53 ? "number" : "bigint", "the smaller form");
    assert.ok(!Object.is(result, -0));
    return BigInt(result);
  } catch (error) {
    if (error instanceof CelEvaluationError) return error.message;
    throw error;
  }
}

test("int arithmetic is BigInt's, within 64 bits", () => {
  const int = integers(minInt64, maxInt64);
  fc.assert(
    fc.property(fc.constantFrom(...operators), int, int, (operator, left, right) => {
      const ours = outcome(() => computeInt(operator, shrinkInteger(left), shrinkInteger(right)));
      assert.equal(ours, expected(operator, left, right, [minInt64, maxInt64]));
    }),
    { numRuns: 3_000 },
  );
});

test("uint arithmetic is BigInt's, from 0 to 2^64 - 1", () => {
  const uint = integers(0n, maxUint64);
  fc.assert(
    fc.property(fc.constantFrom(...operators), uint, uint, (operator, left, right) => {
      const ours = outcome(() => computeUint(operator, shrinkInteger(left), shrinkInteger(right)));
      assert.equal(ours, expected(operator, left, right, [0n, maxUint64]));
    }),
    { numRuns: 3_000 },
  );
});
