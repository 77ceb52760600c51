import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { fixedDigits, scientificDigits } from "./decimal-text.ts";

test("a half is rounded to the even digit", () => {
  assert.deepEqual(
    [0.5, 1.5, 2.5, 0.25, 0.75, 1.005].map((value) => fixedDigits(value, value < 1 && value !== 0.5 ? 1 : 0)),
    ["0", "2", "2", "0.2", "0.8", "1"],
  );
  assert.deepEqual(scientificDigits(2.5, 0), { mantissa: "2", power: 0 });
});

test("every digit of a double can be written", () => {
  assert.equal(fixedDigits(0.1, 55), "0.1000000000000000055511151231257827021181583404541015625");
  assert.equal(fixedDigits(5e-324, 1074).length, 1076);
  assert.deepEqual(scientificDigits(9.9999999, 6), { mantissa: "1.000000", power: 1 });
});

test("what is written with all its digits reads as the same double", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }), (value) => {
      const { mantissa, power } = scientificDigits(value, 17);
      assert.equal(Number(`${mantissa}e${power}`), value);
      assert.equal(Number(fixedDigits(value, 1100)), value);
    }),
  );
});
