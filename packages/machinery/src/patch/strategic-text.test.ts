import assert from "node:assert/strict";
import { test } from "node:test";
import { compareText, formatExpectedString, formatStrategicValue, strategicTypeName } from "./strategic-text.ts";

test("values print as upstream prints them", () => {
  const value = { b: [1, "x y", null, true], a: { inner: "1" } };
  assert.equal(formatStrategicValue(value), "map[a:map[inner:1] b:[1 x y <nil> true]]");
  assert.equal(formatExpectedString(value), "map[a:map[inner:1] b:[%!s(int64=1) x y <nil> %!s(bool=true)]]");
  assert.equal(formatExpectedString(null), "%!s(<nil>)");
});

test("fractions turn to powers of ten from a million on, integers never", () => {
  const texts = [1234567, 9007199254740993n, 999999.5, 1234567.5, 0.0001, 0.00001, 1.5e-7, 1e300, -2.25, 1e20];
  assert.deepEqual(texts.map(formatStrategicValue), [
    "1234567",
    "9007199254740993",
    "999999.5",
    "1.2345675e+06",
    "0.0001",
    "1e-05",
    "1.5e-07",
    "1e+300",
    "-2.25",
    "1e+20",
  ]);
  assert.equal(formatStrategicValue(2n ** 64n), "1.8446744073709552e+19");
});

test("integers that fit 64 bits are of one type, all other numbers of another", () => {
  assert.deepEqual([1, 2n ** 63n - 1n, 1.5, 2n ** 63n].map(strategicTypeName), [
    "int64",
    "int64",
    "float64",
    "float64",
  ]);
});

test("texts compare by their UTF-8 bytes", () => {
  const sorted = ["", "a", "ab", "b", "é", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"];
  for (const [left, a] of sorted.entries()) {
    for (const [right, b] of sorted.entries()) {
      assert.equal(Math.sign(compareText(a, b)), Math.sign(left - right), JSON.stringify([a, b]));
    }
  }
});
