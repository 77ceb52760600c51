/** `format` in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";
import { runnerOf } from "./library-fixture.test.ts";

const run = runnerOf(kubernetesLibraries("1.36"));

test("arguments are written by the clauses of the text", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["'%f'.format([1234567.891])", '"1,234,567.891000"', 1],
    ["'%.2f'.format([1234567.895])", '"1,234,567.90"', 1],
    ["'%f'.format([-0.0])", '"0.000000"', 1],
    ["'%.0f'.format([2.5])", '"2"', 1],
    ["'%.0f'.format([0.5])", '"0"', 1],
    ["'%.3f'.format([1e21])", '"1,000,000,000,000,000,000,000.000"', 1],
    ["'%f'.format([1e-7])", '"0.000000"', 1],
    ["'%.20f'.format([0.1])", '"0.10000000000000000555"', 1],
    ["'%f %f %f'.format([double('NaN'), double('Infinity'), double('-Infinity')])", '"NaN ∞ -∞"', 1],
    ["'%f'.format(['NaN'])", '"NaN"', 1],
    ["'%f'.format(['Infinity'])", '"∞"', 1],
    ["'%f'.format(['-Infinity'])", '"-∞"', 1],
    ["'%e'.format([1234567.891])", '"1.234568×10⁰⁶"', 1],
    ["'%.2e'.format([1234567.891])", '"1.234568×10⁰⁶"', 1],
    ["'%.0e'.format([1234567.891])", '"1.234568×10⁰⁶"', 1],
    ["'%e'.format([0.0])", '"0.000000×10⁰⁰"', 1],
    ["'%e'.format([-1.5e-10])", '"-1.500000×10⁻¹⁰"', 1],
    ["'%.3e'.format([1e100])", '"1.000000×10¹⁰⁰"', 1],
    ["'%e'.format(['NaN'])", '"   NaN"', 1],
    ["'%e'.format([double('Infinity')])", '"     ∞"', 1],
    ["'%.9e'.format([123.0])", '"1.230000×10⁰²"', 1],
    ["'%s'.format([1.5])", '"1.5"', 1],
    ["'%s'.format([1e21])", '"1e+21"', 1],
    ["'%s'.format([b'abc'])", '"abc"', 1],
    ["'%s'.format([type('a')])", '"string"', 1],
    ["'%s'.format([{1: 2, 'a': 3, true: 4}])", '"{\\"a\\":3, 1:2, true:4}"', 1],
    ["'%x'.format(['héllo'])", '"68c3a96c6c6f"', 1],
    ["'%X'.format([b'\\xab'])", '"AB"', 1],
    ["'%x %X'.format([-255, 255u])", '"-ff FF"', 1],
    ["'%b %b'.format([-5, true])", '"-101 1"', 1],
    ["'%o'.format([-8])", '"-10"', 1],
    ["'%%d%%'.format([])", '"%d%"', 1],
    ["'%.5d'.format([1])", '"1"', 1],
    ["'%e'.format([12345678901234567890.0])", '"1.234568×10¹⁹"', 1],
    ["'%f'.format([999999.9999999])", '"1,000,000.000000"', 1],
    ["'%.1f'.format([0.25])", '"0.2"', 1],
    ["'%.1f'.format([0.35])", '"0.3"', 1],
    ["'%.2f'.format([1.005])", '"1.00"', 1],
    ["'%.1e'.format([2.5])", '"2.500000×10⁰⁰"', 1],
    ["'%.1e'.format([0.25])", '"2.500000×10⁻⁰¹"', 1],
    ["'%.1e'.format([1.25])", '"1.250000×10⁰⁰"', 1],
    ["'%.1e'.format([1.35])", '"1.350000×10⁰⁰"', 1],
    ["'%.2f'.format([1.015])", '"1.01"', 1],
    ["'%.1f'.format([0.05])", '"0.1"', 1],
    ["'%f'.format([double('-0')])", '"0.000000"', 1],
    ["'%f'.format([-0.0000001])", '"-0.000000"', 1],
    ["'%e'.format([double('-0')])", '"0.000000×10⁰⁰"', 1],
    ["'%e'.format([9.9999999])", '"1.000000×10⁰¹"', 1],
    ["'%e'.format([1234567.5])", '"1.234568×10⁰⁶"', 1],
    ["'%e'.format([0.00012345675])", '"1.234567×10⁻⁰⁴"', 1],
    ["'%.12e'.format([-1.5])", '"-1.500000×10⁰⁰"', 1],
    ["'%.15e'.format([double('-Infinity')])", '"             -∞"', 1],
    ["'%.2e'.format(['-Infinity'])", '"-∞"', 1],
    ["'%f'.format([123456789012345680.0])", '"123,456,789,012,345,680.000000"', 1],
    ["'%.3f'.format([-1234.5])", '"-1,234.500"', 1],
    ["'%.0f'.format([1.5])", '"2"', 1],
    ["'%.01f'.format([1.5])", '"1.5"', 1],
    ["'%f'.format([1e300]).size()", "408", 2],
    ["'%e'.format([5e-324])", '"4.940656×10⁻³²⁴"', 1],
    ["'%e'.format([1.7976931348623157e308])", '"1.797693×10³⁰⁸"', 1],
    ["'%.7f'.format([0.12345675])", '"0.1234568"', 1],
    ["'%.1f'.format([12345.65])", '"12,345.6"', 1],
    ["'%s'.format([-0.0])", '"-0"', 1],
    ["'%s'.format([double('Infinity')])", '"+Inf"', 1],
    [
      "'%s'.format([[double('Infinity'), double('-Infinity'), double('NaN'), 1.5, -2.0]])",
      '"[\\"+Inf\\", \\"-Inf\\", \\"NaN\\", 1.500000, -2.000000]"',
      1,
    ],
    ["'%s'.format([duration('1h1ms')])", '"3600.001s"', 1],
    ["'%s'.format([timestamp('2020-01-01T00:00:00+01:00')])", '"2020-01-01T00:00:00+01:00"', 1],
    ["'%s'.format([[[1,2],[3]]])", '"[[1, 2], [3]]"', 1],
    ["'%s'.format([[type('a')]])", '"[string]"', 1],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("arguments are written by the clauses of the text: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "'%f'.format(['x'])",
      "! error during formatting: fixed-point clause can only be used on doubles, was given string",
    ],
    ["'%s'.format([{1.5: 2}])", "! error during formatting: no formatting function for map key of type double"],
    [
      "'%d'.format([dyn(1.5)])",
      "! error during formatting: decimal clause can only be used on integers, was given double",
    ],
    ["'%d'.format(dyn([]))", "! index 0 out of range"],
    [
      "'%s'.format([dyn(b'\\xff')])",
      '! error during formatting: could not convert argument "invalid UTF-8 in bytes, cannot convert to string" to string',
    ],
    ["dyn('%é').format([1])", '! could not parse formatting clause: unrecognized formatting clause "Ã"'],
    [
      "'%f'.format([dyn(1)])",
      "! error during formatting: fixed-point clause can only be used on doubles, was given int",
    ],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});
