import assert from "node:assert/strict";
import { test } from "node:test";
import { createCelEnvironment, kubernetesCel } from "@pintle/cel";
import { celToJson } from "./cel-to-json.ts";

function evaluate(source: string) {
  return createCelEnvironment(kubernetesCel("1.36")).compile(source).evaluate({}).value;
}

const written: [string, unknown][] = [
  ["null", null],
  ["[1, 2]", [1, 2]],
  ["3u", 3],
  ["1.5", 1.5],
  ["9007199254740993", "9007199254740993"],
  ["b'abc'", "YWJj"],
  ["timestamp('2020-01-01T00:00:00.5Z')", "2020-01-01T00:00:00.5Z"],
  ["duration('90s')", "90s"],
  ["duration('-1500ms')", "-1.5s"],
  ["optional.of('x')", "x"],
  ["{'__proto__': {'a': true}}", JSON.parse('{"__proto__": {"a": true}}')],
  ["double('NaN')", "NaN"],
];
for (const [source, json] of written) {
  test(`${source} is written as JSON`, () => {
    assert.deepEqual(celToJson(evaluate(source)), json);
  });
}

test("large integers stay what they are where that is wanted", () => {
  assert.deepEqual(celToJson(evaluate("[9007199254740993]"), "exact"), [9007199254740993n]);
});

for (const source of ["type(1)", "optional.none()", "{1: 'a'}", "quantity('1')"]) {
  test(`${source} has no place in JSON`, () => {
    assert.throws(() => celToJson(evaluate(source)), /type conversion/);
  });
}
