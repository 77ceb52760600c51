import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatQuantity } from "./format-quantity.ts";
import { InvalidScalarError } from "./invalid-scalar-error.ts";
import { parseQuantity } from "./parse-quantity.ts";
import {
  addQuantity,
  compareQuantity,
  isZeroQuantity,
  negateQuantity,
  type Quantity,
  quantityMilliValue,
  quantityToNumber,
  quantityValue,
  signOfQuantity,
  subtractQuantity,
} from "./quantity.ts";

const suffix = fc.oneof(
  fc.constantFrom("n", "u", "m", "", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"),
  fc.integer({ min: -12, max: 40 }).map((exponent) => `e${exponent}`),
);
const text = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.bigInt({ min: 0n, max: 10n ** 22n }),
    fc.constantFrom("", ".5", ".000000001"),
    suffix,
  )
  .map((parts) => parts.join(""));
const quantity = text.map(parseQuantity);

function evaluate(operation: (left: Quantity, right: Quantity) => Quantity, left: string, right: string): string {
  return formatQuantity(operation(parseQuantity(left), parseQuantity(right)));
}

test("sums are exact and keep the format of the left side", () => {
  assert.equal(evaluate(addQuantity, "0.1", "0.2"), "300m");
  assert.equal(evaluate(addQuantity, "1Gi", "512Mi"), "1536Mi");
  assert.equal(evaluate(addQuantity, "1Ki", "1k"), "2024");
  assert.equal(evaluate(addQuantity, "1k", "1Ki"), "2024");
  assert.equal(evaluate(subtractQuantity, "1Gi", "1"), "1073741823");
  assert.equal(evaluate(subtractQuantity, "1", "1m"), "999m");
  assert.equal(evaluate(addQuantity, "9223372036854775807", "1n"), "9223372036854775807000000001n");
});

test("zero on the left takes the format of the right side", () => {
  assert.equal(evaluate(addQuantity, "0", "1Gi"), "1Gi");
  assert.equal(evaluate(subtractQuantity, "0", "1e3"), "-1e3");
  assert.equal(evaluate(addQuantity, "0Ki", "1M"), "1M");
});

test("the sign and zero are seen whatever the format", () => {
  assert.deepEqual(["-1Ki", "0", "0e5", "-0", "1n"].map(parseQuantity).map(signOfQuantity), [-1, 0, 0, 0, 1]);
  assert.deepEqual(["-1Ki", "0", "0e5", "-0", "1n"].map(parseQuantity).map(isZeroQuantity), [
    false,
    true,
    true,
    true,
    false,
  ]);
});

test("values are rounded away from zero and held within 64 bits", () => {
  assert.deepEqual(["1.5", "-1.5", "1n", "1Ki", "0"].map(parseQuantity).map(quantityValue), [2n, -2n, 1n, 1024n, 0n]);
  assert.deepEqual(["1.5", "-0.0001", "1u", "1k"].map(parseQuantity).map(quantityMilliValue), [
    1500n,
    -1n,
    1n,
    1_000_000n,
  ]);
  assert.deepEqual(["1e30", "-1e30", "1e1000000000"].map(parseQuantity).map(quantityValue), [
    2n ** 63n - 1n,
    -(2n ** 63n),
    2n ** 63n - 1n,
  ]);
});

test("the nearest number is given, infinite beyond the range of numbers", () => {
  assert.deepEqual(["0.1", "1Gi", "-5m", "1e400", "0"].map(parseQuantity).map(quantityToNumber), [
    0.1,
    2 ** 30,
    -0.005,
    Number.POSITIVE_INFINITY,
    0,
  ]);
});

test("quantities with absurd exponents are ordered at once and refuse to be added", () => {
  const huge = parseQuantity("1e1000000000");
  const one = parseQuantity("1");
  assert.equal(compareQuantity(huge, one), 1);
  assert.equal(compareQuantity(negateQuantity(huge), one), -1);
  assert.equal(compareQuantity(negateQuantity(huge), negateQuantity(one)), -1);
  assert.equal(compareQuantity(huge, parseQuantity("0")), 1);
  assert.equal(compareQuantity(parseQuantity("10e999999999"), huge), 0);
  assert.throws(() => addQuantity(huge, one), InvalidScalarError);
  assert.equal(compareQuantity(addQuantity(huge, huge), parseQuantity("2e1000000000")), 0);
});

test("a mantissa as long as the gap between exponents is compared digit by digit", () => {
  const nines = parseQuantity("9".repeat(20_000));
  const power = parseQuantity("1e20000");
  assert.equal(compareQuantity(nines, power), -1);
  assert.equal(compareQuantity(parseQuantity(`1${"0".repeat(19_999)}1`), power), 1);
});

test("what is printed reads as the same quantity and prints the same again", () => {
  fc.assert(
    fc.property(text, (written) => {
      const printed = formatQuantity(parseQuantity(written));
      assert.equal(compareQuantity(parseQuantity(printed), parseQuantity(written)), 0);
      assert.equal(formatQuantity(parseQuantity(printed)), printed);
      const canonical = formatQuantity(negateQuantity(negateQuantity(parseQuantity(written))));
      assert.equal(formatQuantity(negateQuantity(negateQuantity(parseQuantity(canonical)))), canonical);
    }),
    { numRuns: 2_000 },
  );
});

test("the order is total", () => {
  fc.assert(
    fc.property(quantity, quantity, quantity, (a, b, c) => {
      assert.equal(compareQuantity(a, a), 0);
      assert.equal(compareQuantity(a, b), 0 - compareQuantity(b, a));
      if (compareQuantity(a, b) <= 0 && compareQuantity(b, c) <= 0) assert.ok(compareQuantity(a, c) <= 0);
    }),
    { numRuns: 2_000 },
  );
});

test("addition is commutative, associative and agrees with the order", () => {
  const same = (left: Quantity, right: Quantity) => assert.equal(compareQuantity(left, right), 0);
  fc.assert(
    fc.property(quantity, quantity, quantity, (a, b, c) => {
      same(addQuantity(a, b), addQuantity(b, a));
      same(addQuantity(addQuantity(a, b), c), addQuantity(a, addQuantity(b, c)));
      same(subtractQuantity(addQuantity(a, b), b), a);
      assert.equal(compareQuantity(addQuantity(a, c), addQuantity(b, c)), compareQuantity(a, b));
      assert.equal(signOfQuantity(subtractQuantity(a, b)), compareQuantity(a, b));
    }),
    { numRuns: 2_000 },
  );
});
