/** Sets in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { createCelEnvironment } from "../environment.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { formatValue } from "../values/format-value.ts";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";

const environment = createCelEnvironment({ libraries: kubernetesLibraries("1.36") });

/** The result as CEL writes it, or the message, and the cost. */
function run(source: string): readonly [string, number] {
  try {
    const { value, cost } = environment.compile(source).evaluate({});
    return [formatValue(value), cost];
  } catch (error) {
    if (error instanceof CelEvaluationError) return [`! ${error.message}`, error.cost];
    throw error;
  }
}

test("lists are compared as sets", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["sets.contains([1, 2, 3], [1, 2])", "true", 7],
    ["sets.contains([1, 2, 3], [])", "true", 1],
    ["sets.contains(dyn([1.0]), [1, 2, 3])", "false", 4],
    ["sets.contains([1, 2], [3, 1, 2])", "false", 7],
    ["sets.intersects([3, 1, 2], [])", "false", 1],
    ["sets.intersects([3, 1, 2], dyn([1.0]))", "true", 4],
    ["sets.intersects([1, 2], [])", "false", 1],
    ["sets.intersects([], [])", "false", 1],
    ["sets.equivalent([], ['b'])", "false", 1],
    ["sets.equivalent([], dyn([1.0]))", "false", 1],
    ["sets.equivalent([1, 2], [1])", "false", 5],
    ["sets.equivalent([], [1])", "false", 1],
    ["sets.contains([1, 1], [1, 2])", "false", 5],
    ["sets.contains([1, 1], [])", "true", 1],
    ["sets.contains(dyn([1.0]), [1, 1])", "true", 3],
    ["sets.contains([], ['b', 'a'])", "false", 1],
    ["sets.intersects(['b', 'a'], ['b'])", "true", 3],
    ["sets.intersects(['b', 'a'], dyn([1.0]))", "false", 3],
    ["sets.intersects([], ['a', 'b', 'b'])", "false", 1],
    ["sets.intersects(['b'], ['a', 'b', 'b'])", "true", 4],
    ["sets.equivalent(['a', 'b', 'b'], dyn([1.0]))", "false", 7],
    ["sets.equivalent([1.5, 0.5], [])", "false", 1],
    ["sets.equivalent(dyn([1.0]), [1.5, 0.5])", "false", 5],
    ["sets.equivalent([], [1u, 2u])", "false", 1],
    ["sets.contains([true, false], [])", "true", 1],
    ["sets.contains([true, false], dyn([1.0]))", "false", 3],
    ["sets.contains([], [false, true])", "false", 1],
    ["sets.contains(dyn([1.0]), [false, true])", "false", 3],
    ["sets.intersects([duration('2s'), duration('1s')], [])", "false", 1],
    ["sets.intersects([duration('2s'), duration('1s')], dyn([1.0]))", "false", 3],
    ["sets.intersects([], [timestamp('2020-01-01T00:00:00Z'), timestamp('2019-01-01T00:00:00Z')])", "false", 1],
    ["sets.intersects(dyn([1.0]), [timestamp('2020-01-01T00:00:00Z'), timestamp('2019-01-01T00:00:00Z')])", "false", 3],
    ["sets.equivalent([b'b', b'a'], [])", "false", 1],
    ["sets.equivalent([b'b', b'a'], dyn([1.0]))", "false", 5],
    ["sets.equivalent([], [[1], [2, 3]])", "false", 1],
    ["sets.equivalent(dyn([1.0]), [[1], [2, 3]])", "false", 5],
    ["sets.contains([[1], []], dyn([1.0]))", "false", 3],
    ["sets.contains([1.0, double('NaN'), 0.5], [])", "true", 1],
    ["sets.contains(dyn([1.0]), [1.0, double('NaN'), 0.5])", "false", 4],
    ["sets.contains([1, 2], [9223372036854775807, 1])", "false", 5],
    ["sets.intersects([9223372036854775807, 1], [])", "false", 1],
    ["sets.intersects([9223372036854775807, 1], dyn([1.0]))", "true", 3],
    ["sets.intersects([], [18446744073709551615u, 1u])", "false", 1],
    ["sets.intersects(dyn([1.0]), [18446744073709551615u, 1u])", "true", 3],
    ["sets.equivalent(['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'], [])", "false", 1],
    ["sets.equivalent(['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'], ['b'])", "false", 5],
    ["sets.equivalent(dyn([1.0]), ['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbb'])", "false", 5],
    ["sets.equivalent([1, 2], dyn([null]))", "false", 5],
    ["sets.contains(dyn([null]), ['b'])", "false", 2],
    ["sets.contains(dyn([null]), dyn([1.0]))", "false", 2],
    ["sets.contains([], [{'a': 1}, {'a': 1}])", "false", 1],
    ["sets.contains(dyn([1.0]), [{'a': 1}, {'a': 1}])", "false", 3],
    ["sets.intersects(['a', 'b'].map(x, x + x), [])", "false", 32],
    ["sets.intersects(['a', 'b'].map(x, x + x), ['b'])", "false", 34],
    ["sets.intersects(dyn([1.0]), ['a', 'b'].map(x, x + x))", "false", 34],
    ["sets.intersects([], [[[1, 2]], [[3]]])", "false", 1],
    ["sets.equivalent([[[1, 2]], [[3]]], dyn([1.0]))", "false", 5],
    ["sets.equivalent([duration('2562047h'), duration('2562047h')], [])", "false", 1],
    ["sets.equivalent(dyn([1.0]), [duration('2562047h'), duration('2562047h')])", "false", 5],
    ["sets.equivalent([], [double('NaN'), double('NaN')])", "false", 1],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});
