/** Functions on numbers in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { runnerOf } from "./library-fixture.test.ts";
import { mathLibrary } from "./math-library.ts";

const run = runnerOf([mathLibrary]);

test("numbers are rounded, signed and compared", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["math.least(1)", "1", 1],
    ["math.greatest(1, -2.5)", "1", 1],
    ["math.least(1, double('Infinity'))", "1", 1],
    ["math.greatest(-1, -1)", "-1", 1],
    ["math.least(-1, 9223372036854775807)", "-1", 1],
    ["math.sign(0)", "0", 1],
    ["math.least(0, 1.5)", "0", 1],
    ["math.greatest(0, -0.0)", "0", 1],
    ["math.least(2.5, 1)", "1", 1],
    ["math.least(2.5, 3u)", "2.5", 1],
    [
      "math.greatest(2.5, 1e300)",
      "1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.0",
      1,
    ],
    ["math.greatest(-2.5, 1)", "1", 1],
    ["math.least(-2.5, 0u)", "-2.5", 1],
    ["math.greatest(0.5)", "0.5", 1],
    ["math.greatest(0.5, -1)", "0.5", 1],
    ["math.least(0.5, 9223372036854775807)", "0.5", 1],
    ["math.floor(1.5)", "1.0", 1],
    ["math.greatest(1.5, 0)", "1.5", 1],
    ["math.least(1.5, -9223372036854775807 - 1)", "-9223372036854775808", 2],
    ["math.sqrt(3u)", "1.7320508075688772", 1],
    ["math.least(3u, 3u)", "3u", 1],
    [
      "math.greatest(3u, 1e300)",
      "1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.0",
      1,
    ],
    ["math.least(0u, -2.5)", "-2.5", 1],
    ["math.greatest(0u, 18446744073709551615u)", "18446744073709551615u", 1],
    ["math.greatest(9223372036854775807, -1)", "9223372036854775807", 1],
    ["math.greatest(9223372036854775807, 0u)", "9223372036854775807", 1],
    ["math.sign(-9223372036854775807 - 1)", "-1", 2],
    ["math.least(-9223372036854775807 - 1, 1.5)", "-9223372036854775808", 2],
    ["math.greatest(-9223372036854775807 - 1, -0.0)", "-0.0", 2],
    ["math.greatest(18446744073709551615u, 2.5)", "18446744073709551615u", 1],
    ["math.greatest(18446744073709551615u, -9223372036854775807 - 1)", "18446744073709551615u", 2],
    ["math.isInf(double('NaN'))", "false", 1],
    ["math.abs(double('Infinity'))", 'double("Infinity")', 1],
    ["math.greatest(double('Infinity'), 0.5)", 'double("Infinity")', 1],
    ["math.least(double('Infinity'), -0.0)", "-0.0", 1],
    ["math.sign(-0.0)", "0.0", 1],
    ["math.greatest(-0.0, 1.5)", "1.5", 1],
    ["math.least(-0.0, 1e300)", "-0.0", 1],
    ["math.least(1e300, 1)", "1", 1],
    [
      "math.greatest(1e300, 3u)",
      "1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.0",
      1,
    ],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("numbers are rounded, signed and compared: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["math.least(1, double('NaN'))", "! NaN values cannot be ordered: math.@min"],
    ["math.greatest(-1, double('NaN'))", "! NaN values cannot be ordered: math.@max"],
    ["math.least(2.5, double('NaN'))", "! NaN values cannot be ordered: math.@min"],
    ["math.greatest(-2.5, double('NaN'))", "! NaN values cannot be ordered: math.@max"],
    ["math.least(1.5, double('NaN'))", "! NaN values cannot be ordered: math.@min"],
    ["math.greatest(3u, double('NaN'))", "! NaN values cannot be ordered: math.@max"],
    ["math.least(9223372036854775807, double('NaN'))", "! NaN values cannot be ordered: math.@min"],
    ["math.greatest(-9223372036854775807 - 1, double('NaN'))", "! NaN values cannot be ordered: math.@max"],
    ["math.least(double('NaN'), 1)", "! NaN values cannot be ordered: math.@min"],
    ["math.greatest(double('NaN'), -1)", "! NaN values cannot be ordered: math.@max"],
    ["math.least(double('NaN'), 2.5)", "! NaN values cannot be ordered: math.@min"],
    ["math.greatest(double('NaN'), -2.5)", "! NaN values cannot be ordered: math.@max"],
    ["math.least(double('NaN'), 1.5)", "! NaN values cannot be ordered: math.@min"],
    ["math.greatest(double('NaN'), 3u)", "! NaN values cannot be ordered: math.@max"],
    ["math.greatest(double('NaN'), 9223372036854775807)", "! NaN values cannot be ordered: math.@max"],
    ["math.least(double('NaN'), 18446744073709551615u)", "! NaN values cannot be ordered: math.@min"],
    ["math.greatest(double('NaN'), double('NaN'))", "! NaN values cannot be ordered: math.@max"],
    ["math.least(double('NaN'), -0.0)", "! NaN values cannot be ordered: math.@min"],
    ["math.greatest(double('NaN'), 1e300)", "! NaN values cannot be ordered: math.@max"],
    ["math.least(-0.0, double('NaN'))", "! NaN values cannot be ordered: math.@min"],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("numbers are bits", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["math.bitNot(1)", "-2", 1],
    ["math.bitShiftRight(1, 1)", "0", 1],
    ["math.bitOr(1, 0)", "1", 1],
    ["math.bitOr(1, 9223372036854775807)", "9223372036854775807", 1],
    ["math.bitOr(1, -9223372036854775807 - 1)", "-9223372036854775807", 2],
    ["math.bitXor(-1, 1)", "-2", 1],
    ["math.bitXor(-1, -1)", "0", 1],
    ["math.bitShiftRight(-1, 0)", "-1", 1],
    ["math.bitShiftRight(-1, 9223372036854775807)", "0", 1],
    ["math.bitAnd(0, 1)", "0", 1],
    ["math.bitAnd(0, -1)", "0", 1],
    ["math.bitXor(0, 0)", "0", 1],
    ["math.bitXor(0, 9223372036854775807)", "9223372036854775807", 1],
    ["math.bitXor(0, -9223372036854775807 - 1)", "-9223372036854775808", 2],
    ["math.bitShiftRight(3u, 0)", "3u", 1],
    ["math.bitOr(3u, 0u)", "3u", 1],
    ["math.bitXor(3u, 18446744073709551615u)", "18446744073709551612u", 1],
    ["math.bitShiftRight(0u, 0)", "0u", 1],
    ["math.bitOr(0u, 0u)", "0u", 1],
    ["math.bitOr(0u, 18446744073709551615u)", "18446744073709551615u", 1],
    ["math.bitXor(9223372036854775807, 1)", "9223372036854775806", 1],
    ["math.bitXor(9223372036854775807, -1)", "-9223372036854775808", 1],
    ["math.bitShiftRight(9223372036854775807, 0)", "9223372036854775807", 1],
    ["math.bitShiftRight(9223372036854775807, 9223372036854775807)", "0", 1],
    ["math.bitAnd(-9223372036854775807 - 1, 1)", "0", 2],
    ["math.bitAnd(-9223372036854775807 - 1, -1)", "-9223372036854775808", 2],
    ["math.bitXor(-9223372036854775807 - 1, 0)", "-9223372036854775808", 2],
    ["math.bitXor(-9223372036854775807 - 1, 9223372036854775807)", "-1", 2],
    ["math.bitXor(-9223372036854775807 - 1, -9223372036854775807 - 1)", "0", 3],
    ["math.bitShiftRight(18446744073709551615u, 0)", "18446744073709551615u", 1],
    ["math.bitOr(18446744073709551615u, 0u)", "18446744073709551615u", 1],
    ["math.bitOr(18446744073709551615u, 18446744073709551615u)", "18446744073709551615u", 1],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("numbers are bits: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["math.bitShiftLeft(1, -1)", "! math.bitShiftLeft() negative offset: -1"],
    ["math.bitShiftLeft(1, -9223372036854775807 - 1)", "! math.bitShiftLeft() negative offset: -9223372036854775808"],
    ["math.bitShiftLeft(-1, -1)", "! math.bitShiftLeft() negative offset: -1"],
    ["math.bitShiftLeft(-1, -9223372036854775807 - 1)", "! math.bitShiftLeft() negative offset: -9223372036854775808"],
    ["math.bitShiftLeft(0, -1)", "! math.bitShiftLeft() negative offset: -1"],
    ["math.bitShiftLeft(0, -9223372036854775807 - 1)", "! math.bitShiftLeft() negative offset: -9223372036854775808"],
    ["math.bitShiftLeft(3u, -1)", "! math.bitShiftLeft() negative offset: -1"],
    ["math.bitShiftLeft(3u, -9223372036854775807 - 1)", "! math.bitShiftLeft() negative offset: -9223372036854775808"],
    ["math.bitShiftLeft(0u, -1)", "! math.bitShiftLeft() negative offset: -1"],
    ["math.bitShiftLeft(0u, -9223372036854775807 - 1)", "! math.bitShiftLeft() negative offset: -9223372036854775808"],
    ["math.bitShiftLeft(9223372036854775807, -1)", "! math.bitShiftLeft() negative offset: -1"],
    [
      "math.bitShiftLeft(9223372036854775807, -9223372036854775807 - 1)",
      "! math.bitShiftLeft() negative offset: -9223372036854775808",
    ],
    ["math.bitShiftLeft(-9223372036854775807 - 1, -1)", "! math.bitShiftLeft() negative offset: -1"],
    [
      "math.bitShiftLeft(-9223372036854775807 - 1, -9223372036854775807 - 1)",
      "! math.bitShiftLeft() negative offset: -9223372036854775808",
    ],
    ["math.bitShiftLeft(18446744073709551615u, -1)", "! math.bitShiftLeft() negative offset: -1"],
    [
      "math.bitShiftLeft(18446744073709551615u, -9223372036854775807 - 1)",
      "! math.bitShiftLeft() negative offset: -9223372036854775808",
    ],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});
