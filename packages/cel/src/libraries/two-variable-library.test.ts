/** Macros with two variables in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";
import { runnerOf } from "./library-fixture.test.ts";

const run = runnerOf(kubernetesLibraries("1.36"));

test("entries are tested and transformed", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["[1, 2, 3].transformList(i, v, i)", "[0, 1, 2]", 40],
    ["[1, 2, 3].existsOne(i, v, i == 1)", "true", 10],
    ["[3, 1, 2].transformMap(i, v, i > 0, v)", "{1: 1, 2: 2}", 15],
    ["[3, 1, 2].transformMapEntry(i, v, i < 1, {'k': v})", '{"k": 3}', 40],
    ["[].existsOne(i, v, i == 1)", "false", 2],
    ["[1].transformMap(i, v, v)", "{0: 1}", 5],
    ["[1].transformMapEntry(i, v, {i: v})", "{0: 1}", 35],
    ["[1, 1].all(i, v, i >= 0)", "true", 11],
    ["['b', 'a'].transformList(i, v, i > 0, v)", '["a"]', 18],
    ["['b', 'a'].exists_one(i, v, v == v)", "false", 12],
    ["['a', 'b', 'b'].all(i, v, i >= 0)", "true", 16],
    ["[1.5, 0.5].transformList(i, v, i > 0, v)", "[0.5]", 18],
    ["[1.5, 0.5].exists_one(i, v, v == v)", "false", 12],
    ["[1u, 2u].all(i, v, i >= 0)", "true", 11],
    ["[true, false].transformList(i, v, i > 0, v)", "[false]", 18],
    ["[true, false].exists_one(i, v, v == v)", "false", 12],
    ["[false, true].all(i, v, i >= 0)", "true", 11],
    ["[duration('2s'), duration('1s')].transformList(i, v, i > 0, v)", '[duration("1s")]', 18],
    ["[duration('2s'), duration('1s')].exists_one(i, v, v == v)", "false", 12],
    ["[timestamp('2020-01-01T00:00:00Z'), timestamp('2019-01-01T00:00:00Z')].all(i, v, i >= 0)", "true", 11],
    ["[b'b', b'a'].transformMap(i, v, v)", '{0: b"\\142", 1: b"\\141"}', 9],
    ["[b'b', b'a'].transformMapEntry(i, v, {i: v})", '{0: b"\\142", 1: b"\\141"}', 69],
    ["[[1], [2, 3]].exists(i, v, i == 1)", "true", 13],
    ["[[1], []].transformList(i, v, i > 0, v)", "[[]]", 18],
    ["[[1], []].transformMapEntry(i, v, {i: v})", "{0: [1], 1: []}", 69],
    ["[1.0, double('NaN'), 0.5].exists(i, v, i == 1)", "true", 16],
    ["[9223372036854775807, 1].transformList(i, v, i > 0, v)", "[1]", 18],
    ["[9223372036854775807, 1].transformMapEntry(i, v, {i: v})", "{0: 9223372036854775807, 1: 1}", 69],
    ["[18446744073709551615u, 1u].exists(i, v, i == 1)", "true", 13],
    ["['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'].transformList(i, v, i > 0, v)", '["bbbbbbbbbbb"]', 18],
    [
      "['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'].transformMapEntry(i, v, {i: v})",
      '{0: "aaaaaaaaaaaaaaaaaaaa", 1: "bbbbbbbbbbb"}',
      69,
    ],
    ["dyn([null]).exists(i, v, i == 1)", "false", 7],
    ["[{'a': 1}, {'a': 1}].transformList(i, v, i)", "[0, 1]", 27],
    ["[{'a': 1}, {'a': 1}].exists_one(i, v, v == v)", "false", 12],
    ["['a', 'b'].map(x, x + x).all(i, v, i >= 0)", "true", 42],
    ["[[[1, 2]], [[3]]].transformList(i, v, i)", "[0, 1]", 27],
    ["[[[1, 2]], [[3]]].exists_one(i, v, v == v)", "false", 12],
    ["[duration('2562047h'), duration('2562047h')].all(i, v, i >= 0)", "true", 11],
    ["[double('NaN'), double('NaN')].transformList(i, v, i)", "[0, 1]", 27],
    ["[double('NaN'), double('NaN')].exists_one(i, v, v == v)", "false", 8],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("entries are tested and transformed: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["[1, 2, 3].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["[3, 1, 2].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["[1, 1].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["['b', 'a'].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["['a', 'b', 'b'].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["[1.5, 0.5].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["[1u, 2u].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["[false, true].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["[duration('2s'), duration('1s')].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    [
      "[timestamp('2020-01-01T00:00:00Z'), timestamp('2019-01-01T00:00:00Z')].transformMapEntry(i, v, {'k': v})",
      "! insert failed: key k already exists",
    ],
    ["[b'b', b'a'].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["[[1], [2, 3]].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["[[1], []].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["[1.0, double('NaN'), 0.5].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["[18446744073709551615u, 1u].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    [
      "['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'].transformMapEntry(i, v, {'k': v})",
      "! insert failed: key k already exists",
    ],
    ["[{'a': 1}, {'a': 1}].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["['a', 'b'].map(x, x + x).transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    ["[[[1, 2]], [[3]]].transformMapEntry(i, v, {'k': v})", "! insert failed: key k already exists"],
    [
      "[duration('2562047h'), duration('2562047h')].transformMapEntry(i, v, {'k': v})",
      "! insert failed: key k already exists",
    ],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});
