/** cel-go's functions on lists in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";
import { runnerOf } from "./library-fixture.test.ts";

const run = runnerOf(kubernetesLibraries("1.36"));

test("a list is cut, flattened and turned", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["[1, 2, 3].reverse()", "[3, 2, 1]", 14],
    ["[1, 2, 3].slice(0, 1)", "[1]", 12],
    ["[3, 1, 2].flatten(1)", "[3, 1, 2]", 14],
    ["[].distinct()", "[]", 11],
    ["[1].distinct()", "[1]", 13],
    ["[1].slice(1, 1)", "[]", 11],
    ["[1, 1].flatten(2)", "[1, 1]", 15],
    ["['b', 'a'].flatten(0)", '["b", "a"]', 11],
    ["['a', 'b', 'b'].distinct()", '["a", "b"]', 29],
    ["['a', 'b', 'b'].slice(1, 1)", "[]", 11],
    ["[1.5, 0.5].flatten(2)", "[1.5, 0.5]", 15],
    ["[1u, 2u].flatten(1)", "[1u, 2u]", 13],
    ["[true, false].distinct()", "[true, false]", 19],
    ["[true, false].slice(1, 1)", "[]", 11],
    ["[false, true].flatten(2)", "[false, true]", 15],
    ["[duration('2s'), duration('1s')].flatten(1)", '[duration("2s"), duration("1s")]', 13],
    [
      "[timestamp('2020-01-01T00:00:00Z'), timestamp('2019-01-01T00:00:00Z')].distinct()",
      '[timestamp("2020-01-01T00:00:00Z"), timestamp("2019-01-01T00:00:00Z")]',
      19,
    ],
    ["[timestamp('2020-01-01T00:00:00Z'), timestamp('2019-01-01T00:00:00Z')].slice(1, 1)", "[]", 11],
    ["[b'b', b'a'].slice(0, 1)", '[b"\\142"]', 12],
    ["[[1], [2, 3]].flatten(0)", "[[1], [2, 3]]", 11],
    ["[[1], []].reverse()", "[[], [1]]", 13],
    ["[[1], []].flatten(2)", "[1]", 15],
    ["[1.0, double('NaN'), 0.5].flatten(1)", '[1.0, double("NaN"), 0.5]', 14],
    ["[9223372036854775807, 1].distinct()", "[9223372036854775807, 1]", 19],
    ["[9223372036854775807, 1].slice(1, 1)", "[]", 11],
    ["[18446744073709551615u, 1u].flatten(2)", "[18446744073709551615u, 1u]", 15],
    ["['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'].flatten(1)", '["aaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbb"]', 13],
    ["dyn([null]).distinct()", "[null]", 13],
    ["dyn([null]).slice(0, 1)", "[null]", 12],
    ["[{'a': 1}, {'a': 1}].flatten(2)", '[{"a": 1}, {"a": 1}]', 15],
    ["['a', 'b'].map(x, x + x).flatten(0)", '["aa", "bb"]', 42],
    ["[[[1, 2]], [[3]]].reverse()", "[[[3]], [[1, 2]]]", 13],
    ["[[[1, 2]], [[3]]].flatten(2)", "[1, 2, 3]", 15],
    [
      "[duration('2562047h'), duration('2562047h')].flatten(1)",
      '[duration("9223369200s"), duration("9223369200s")]',
      13,
    ],
    ["[double('NaN'), double('NaN')].distinct()", '[double("NaN"), double("NaN")]', 19],
    ["[double('NaN'), double('NaN')].slice(1, 1)", "[]", 11],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a list is cut, flattened and turned: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["[1, 2, 3].flatten(-1)", "! level must be non-negative"],
    ["[3, 1, 2].slice(0, 9)", "! cannot slice(0, 9), list is length 3"],
    ["[].slice(-1, 1)", "! cannot slice(-1, 1), negative indexes not supported"],
    ["[1, 1].flatten(-1)", "! level must be non-negative"],
    ["['b', 'a'].slice(0, 9)", "! cannot slice(0, 9), list is length 2"],
    ["[1.5, 0.5].flatten(-1)", "! level must be non-negative"],
    ["[1u, 2u].slice(0, 9)", "! cannot slice(0, 9), list is length 2"],
    ["[false, true].flatten(-1)", "! level must be non-negative"],
    ["[duration('2s'), duration('1s')].slice(0, 9)", "! cannot slice(0, 9), list is length 2"],
    ["[b'b', b'a'].flatten(-1)", "! level must be non-negative"],
    ["[[1], [2, 3]].slice(0, 9)", "! cannot slice(0, 9), list is length 2"],
    ["[1.0, double('NaN'), 0.5].flatten(-1)", "! level must be non-negative"],
    ["[9223372036854775807, 1].slice(0, 9)", "! cannot slice(0, 9), list is length 2"],
    ["['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'].flatten(-1)", "! level must be non-negative"],
    ["dyn([null]).slice(0, 9)", "! cannot slice(0, 9), list is length 1"],
    ["['a', 'b'].map(x, x + x).flatten(-1)", "! level must be non-negative"],
    ["[[[1, 2]], [[3]]].slice(0, 9)", "! cannot slice(0, 9), list is length 2"],
    ["[double('NaN'), double('NaN')].flatten(-1)", "! level must be non-negative"],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("a list is sorted", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["[1, 2, 3].sort()", "[1, 2, 3]", 29],
    ["[1, 2, 3].sortBy(x, x)", "[1, 2, 3]", 71],
    ["[3, 1, 2].sort()", "[1, 2, 3]", 29],
    ["[3, 1, 2].sortBy(x, x)", "[1, 2, 3]", 71],
    ["[].sort().size()", "0", 12],
    ["[].sortBy(x, -1)", "[]", 14],
    ["[1].sort().size()", "1", 14],
    ["[1].sortBy(x, -1)", "[1]", 18],
    ["[1, 1].sortBy(x, x)", "[1, 1]", 48],
    ["['b', 'a'].sort()", '["a", "b"]', 19],
    ["['b', 'a'].sortBy(x, x)", '["a", "b"]', 48],
    ["['a', 'b', 'b'].sort().size()", "3", 30],
    ["['a', 'b', 'b'].sortBy(x, -1)", '["a", "b", "b"]', 38],
    ["[1.5, 0.5].sort().size()", "2", 20],
    ["[1.5, 0.5].sortBy(x, -1)", "[1.5, 0.5]", 26],
    ["[1u, 2u].sortBy(x, x)", "[1u, 2u]", 48],
    ["[true, false].sort()", "[false, true]", 19],
    ["[true, false].sortBy(x, x)", "[false, true]", 48],
    ["[false, true].sort()", "[false, true]", 19],
    ["[false, true].sortBy(x, -1)", "[false, true]", 26],
    ["[duration('2s'), duration('1s')].sort().size()", "2", 20],
    ["[duration('2s'), duration('1s')].sortBy(x, -1)", '[duration("2s"), duration("1s")]', 26],
    [
      "[timestamp('2020-01-01T00:00:00Z'), timestamp('2019-01-01T00:00:00Z')].sortBy(x, x)",
      '[timestamp("2019-01-01T00:00:00Z"), timestamp("2020-01-01T00:00:00Z")]',
      48,
    ],
    ["[b'b', b'a'].sort()", '[b"\\141", b"\\142"]', 19],
    ["[b'b', b'a'].sortBy(x, x)", '[b"\\141", b"\\142"]', 48],
    ["[[1], [2, 3]].sortBy(x, -1)", "[[1], [2, 3]]", 26],
    ["[1.0, double('NaN'), 0.5].sort().size()", "3", 30],
    ["[1.0, double('NaN'), 0.5].sortBy(x, -1)", '[1.0, double("NaN"), 0.5]', 38],
    ["[9223372036854775807, 1].sort().size()", "2", 20],
    ["[9223372036854775807, 1].sortBy(x, -1)", "[9223372036854775807, 1]", 26],
    ["[18446744073709551615u, 1u].sortBy(x, x)", "[1u, 18446744073709551615u]", 48],
    ["['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'].sort()", '["aaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbb"]', 19],
    ["['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'].sortBy(x, x)", '["aaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbb"]', 48],
    ["['a', 'b'].map(x, x + x).sort()", '["aa", "bb"]', 50],
    ["['a', 'b'].map(x, x + x).sortBy(x, x)", '["aa", "bb"]', 79],
    ["[[[1, 2]], [[3]]].sortBy(x, -1)", "[[[1, 2]], [[3]]]", 26],
    ["[duration('2562047h'), duration('2562047h')].sort().size()", "2", 20],
    ["[double('NaN'), double('NaN')].sort()", '[double("NaN"), double("NaN")]', 19],
    ["[double('NaN'), double('NaN')].sortBy(x, x)", '[double("NaN"), double("NaN")]', 48],
    ["lists.range(20).sortBy(x, -x)", "[19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]", 1125],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a range is a list of ints", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["lists.range(-1)", "[]", 11],
    ["lists.range(-1).size()", "0", 12],
    ["lists.range(int(dyn(-1)))", "[]", 11],
    ["lists.range(0)", "[]", 11],
    ["lists.range(0).map(x, x * 2).sum()", "0", 12],
    ["lists.range(int(dyn(0)))", "[]", 11],
    ["lists.range(1).size()", "1", 13],
    ["lists.range(1).map(x, x * 2).sum()", "0", 28],
    ["lists.range(2)", "[0, 1]", 13],
    ["lists.range(2).size()", "2", 14],
    ["lists.range(int(dyn(2)))", "[0, 1]", 13],
    ["lists.range(3).size()", "3", 15],
    ["lists.range(3).map(x, x * 2).sum()", "6", 60],
    ["lists.range(5)", "[0, 1, 2, 3, 4]", 16],
    ["lists.range(5).size()", "5", 17],
    ["lists.range(int(dyn(5)))", "[0, 1, 2, 3, 4]", 16],
    [
      "lists.range(100)",
      "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99]",
      111,
    ],
    ["lists.range(100).map(x, x * 2).sum()", "9900", 1612],
    [
      "lists.range(int(dyn(100)))",
      "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99]",
      111,
    ],
    ["lists.range(15).map(x, x % 3).sort()", "[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]", 698],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});
