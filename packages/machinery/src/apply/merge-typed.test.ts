import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { mergeTyped } from "./merge-typed.ts";

const text: Shape = { type: "scalar", scalar: "string" };
const port: Shape = {
  type: "map",
  fields: {
    port: { shape: { type: "scalar", scalar: "number" } },
    protocol: { shape: text, default: "TCP" },
    name: { shape: text },
  },
};
const shape: Shape = {
  type: "map",
  fields: {
    image: { shape: text },
    labels: { shape: { type: "map", values: text } },
    selector: { shape: { type: "map", map: "atomic", values: text } },
    args: { shape: { type: "list", list: "atomic", items: text } },
    finalizers: { shape: { type: "list", list: "set", items: text } },
    ports: { shape: { type: "list", list: "map", keys: ["port", "protocol"], items: port } },
    raw: { shape: { type: "any" } },
  },
};

function merged(left: JsonValue, right: JsonValue): JsonValue {
  return mergeTyped(left, right, shape);
}

/** Both lists as letters, merged as a set. */
function order(left: string, right: string): string {
  const { finalizers } = merged({ finalizers: [...left] }, { finalizers: [...right] }) as { finalizers: string[] };
  return finalizers.join("");
}

test("maps are merged, atomic maps and lists replaced", () => {
  const left = { image: "a", labels: { a: "1", b: "2" }, selector: { a: "1" }, args: ["a"] };
  const right = { image: "b", labels: { b: "3" }, selector: { b: "2" }, args: ["b"] };

  assert.deepEqual(merged(left, right), { image: "b", labels: { a: "1", b: "3" }, selector: { b: "2" }, args: ["b"] });
});

test("items are merged with the item of the same keys, which may be defaults", () => {
  const left = {
    ports: [
      { port: 80, protocol: "TCP", name: "http" },
      { port: 53, protocol: "UDP" },
    ],
  };

  assert.deepEqual(merged(left, { ports: [{ port: 80, name: "web" }] }), {
    ports: [
      { port: 80, protocol: "TCP", name: "web" },
      { port: 53, protocol: "UDP" },
    ],
  });
});

test("shared items come in the right side's order, others stay behind their neighbour, the left side's first", () => {
  assert.equal(order("abcd", "axdc"), "abxdc");
  assert.equal(order("ab", "ba"), "ba");
  assert.equal(order("abc", "cab"), "cab");
  assert.equal(order("ab", "xy"), "abxy");
  assert.equal(order("abc", "b"), "abc");
  assert.equal(order("ab", "xa"), "xab");
  assert.equal(order("abcde", "xeyb"), "acdxeyb");
});

test("an item that the left side holds twice is replaced by the right side's, and kept where the right side lacks it", () => {
  assert.equal(order("aba", "a"), "ab");
  assert.equal(order("aba", "c"), "abac");
  const twice = {
    ports: [
      { port: 80, name: "a" },
      { port: 80, name: "b" },
    ],
  };
  assert.deepEqual(merged(twice, { ports: [{ port: 80 }] }), { ports: [{ port: 80 }] });
});

test("null and empty do not wipe out content, but replace each other and scalars", () => {
  assert.deepEqual(merged({ labels: { a: "1" }, finalizers: ["a"] }, { labels: null, finalizers: [] }), {
    labels: { a: "1" },
    finalizers: ["a"],
  });
  assert.deepEqual(
    merged({ labels: {}, finalizers: null, image: "a" }, { labels: null, finalizers: [], image: null }),
    {
      labels: null,
      finalizers: [],
      image: null,
    },
  );
});

test("undescribed maps are merged, undescribed lists replaced, and the right side decides what a value is", () => {
  assert.deepEqual(merged({ raw: { a: 1, l: [1] } }, { raw: { b: 2, l: [2] } }), { raw: { a: 1, l: [2], b: 2 } });
  assert.deepEqual(merged({ raw: { a: 1 } }, { raw: "text" }), { raw: "text" });
  assert.deepEqual(merged({ raw: "text" }, { raw: { a: null } }), { raw: { a: null } });
  assert.deepEqual(merged({ raw: [1] }, { raw: null }), { raw: null });
  assert.deepEqual(merged({ raw: { a: 1 } }, { raw: null }), { raw: { a: 1 } });
});

test("a merge that changes nothing gives the left value itself", () => {
  const left = {
    image: "a",
    labels: { a: "1", b: "2" },
    selector: { a: "1" },
    args: ["a"],
    ports: [{ port: 80, protocol: "TCP" }, { port: 81 }],
  };

  assert.equal(merged(left, { args: ["a"], labels: { b: "2" }, selector: { a: "1" }, ports: [{ port: 80 }] }), left);
  assert.equal(merged(left, {}), left);
});

test("parts that stay the same are shared, and nothing is changed in place", () => {
  const left = Object.freeze({
    labels: Object.freeze({ a: "1" }),
    ports: Object.freeze([Object.freeze({ port: 80 }), Object.freeze({ port: 81 })]),
  }) as unknown as JsonObject;
  const result = merged(left, { ports: [{ port: 81, name: "b" }] }) as { labels: JsonValue; ports: JsonValue[] };

  assert.equal(result.labels, left.labels);
  assert.equal(result.ports[0], (left.ports as JsonValue[])[0]);
  assert.deepEqual(result.ports[1], { port: 81, name: "b" });
});

test("keys with names of Object.prototype are merged like others", () => {
  const result = merged(
    { labels: { a: "1" } },
    JSON.parse('{"labels":{"__proto__":"x","constructor":"y"},"raw":{"__proto__":{"polluted":true}}}'),
  );

  assert.equal(
    JSON.stringify(result),
    '{"labels":{"a":"1","__proto__":"x","constructor":"y"},"raw":{"__proto__":{"polluted":true}}}',
  );
  assert.equal("polluted" in {}, false);
});

test("items are told apart by large integers too", () => {
  const left = { ports: [{ port: 9007199254740993n, name: "a" }] };

  assert.deepEqual(merged(left, { ports: [{ port: 9007199254740995n, name: "b" }] }), {
    ports: [...left.ports, { port: 9007199254740995n, name: "b" }],
  });
});
