import assert from "node:assert/strict";
import { test } from "node:test";
import { isWholeAmount } from "./whole-amount.ts";

test("an amount is whole when no thousandth is left", () => {
  for (const amount of ["0", "1", "1.0", "1000m", "2Gi", "1e3", "-3", "0.5Ki"])
    assert.ok(isWholeAmount(amount), amount);
  for (const amount of ["1m", "1n", "1.5", "-500m", "1e-3"]) assert.ok(!isWholeAmount(amount), amount);
});

test("the largest amounts are judged by what 64 bits hold of their thousandths", () => {
  for (const amount of ["9223372036854775807", "9223372036854775808", "1e17", "1e30", "10E", "100P", "8Ei"]) {
    assert.ok(isWholeAmount(amount), amount);
  }
  for (const amount of ["9223372036854776", "100000000000000000", "9223372036854775807m"])
    assert.ok(!isWholeAmount(amount), amount);
});
