import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { compareTyped, filterComparison, isSameComparison, TypedComparisonError } from "./compare-typed.ts";
import { FieldSet } from "./field-set.ts";
import { excludeFields } from "./field-set-filter.ts";
import { fieldNamesPath } from "./path-element.ts";

const text: Shape = { type: "scalar", scalar: "string" };
const number: Shape = { type: "scalar", scalar: "number" };
const item: Shape = { type: "map", fields: { name: { shape: text }, value: { shape: number } } };
const shape: Shape = {
  type: "map",
  fields: {
    image: { shape: text },
    count: { shape: number },
    labels: { shape: { type: "map", values: text } },
    selector: { shape: { type: "map", map: "atomic", values: text } },
    args: { shape: { type: "list", list: "atomic", items: text } },
    finalizers: { shape: { type: "list", list: "set", items: text } },
    env: { shape: { type: "list", list: "map", keys: ["name"], items: item } },
    raw: { shape: { type: "any" } },
  },
};

/** The paths with a sign each: + added, ~ modified, - removed. */
function changes(left: JsonValue, right: JsonValue): string[] {
  const { added, modified, removed } = compareTyped(left, right, shape);
  const signed = (sign: string, set: FieldSet) =>
    set
      .toString()
      .split("\n")
      .filter(Boolean)
      .map((path) => sign + path);
  return [...signed("+", added), ...signed("~", modified), ...signed("-", removed)];
}

test("fields that one side lacks are added or removed, along with all that is in them", () => {
  assert.deepEqual(changes({ image: "a" }, { labels: { app: "web" } }), ["+.labels", "+.labels.app", "-.image"]);
});

test("leaves that differ are modified, atomic ones as a whole", () => {
  const left = { image: "a", args: ["x"], selector: { a: "1", b: "2" }, labels: { a: "1", b: "2" } };
  const right = { image: "b", args: ["x", "y"], selector: { a: "1" }, labels: { a: "2" } };

  assert.deepEqual(changes(left, right), ["~.args", "~.image", "~.selector", "~.labels.a", "-.labels.b"]);
});

test("equal values give nothing, whatever the order of keys and of items that have names", () => {
  const left = { image: "a", count: 1, finalizers: ["a", "b"], env: [{ name: "x", value: 1 }, { name: "y" }] };
  const right = { env: [{ name: "y" }, { value: 1, name: "x" }], finalizers: ["b", "a"], count: 1, image: "a" };

  assert.equal(isSameComparison(compareTyped(left, right, shape)), true);
});

test("the order of an atomic list counts", () => {
  assert.deepEqual(changes({ args: ["a", "b"] }, { args: ["b", "a"] }), ["~.args"]);
});

test("items are compared with the item of the same key, wherever it stands", () => {
  const left = { env: [{ name: "x", value: 1 }, { name: "y" }] };
  const right = { env: [{ name: "z" }, { name: "x", value: 2 }] };

  assert.deepEqual(changes(left, right), [
    '+.env[name="z"]',
    '+.env[name="z"].name',
    '~.env[name="x"].value',
    '-.env[name="y"]',
    '-.env[name="y"].name',
  ]);
});

test("items that are there twice are compared as a whole", () => {
  const twice = [
    { name: "x", value: 1 },
    { name: "x", value: 2 },
  ];

  assert.deepEqual(changes({ env: twice }, { env: [...twice] }), []);
  assert.deepEqual(changes({ env: twice }, { env: twice.toReversed() }), ['~.env[name="x"]']);
  assert.deepEqual(changes({ env: twice }, { env: [{ name: "x" }] }), [
    '+.env[name="x"]',
    '+.env[name="x"].name',
    '-.env[name="x"]',
  ]);
  assert.deepEqual(changes({ env: [{ name: "x" }] }, { env: twice }), [
    '+.env[name="x"]',
    '-.env[name="x"]',
    '-.env[name="x"].name',
  ]);
});

test("null and empty are different, but null against content only removes the content", () => {
  assert.deepEqual(changes({ labels: null }, { labels: {} }), ["~.labels"]);
  assert.deepEqual(changes({ env: [] }, { env: null }), ["~.env"]);
  assert.deepEqual(changes({ labels: { a: "1" } }, { labels: null }), ["-.labels.a"]);
});

test("undescribed content that becomes another kind is modified, and its parts come and go", () => {
  assert.deepEqual(changes({ raw: { a: 1 } }, { raw: "text" }), ["~.raw", "-.raw.a"]);
  assert.deepEqual(changes({ raw: [1] }, { raw: { a: 1 } }), ["+.raw.a", "~.raw"]);
});

test("a large integer differs from its neighbour", () => {
  assert.deepEqual(changes({ count: 9007199254740993n }, { count: 9007199254740995n }), ["~.count"]);
  assert.deepEqual(changes({ count: 9007199254740993n }, { count: 9007199254740993n }), []);
});

test("a key that holds undefined counts as absent", () => {
  assert.deepEqual(changes({ image: undefined as unknown as JsonValue, labels: {} }, { labels: {} }), []);
});

test("keys with names of Object.prototype are compared like others", () => {
  const withProto = JSON.parse('{"labels":{"__proto__":"x","a":"1"}}');

  assert.deepEqual(changes({ labels: { a: "1" } }, withProto), ["+.labels.__proto__"]);
  assert.deepEqual(changes({ labels: { a: "1", constructor: "x" } }, { labels: { a: "1" } }), ["-.labels.constructor"]);
});

test("items that have lost their keys cannot be compared, and the error says which", () => {
  assert.throws(
    () =>
      compareTyped({ env: [{ name: "x", value: 1 }] }, { env: [{ name: "x", value: 1 }, { value: 1 }, null] }, shape),
    (error) =>
      error instanceof TypedComparisonError &&
      error.message ===
        [
          "errors:",
          '  .env: element 1: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
          "  .env: element 2: associative list with keys may not have a null element",
        ].join("\n"),
  );
});

test("a comparison can be narrowed down to what a filter keeps", () => {
  const comparison = compareTyped({ image: "a" }, { image: "b", count: 1 }, shape);
  const withoutImage = filterComparison(comparison, excludeFields(FieldSet.of(fieldNamesPath("image"))));

  assert.equal(withoutImage.modified.isEmpty(), true);
  assert.equal(withoutImage.added.toString(), ".count");
});
