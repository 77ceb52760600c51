import assert from "node:assert/strict";
import { test } from "node:test";
import { formatQuantity } from "./format-quantity.ts";
import { InvalidScalarError } from "./invalid-scalar-error.ts";
import { parseQuantity, quantityFromJson } from "./parse-quantity.ts";
import { compareQuantity, type Quantity, type QuantityFormat } from "./quantity.ts";

function assertAmount(text: string, mantissa: bigint, exponent: number, format: QuantityFormat): void {
  const quantity = parseQuantity(text);
  const expected: Quantity = { mantissa, exponent, format };
  assert.equal(compareQuantity(quantity, expected), 0, `${text} is ${quantity.mantissa}e${quantity.exponent}`);
  assert.equal(quantity.format, format, text);
}

test("every suffix multiplies by its power and sets the format", () => {
  for (const [index, suffix] of ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"].entries()) {
    assertAmount(`3${suffix}`, 3n, 3 * index - 9, "DecimalSI");
  }
  for (const [index, suffix] of ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].entries()) {
    assertAmount(`3${suffix}`, 3n * 1024n ** BigInt(index + 1), 0, "BinarySI");
  }
  assertAmount("3e4", 3n, 4, "DecimalExponent");
  assertAmount("3E-4", 3n, -4, "DecimalExponent");
});

test("amounts finer than a nano unit are rounded away from zero", () => {
  assertAmount("0.1n", 1n, -9, "DecimalSI");
  assertAmount("-0.1n", -1n, -9, "DecimalSI");
  assertAmount("1.0000000001", 1_000_000_001n, -9, "DecimalSI");
  assertAmount("1e-10", 1n, -9, "DecimalExponent");
  assertAmount("1.0000000000", 1n, 0, "DecimalSI");
});

test("binary amounts beyond 2^63-1 are capped, decimal ones are not", () => {
  const max = 2n ** 63n - 1n;
  assertAmount("8Ei", max, 0, "BinarySI");
  assertAmount("-1024Ei", -max, 0, "BinarySI");
  assertAmount("7.9999999999999999999Ei", max, 0, "BinarySI");
  assertAmount("9223372036854775808", max + 1n, 0, "DecimalSI");
  assertAmount("100E", 1n, 20, "DecimalSI");
});

test("binary amounts below one are decimal from the start", () => {
  assertAmount("0.0005Ki", 512n, -3, "DecimalSI");
  assertAmount("-0.0005Ki", -512n, -3, "DecimalSI");
  assertAmount("0.5Ki", 512n, 0, "BinarySI");
  assertAmount("0.0Ki", 0n, 0, "BinarySI");
});

test("what is no quantity is refused with the message of its part", () => {
  const formatWrong = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  const messages = {
    [formatWrong]: ["", " ", "1 ", "1.2.3", "1,5", "0x10", "1_000", "1Z", "1é", "١", "NaN", "Infinity"],
    "unable to parse quantity's suffix": ["1i", "1e", "1mi", "1K", "1kk", "1m5", "1-5", "--1", "1e+", "1ee5", "1Eik"],
    "unable to parse numeric part of quantity": ["Ei", "Pi", ".Ei", "e-10", "-Ei"],
  };
  for (const [message, texts] of Object.entries(messages)) {
    for (const text of texts) assert.throws(() => parseQuantity(text), new InvalidScalarError(message), text);
  }
});

test("a text without digits is zero, as upstream reads it, unless its suffix is among the largest", () => {
  for (const text of ["-", "+", ".", "Ki", "-Ti", "m", "e3"])
    assert.equal(formatQuantity(parseQuantity(text)), "0", text);
});

test("exponents beyond 32 bits are refused, where upstream reads 1e4294967297 as ten", () => {
  for (const text of ["1e4294967296", "1e4294967297", "1e-4294967296", "1e9223372036854775807", "10e2147483647"]) {
    assert.throws(() => parseQuantity(text), /unable to parse quantity's suffix/, text);
  }
  assert.equal(formatQuantity(parseQuantity("1e2147483647")), "10e2147483646");
});

test("JSON may hold a quantity as a number, or with space around it", () => {
  const read = (value: string | number | bigint) => formatQuantity(quantityFromJson(value));
  assert.equal(read(1), "1");
  assert.equal(read(0.5), "500m");
  assert.equal(read(-0), "0");
  assert.equal(read(1e21), "1e+21");
  assert.equal(read(2n ** 53n + 1n), "9007199254740993");
  assert.equal(read(" 1Gi "), "1Gi");
});

test("a number that JSON could not hold, such as 1e400, is refused rather than changed", () => {
  assert.throws(() => quantityFromJson(Number("1e400")), InvalidScalarError);
  assert.throws(() => quantityFromJson(Number.NaN), InvalidScalarError);
});
