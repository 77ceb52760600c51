import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "@pintle/machinery";
import { readYaml } from "./yaml-body.ts";
import { YamlBodyError } from "./yaml-body-error.ts";
import { writeYaml } from "./yaml-text.ts";

const read = (text: string) => readYaml(text).value;

test("words and numbers without quotes are what YAML 1.1 takes them for, dates aside", () => {
  for (const word of ["true", "yes", "on", "y", "Yes"]) assert.equal(read(word), true, word);
  for (const word of ["false", "no", "No", "OFF", "n"]) assert.equal(read(word), false, word);
  for (const [text, value] of [
    ["0x1f", 31],
    ["0777", 511],
    ["0o17", 15],
    ["1_000", 1000],
    ["1.5", 1.5],
    ["2020-01-01", "2020-01-01"],
    ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"],
    ["12:30:45", "12:30:45"],
    ["yesterday", "yesterday"],
    ["~", null],
    ["'true'", "true"],
  ] as [string, JsonValue][]) {
    assert.equal(read(text), value, text);
  }
});

test("keys are text, whatever they look like", () => {
  assert.deepEqual(read("{y: 1, 2: b}"), { true: 1, 2: "b" });
});

test("blocks, anchors and merged maps are resolved", () => {
  assert.deepEqual(read("a: |\n  one\n  two\nb: >-\n  one\n  two\n"), { a: "one\ntwo\n", b: "one two" });
  assert.deepEqual(read("{a: &text hello, b: *text}"), { a: "hello", b: "hello" });
  assert.deepEqual(read("a: &a {x: 1}\nb:\n  <<: *a\n  z: 2\n"), { a: { x: 1 }, b: { x: 1, z: 2 } });
});

test("of several documents the first counts, and an empty one is null", () => {
  assert.deepEqual(read("---\na: 1\n---\na: [\n"), { a: 1 });
  for (const text of ["", "\n", "# nothing\n", "---\n"]) assert.equal(read(text), null, text);
});

test("the last of duplicate keys counts, and each is told with its line", () => {
  const { value, problems } = readYaml("metadata: {name: x}\ndata: {a: one, a: two}\n");
  assert.deepEqual(value, { metadata: { name: "x" }, data: { a: "two" } });
  assert.deepEqual(
    problems.map(({ message }) => message),
    ['line 2: key "a" already set in map'],
  );
});

test("a map that stands twice is told with the line on which the second begins", () => {
  assert.deepEqual(
    readYaml("data:\n  a: 1\ndata:\n  b: 2\n").problems.map(({ message }) => message),
    ['line 4: key "data" already set in map'],
  );
});

test("binary values are text, and sets are maps", () => {
  assert.deepEqual(read("{a: !!binary aMOp, b: !!set {x, z}}"), { a: "hé", b: { x: null, z: null } });
});

test("keys of JavaScript's prototype are keys like others", () => {
  assert.equal(JSON.stringify(read("__proto__: {a: 1}\nconstructor: b\n")), '{"__proto__":{"a":1},"constructor":"b"}');
});

test("what is no YAML is refused with the line", () => {
  for (const [text, message] of [
    ["a: [\n", "yaml: line 1: did not find expected node content"],
    ["a:\n\t- b\n", "yaml: line 2: found character that cannot start any token"],
    ["a: x\n\tb: c\n", "yaml: line 2: found a tab character that violates indentation"],
    ["a: b: c", "yaml: mapping values are not allowed in this context"],
    ["a: b\n  c: d\n", "yaml: line 2: mapping values are not allowed in this context"],
    ["a:\n  b: 1\n c: 2\n", "yaml: line 2: did not find expected key"],
    ["a: b\nc\n", "yaml: line 3: could not find expected ':'"],
    ["- a\nb: c\n", "yaml: line 1: did not find expected '-' indicator"],
    ['a: "b" c\n', "yaml: did not find expected key"],
    ["a: [1, 2\n", "yaml: line 1: did not find expected ',' or ']'"],
    ["{a: b", "yaml: line 1: did not find expected ',' or '}'"],
    ["a: [b,,c]\n", "yaml: did not find expected node content"],
    ["a: 'x\n", "yaml: line 2: found unexpected end of stream"],
    ["a: @b\n", "yaml: found character that cannot start any token"],
    ["a: - b\n", "yaml: block sequence entries are not allowed in this context"],
    ['a: "\\q"\n', "yaml: found unknown escape character"],
    ["a: |x\n  b\n", "yaml: did not find expected comment or line break"],
    ["a: *x\n", "yaml: unknown anchor 'x' referenced"],
    ["<<: x\n", "yaml: map merge requires map or sequence of maps as the value"],
    ["a: !!binary x\n", "yaml: !!binary value contains invalid base64 data"],
    ["a: \u0007\n", "yaml: control characters are not allowed"],
    ["a: {{ x }}\n", 'yaml: invalid map key: map[interface {}]interface {}{"x":interface {}(nil)}'],
  ] as const) {
    assert.throws(() => readYaml(text), new YamlBodyError(message));
  }
});

test("an object is written with its keys sorted and quotes where they are needed", () => {
  const object = {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { name: "a", creationTimestamp: "2026-01-02T15:04:05Z", resourceVersion: "12", finalizers: ["x"] },
    data: { b: "one\ntwo\n", a: "true", c: "plain" },
  };
  const expected = [
    "apiVersion: v1",
    "data:",
    '  a: "true"',
    "  b: |",
    "    one",
    "    two",
    "  c: plain",
    "kind: ConfigMap",
    "metadata:",
    '  creationTimestamp: "2026-01-02T15:04:05Z"',
    "  finalizers:",
    "  - x",
    "  name: a",
    '  resourceVersion: "12"',
    "",
  ];
  assert.equal(writeYaml(object), expected.join("\n"));
  assert.equal(writeYaml({ metadata: {}, items: [] }), "items: []\nmetadata: {}\n");
});

test("whole numbers of 64 bits stay exact, and longer ones are floats", () => {
  const { value } = readYaml(
    "max: 9223372036854775807\nmin: -9223372036854775808\nover: 9223372036854775808\nsafe: +9007199254740991\n",
  );
  assert.deepEqual(value, {
    max: 9_223_372_036_854_775_807n,
    min: -9_223_372_036_854_775_808n,
    over: 2 ** 63,
    safe: Number.MAX_SAFE_INTEGER,
  });
});
