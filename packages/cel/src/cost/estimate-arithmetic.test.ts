import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  addEstimates,
  fixedEstimate,
  multiplyEstimates,
  scaleEstimate,
  uniteEstimates,
  unknownEstimate,
} from "./estimate-arithmetic.ts";

const amount = fc.oneof(fc.nat(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(Number));
const estimate = fc
  .tuple(amount, amount)
  .map(([one, other]) => ({ min: Math.min(one, other), max: Math.max(one, other) }));

test("what is unlimited stays so whatever is added or multiplied", () => {
  assert.deepEqual(addEstimates(unknownEstimate, unknownEstimate, fixedEstimate(1)), { min: 1, max: 2 ** 64 });
  assert.deepEqual(multiplyEstimates(unknownEstimate, fixedEstimate(3)), { min: 0, max: 2 ** 64 });
  assert.deepEqual(scaleEstimate(unknownEstimate, 2), { min: 0, max: 2 ** 64 });
});

test("scaling rounds up", () => {
  assert.deepEqual(scaleEstimate({ min: 1, max: 21 }, 0.1), { min: 1, max: 3 });
  assert.deepEqual(scaleEstimate(fixedEstimate(0), 0.1), fixedEstimate(0));
});

test("a tenth of an unlimited size is the number that cel-go has", () => {
  assert.equal(scaleEstimate(unknownEstimate, 0.1).max, Number(1844674407370955264n));
});

test("sums and products keep a range a range, below 2^64", () => {
  fc.assert(
    fc.property(estimate, estimate, (one, other) => {
      for (const { min, max } of [
        addEstimates(one, other),
        multiplyEstimates(one, other),
        uniteEstimates(one, other),
      ]) {
        assert.ok(min <= max && max <= 2 ** 64);
      }
    }),
  );
});

test("small sums and products are exact", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (one, other) => {
      assert.deepEqual(addEstimates(fixedEstimate(one), fixedEstimate(other)), fixedEstimate(one + other));
      const product = BigInt(one) * BigInt(other);
      assert.equal(multiplyEstimates(fixedEstimate(one), fixedEstimate(other)).max, Number(product));
    }),
  );
});
