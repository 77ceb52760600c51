/** Quantities in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";
import { runnerOf } from "./library-fixture.test.ts";

const run = runnerOf(kubernetesLibraries("1.36"));

test("a quantity is a number, as far as Kubernetes says so", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["isQuantity('1')", "true", 1],
    ["isQuantity('1.0')", "true", 1],
    ["sign(quantity('1.5'))", "1", 2],
    ["quantity('1k').add(5).asInteger()", "1005", 3],
    ["quantity('1Ki').add(5).asInteger()", "1029", 3],
    ["quantity('1Mi').sub(quantity('0.1')).asApproximateFloat()", "1048575.9", 4],
    ["quantity('1Gi').sub(quantity('0.1')).asApproximateFloat()", "1073741823.9000001", 4],
    ["quantity('20Ti').sub(quantity('0.1')).asApproximateFloat()", "21990232555519.902", 4],
    ["quantity('200Ti').add(quantity('9223372036854775807')).isInteger()", "false", 5],
    ["quantity('1Ei').asApproximateFloat()", "1152921504606847000.0", 2],
    ["quantity('9Ei').sub(7).isInteger()", "false", 3],
    ["quantity('1e3').sub(quantity('1k')).asInteger()", "0", 4],
    ["quantity('1E3').sub(quantity('1k')).asInteger()", "0", 4],
    ["quantity('1E').sub(quantity('1k')).asInteger()", "999999999999999000", 4],
    ["quantity('50m').isInteger()", "false", 2],
    ["quantity('1000m').sub(quantity('0.1')).asApproximateFloat()", "0.9", 4],
    ["quantity('0.5k').sub(7).isInteger()", "true", 3],
    ["quantity('0').sub(7).isInteger()", "true", 3],
    ["quantity('-1').sub(7).isInteger()", "true", 3],
    ["isQuantity('1.5Gi')", "true", 1],
    ["quantity('12345678901234567890').add(quantity('1')).asApproximateFloat()", "12345678901234570000.0", 5],
    ["quantity('9223372036854775807').add(quantity('9223372036854775807')).isInteger()", "false", 6],
    ["quantity('1e18').asInteger()", "1000000000000000000", 2],
    ["quantity('1e19').asApproximateFloat()", "10000000000000000000.0", 2],
    ["quantity('1e30').sub(quantity('0.1')).asApproximateFloat()", "1000000000000000000000000000000.0", 4],
    ["quantity('123456789012345678').sub(quantity('1k')).asInteger()", "123456789012344678", 5],
    ["quantity('0.000000001').isInteger()", "false", 3],
    ["quantity('0.0000000001').add(quantity('1')).asApproximateFloat()", "1.000000001", 5],
    ["quantity('1n').add(quantity('9223372036854775807')).isInteger()", "false", 5],
    ["isQuantity('1x')", "false", 1],
    ["isQuantity('0.3')", "true", 1],
    ["sign(quantity('0.1'))", "1", 2],
    ["quantity('1.1').sub(7).isInteger()", "false", 3],
    ["quantity('100.25M').sub(quantity('1k')).asInteger()", "100249000", 4],
    ["quantity('+5').isInteger()", "true", 2],
    ["quantity('1e400').asApproximateFloat()", 'double("Infinity")', 2],
    ["quantity('00012').add(quantity('1')).asApproximateFloat()", "13.0", 4],
    ["quantity('1.000000000000000000').sub(quantity('0.1')).asApproximateFloat()", "0.9", 5],
    ["isQuantity('Ki')", "true", 1],
    ["isQuantity('-')", "true", 1],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a quantity is a number, as far as Kubernetes says so: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["quantity('1.0').asInteger()", "! cannot convert value to integer"],
    ["quantity('200Ti').asInteger()", "! cannot convert value to integer"],
    ["quantity('1Ei').asInteger()", "! cannot convert value to integer"],
    ["quantity('1e-3').asInteger()", "! cannot convert value to integer"],
    ["quantity('1000m').asInteger()", "! cannot convert value to integer"],
    ["quantity('1.5Gi').add(5).asInteger()", "! cannot convert value to integer"],
    ["quantity('9223372036854775807').add(5).asInteger()", "! cannot convert value to integer"],
    ["quantity('1e19').add(5).asInteger()", "! cannot convert value to integer"],
    ["quantity('1234567890123456789').add(5).asInteger()", "! cannot convert value to integer"],
    ["quantity('0.0000000001').add(5).asInteger()", "! cannot convert value to integer"],
    ["quantity('5u').sub(quantity('1k')).asInteger()", "! cannot convert value to integer"],
    [
      "quantity('').add(5).asInteger()",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('x').asInteger()",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('x').sub(7).isInteger()",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "sign(quantity('1x'))",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    ["quantity('0.3').asInteger()", "! cannot convert value to integer"],
    ["quantity('1.1').asInteger()", "! cannot convert value to integer"],
    ["quantity('1e400').asInteger()", "! cannot convert value to integer"],
    ["quantity('999999999999999999k').asInteger()", "! cannot convert value to integer"],
    [
      "sign(quantity('1 '))",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("quantities are added and subtracted", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["quantity('1').add(quantity('1')).asApproximateFloat()", "2.0", 4],
    ["quantity('1.0').add(quantity('9223372036854775807')).isInteger()", "false", 5],
    ["quantity('1k').add(quantity('9223372036854775807')).isInteger()", "false", 5],
    ["quantity('1Mi').sub(7).isInteger()", "true", 3],
    ["quantity('20Ti').add(quantity('1')).asApproximateFloat()", "21990232555521.0", 4],
    ["quantity('1Pi').add(quantity('1')).asApproximateFloat()", "1125899906842625.0", 4],
    ["quantity('9Ei').sub(7).isInteger()", "false", 3],
    ["quantity('1E3').add(5).asInteger()", "1005", 3],
    ["quantity('1E').add(quantity('9223372036854775807')).isInteger()", "false", 5],
    ["quantity('1000m').sub(quantity('0.1')).asApproximateFloat()", "0.9", 4],
    ["quantity('0').add(quantity('1')).asApproximateFloat()", "1.0", 4],
    ["quantity('-1').sub(quantity('1k')).asInteger()", "-1001", 4],
    ["quantity('12345678901234567890').add(quantity('1')).asApproximateFloat()", "12345678901234570000.0", 5],
    ["quantity('9223372036854775808').sub(quantity('0.1')).asApproximateFloat()", "9223372036854776000.0", 5],
    ["quantity('1e19').sub(quantity('0.1')).asApproximateFloat()", "10000000000000000000.0", 4],
    ["quantity('123456789012345678').sub(7).isInteger()", "true", 4],
    ["quantity('0.000000001').sub(7).isInteger()", "false", 4],
    ["quantity('5u').add(quantity('1')).asApproximateFloat()", "1.000005", 4],
    ["quantity('0.3').add(quantity('1')).asApproximateFloat()", "1.3", 4],
    ["quantity('1.1').sub(quantity('0.1')).asApproximateFloat()", "1.0", 4],
    ["quantity('3.14159265358979').sub(quantity('0.1')).asApproximateFloat()", "3.041592654", 5],
    ["quantity('1e400').sub(quantity('0.1')).asApproximateFloat()", 'double("Infinity")', 4],
    ["quantity('1.000000000000000000').add(quantity('1')).asApproximateFloat()", "2.0", 5],
    ["quantity('Ki').sub(quantity('0.1')).asApproximateFloat()", "-0.1", 4],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("quantities are added and subtracted: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["quantity('1.0').add(5).asInteger()", "! cannot convert value to integer"],
    ["quantity('1Pi').add(5).asInteger()", "! cannot convert value to integer"],
    ["quantity('1e-3').sub(quantity('1k')).asInteger()", "! cannot convert value to integer"],
    ["quantity('1.5Gi').add(5).asInteger()", "! cannot convert value to integer"],
    ["quantity('9223372036854775808').add(5).asInteger()", "! cannot convert value to integer"],
    ["quantity('1234567890123456789').sub(quantity('1k')).asInteger()", "! cannot convert value to integer"],
    ["quantity('5u').add(5).asInteger()", "! cannot convert value to integer"],
    [
      "quantity('').sub(quantity('1k')).asInteger()",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('x').add(quantity('9223372036854775807')).isInteger()",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    ["quantity('0.3').add(5).asInteger()", "! cannot convert value to integer"],
    ["quantity('3.14159265358979').add(5).asInteger()", "! cannot convert value to integer"],
    ["quantity('999999999999999999k').sub(quantity('1k')).asInteger()", "! cannot convert value to integer"],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("quantities have an order", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["quantity('1').compareTo(quantity('1k'))", "-1", 3],
    ["quantity('1k').compareTo(quantity('1k'))", "0", 3],
    ["quantity('1Gi').compareTo(quantity('1k'))", "1", 3],
    ["quantity('1Pi').compareTo(quantity('1k'))", "1", 3],
    ["quantity('1e3').compareTo(quantity('1k'))", "0", 3],
    ["quantity('1e-3').compareTo(quantity('1k'))", "-1", 3],
    ["quantity('0.5k').compareTo(quantity('1k'))", "-1", 3],
    ["quantity('-1.5Gi').compareTo(quantity('1k'))", "-1", 3],
    ["quantity('9223372036854775807').compareTo(quantity('1k'))", "1", 4],
    ["quantity('1e19').compareTo(quantity('1k'))", "1", 3],
    ["quantity('1234567890123456789').compareTo(quantity('1k'))", "1", 4],
    ["quantity('1n').compareTo(quantity('1k'))", "-1", 3],
    ["quantity('0.3').compareTo(quantity('1k'))", "-1", 3],
    ["quantity('100.25M').compareTo(quantity('1k'))", "1", 3],
    ["quantity('1e400').compareTo(quantity('1k'))", "1", 3],
    ["quantity('999999999999999999k').compareTo(quantity('1k'))", "1", 4],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("quantities have an order: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "quantity('').compareTo(quantity('1k'))",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('').isGreaterThan(quantity('1Mi'))",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('x').compareTo(quantity('1k'))",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('x').isGreaterThan(quantity('1Mi'))",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('1x').compareTo(quantity('1k'))",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('1x').isGreaterThan(quantity('1Mi'))",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('1 ').compareTo(quantity('1k'))",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('1 ').isGreaterThan(quantity('1Mi'))",
      "! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});
