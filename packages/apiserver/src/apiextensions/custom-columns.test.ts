import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { createCustomColumns } from "./custom-columns.ts";

const nowMs = Date.parse("2026-01-01T00:00:00Z");
const object: JsonObject = {
  metadata: { name: "a", creationTimestamp: "2025-12-31T23:58:00Z", labels: { "example.com/size": "large" } },
  spec: {
    text: "hello",
    count: 3,
    share: 2.5,
    large: 9_007_199_254_740_993n,
    on: false,
    nothing: null,
    list: ["p", "q", "r"],
    object: { z: 1, a: ["<b>"] },
  },
  status: {
    conditions: [
      { type: "Synced", status: "False" },
      { type: "Ready", status: "True" },
    ],
  },
};

function cell(jsonPath: string, type = "string", of = object): unknown {
  const columns = createCustomColumns([{ name: "C", type, jsonPath }]);
  return columns.cells(of, nowMs)[1];
}

test("a definition without columns shows name and age", () => {
  const columns = createCustomColumns();
  assert.deepEqual(
    columns.definitions.map(({ name }) => name),
    ["Name", "Age"],
  );
  assert.deepEqual(columns.cells(object, nowMs), ["a", "2m"]);
});

test("a path leads to fields, items, slices, and to what fits a filter", () => {
  assert.equal(cell(".spec.text"), "hello");
  assert.equal(cell(".spec.list[1]"), "q");
  assert.equal(cell(".spec.list[-1]"), "r");
  assert.equal(cell(".spec.list[*]"), "p");
  assert.equal(cell(".spec.list[1:]"), "q");
  assert.equal(cell(".spec['text','count']"), "hello");
  assert.equal(cell('.status.conditions[?(@.type=="Ready")].status'), "True");
  assert.equal(cell(".status.conditions[?(@.status!='False')].type"), "Ready");
  assert.equal(cell(".metadata.labels.example\\.com/size"), "large");
  assert.equal(cell(".status..type"), "Synced");
});

test("what is not there, and an index that is out of bounds, is a null cell", () => {
  for (const path of [".spec.absent", ".spec.list[9]", ".spec.text.deeper", ".spec.text[0]", ".absent[?(@.a==1)].b"]) {
    assert.equal(cell(path), null, path);
  }
});

test("text takes anything, as Go would print it", () => {
  assert.equal(cell(".spec.object"), '{"a":["\\u003cb\\u003e"],"z":1}');
  assert.equal(cell(".spec.large"), "9007199254740993");
  assert.equal(cell(".spec.share"), "2.5");
  assert.equal(cell(".spec.on"), "false");
  assert.equal(cell(".spec.nothing"), "<no value>");
});

test("other types take their own values only, numbers cut down to integers", () => {
  assert.equal(cell(".spec.share", "integer"), 2);
  assert.equal(cell(".spec.large", "integer"), 9_007_199_254_740_993n);
  assert.equal(cell(".spec.count", "number"), 3);
  assert.equal(cell(".spec.text", "integer"), null);
  assert.equal(cell(".spec.text", "boolean"), null);
  assert.equal(cell(".spec.on", "boolean"), false);
});

test("a date is an age, and <invalid> where it is none or to come", () => {
  assert.equal(cell(".metadata.creationTimestamp", "date"), "2m");
  assert.equal(cell(".spec.text", "date"), "<invalid>");
  assert.equal(cell(".spec.when", "date", { spec: { when: "2999-01-01T00:00:00Z" } }), "<invalid>");
  assert.equal(cell(".spec.when", "date", { spec: { when: "" } }), "<unknown>");
});

test("from the first column on whose path cannot be read, none is shown", () => {
  const columns = createCustomColumns([
    { name: "Good", type: "string", jsonPath: ".spec.text" },
    { name: "Broken", type: "string", jsonPath: ".spec.list[" },
    { name: "Late", type: "string", jsonPath: ".spec.text" },
  ]);
  assert.deepEqual(
    columns.definitions.map(({ name }) => name),
    ["Name", "Good"],
  );
});

test("no path, however evil, holds up the server or breaks it", () => {
  const deep: JsonObject = {};
  let inner = deep;
  for (let depth = 0; depth < 400; depth += 1) {
    const next: JsonObject = { list: Array.from({ length: 20 }, (_, index) => ({ a: index })) };
    inner.next = next;
    inner = next;
  }
  const evil = [
    "..a..b..c",
    "....",
    `.${"x".repeat(100_000)}`,
    "..[*]..[*]..[*]",
    `${".a".repeat(5_000)}`,
    "[?(@..a==@..a)]",
    `..${'[?(@.a=="x")]'.repeat(50)}`,
    ".spec[99999999999999999999]",
    ".spec[0:9:0]",
    ".[?(",
    ".[?(@.a=='",
    ".spec[''']",
    ".{range .items}",
    "{.spec}",
    ".__proto__.constructor",
    ".constructor.prototype",
    `[${"'a',".repeat(3_000)}'b']`,
    "\u0000.\ud800",
  ];
  const begin = performance.now();
  for (const jsonPath of evil) assert.doesNotThrow(() => cell(`.${jsonPath}`, "string", deep), jsonPath.slice(0, 40));
  assert.ok(performance.now() - begin < 2_000);
});
