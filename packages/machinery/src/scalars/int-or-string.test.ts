import assert from "node:assert/strict";
import { test } from "node:test";
import { isIntOrString, scaledIntOrPercent } from "./int-or-string.ts";
import { InvalidScalarError } from "./invalid-scalar-error.ts";

test("a number stands for itself, a percentage for its part of the total", () => {
  assert.equal(scaledIntOrPercent(3, 10, "up"), 3);
  assert.equal(scaledIntOrPercent("25%", 10, "up"), 3);
  assert.equal(scaledIntOrPercent("25%", 10, "down"), 2);
  assert.equal(scaledIntOrPercent("100%", 7, "down"), 7);
  assert.equal(scaledIntOrPercent("0%", 7, "up"), 0);
  assert.equal(scaledIntOrPercent("+007%", 100, "up"), 7);
  assert.equal(scaledIntOrPercent("-9223372036854775808%", 100, "up"), -(2 ** 63));
});

test("a small negative percentage rounds to zero and not to minus zero", () => {
  assert.equal(scaledIntOrPercent("-1%", 10, "up"), 0);
  assert.equal(scaledIntOrPercent("-0%", 10, "down"), 0);
});

test("refusals carry upstream's message", () => {
  const refusals: [value: string | undefined, message: string][] = [
    [undefined, "nil value for IntOrString"],
    ["3", "invalid value for IntOrString: invalid type: string is not a percentage"],
    ["", "invalid value for IntOrString: invalid type: string is not a percentage"],
    ["x%", 'invalid value for IntOrString: invalid value "x%": strconv.Atoi: parsing "x": invalid syntax'],
    ["1.5%", 'invalid value for IntOrString: invalid value "1.5%": strconv.Atoi: parsing "1.5": invalid syntax'],
    ["%", 'invalid value for IntOrString: invalid value "%": strconv.Atoi: parsing "": invalid syntax'],
    [
      "9223372036854775808%",
      'invalid value for IntOrString: invalid value "9223372036854775808%": strconv.Atoi: parsing "9223372036854775808": value out of range',
    ],
  ];
  for (const [value, message] of refusals) {
    assert.throws(() => scaledIntOrPercent(value, 10, "up"), new InvalidScalarError(message));
  }
});

test("numbers are integers of 32 bits", () => {
  for (const value of [0, -0, 80, 2 ** 31 - 1, -(2 ** 31), "http", "", "50%"])
    assert.ok(isIntOrString(value), String(value));
  for (const value of [2 ** 31, -(2 ** 31) - 1, 1.5, Number("1e400"), Number.NaN, 1n, null, undefined, true, [1]]) {
    assert.equal(isIntOrString(value), false, String(value));
  }
  assert.throws(() => scaledIntOrPercent(2 ** 31, 10, "up"), /2147483648 is not an integer of 32 bits/);
  assert.throws(() => scaledIntOrPercent(1.5, 10, "up"), InvalidScalarError);
});
