/** Kubernetes' functions on lists in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";
import { runnerOf } from "./library-fixture.test.ts";

const run = runnerOf(kubernetesLibraries("1.36"));

test("a list has an order, a sum and extremes", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["[1, 2, 3].isSorted()", "true", 3],
    ["[1, 2, 3].min()", "1", 3],
    ["[1, 2, 3].map(x, x).sum()", "6", 43],
    ["[3, 1, 2].sum()", "6", 3],
    ["[3, 1, 2].max()", "3", 3],
    ["[].isSorted()", "true", 0],
    ["[].map(x, x).sum()", "0", 1],
    ["[1].min()", "1", 1],
    ["[1].map(x, x).sum()", "1", 15],
    ["[1, 1].sum()", "2", 2],
    ["[1, 1].max()", "1", 2],
    ["['b', 'a'].isSorted()", "false", 0],
    ["['b', 'a'].max()", '"b"', 0],
    ["['a', 'b', 'b'].min()", '"a"', 0],
    ["[1.5, 0.5].sum()", "2.0", 2],
    ["[1.5, 0.5].max()", "1.5", 2],
    ["[1u, 2u].isSorted()", "true", 2],
    ["[1u, 2u].min()", "1u", 2],
    ["[1u, 2u].map(x, x).sum()", "3u", 29],
    ["[true, false].min()", "false", 2],
    ["[false, true].isSorted()", "true", 2],
    ["[duration('2s'), duration('1s')].isSorted()", "false", 2],
    ["[duration('2s'), duration('1s')].min()", 'duration("1s")', 2],
    ["[duration('2s'), duration('1s')].map(x, x).sum()", 'duration("3s")', 29],
    [
      "[timestamp('2020-01-01T00:00:00Z'), timestamp('2019-01-01T00:00:00Z')].min()",
      'timestamp("2019-01-01T00:00:00Z")',
      2,
    ],
    ["[b'b', b'a'].isSorted()", "false", 0],
    ["[b'b', b'a'].max()", 'b"\\142"', 0],
    ["[1.0, double('NaN'), 0.5].sum()", 'double("NaN")', 3],
    ["[1.0, double('NaN'), 0.5].map(x, x).sum()", 'double("NaN")', 43],
    ["[9223372036854775807, 1].min()", "1", 2],
    ["[18446744073709551615u, 1u].isSorted()", "false", 2],
    ["[18446744073709551615u, 1u].max()", "18446744073709551615u", 2],
    ["['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'].min()", '"aaaaaaaaaaaaaaaaaaaa"', 3],
    ["['a', 'b'].map(x, x + x).isSorted()", "true", 31],
    ["['a', 'b'].map(x, x + x).max()", '"bb"', 31],
    ["[duration('2562047h'), duration('2562047h')].max()", 'duration("9223369200s")', 2],
    ["[double('NaN'), double('NaN')].sum()", 'double("NaN")', 2],
    ["[double('NaN'), double('NaN')].max()", 'double("NaN")', 2],
    ["lists.range(-1).map(x, x * 2).sum()", "0", 12],
    ["lists.range(1).map(x, x * 2).sum()", "0", 28],
    ["lists.range(3).map(x, x * 2).sum()", "6", 60],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a list has an order, a sum and extremes: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["[].min()", "! min called on empty list"],
    ["[].max()", "! max called on empty list"],
    ["[9223372036854775807, 1].sum()", "! integer overflow"],
    ["[9223372036854775807, 1].map(x, x).sum()", "! integer overflow"],
    ["[18446744073709551615u, 1u].sum()", "! unsigned integer overflow"],
    ["[18446744073709551615u, 1u].map(x, x).sum()", "! unsigned integer overflow"],
    ["dyn([null]).isSorted()", "! no such overload: isSorted(list)"],
    ["dyn([null]).sum()", "! no such overload: sum(list)"],
    ["dyn([null]).min()", "! no such overload: min(list)"],
    ["dyn([null]).max()", "! no such overload: max(list)"],
    ["dyn([null]).map(x, x).sum()", "! no such overload: sum(list)"],
    ["[duration('2562047h'), duration('2562047h')].sum()", "! integer overflow"],
    ["[duration('2562047h'), duration('2562047h')].map(x, x).sum()", "! integer overflow"],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("an item has a place in a list", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["[1, 2, 3].indexOf(1)", "0", 3],
    ["[1, 2, 3].lastIndexOf(1)", "0", 3],
    ["[3, 1, 2].indexOf(1)", "1", 3],
    ["[3, 1, 2].lastIndexOf(1)", "1", 3],
    ["[].indexOf(1)", "-1", 0],
    ["[].lastIndexOf(1)", "-1", 0],
    ["[].indexOf('b')", "-1", 0],
    ["[].lastIndexOf('b')", "-1", 0],
    ["[1].indexOf(1)", "0", 1],
    ["[1].lastIndexOf(1)", "0", 1],
    ["[1, 1].indexOf(1)", "0", 2],
    ["[1, 1].lastIndexOf(1)", "1", 2],
    ["['b', 'a'].lastIndexOf('b')", "0", 0],
    ["['a', 'b', 'b'].indexOf('b')", "1", 0],
    ["['a', 'b', 'b'].lastIndexOf('b')", "2", 0],
    ["[9223372036854775807, 1].indexOf(1)", "1", 2],
    ["[9223372036854775807, 1].lastIndexOf(1)", "1", 2],
    ["['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'].indexOf('b')", "-1", 3],
    ["['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'].lastIndexOf('b')", "-1", 3],
    ["dyn([null]).indexOf(1)", "-1", 1],
    ["dyn([null]).lastIndexOf(1)", "-1", 1],
    ["dyn([null]).indexOf('b')", "-1", 1],
    ["dyn([null]).lastIndexOf('b')", "-1", 1],
    ["['a', 'b'].map(x, x + x).indexOf('b')", "-1", 31],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});
