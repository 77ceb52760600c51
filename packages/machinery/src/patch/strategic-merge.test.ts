import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { MapShape, Shape } from "../json/shape.ts";
import { createTwoWayStrategicPatch } from "./strategic-diff.ts";
import { strategicMerge } from "./strategic-merge.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

const pod: Shape = JSON.parse(readFileSync(new URL("../../testdata/shapes/pod.json", import.meta.url), "utf8"));

const text: Shape = { type: "scalar", scalar: "string" };
const tagList: Shape = { type: "list", items: text, list: "set", patch: { strategies: ["merge"] } };
const itemList: Shape = {
  type: "list",
  items: { type: "map", fields: { name: { shape: text }, value: { shape: text }, tags: { shape: tagList } } },
  list: "map",
  keys: ["name"],
  patch: { strategies: ["merge"], mergeKey: "name" },
};
const shape: MapShape = { type: "map", fields: { tags: { shape: tagList }, items: { shape: itemList } } };

function freeze(value: JsonValue | undefined): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

test("the result shares everything that the patch does not touch", () => {
  const original = { metadata: { labels: { a: "1" } }, spec: { containers: [{ name: "a" }, { name: "b" }] } };
  const merged = strategicMerge(original, { spec: { containers: [{ name: "b", image: "b:1" }] } }, pod);

  assert.equal(merged.metadata, original.metadata);
  const { containers } = merged.spec as typeof original.spec;
  assert.equal(containers[0], original.spec.containers[0]);
  assert.notEqual(containers[1], original.spec.containers[1]);
});

test("frozen objects and patches can be merged and compared", () => {
  const original = { tags: ["b", "a"], items: [{ name: "a", tags: ["x"] }, { name: "b" }, { name: "c" }] };
  const patch = {
    "$deleteFromPrimitiveList/tags": ["a"],
    "$setElementOrder/items": [{ name: "c" }, { name: "a" }],
    items: [
      { name: "a", tags: ["y"], value: null },
      { name: "b", $patch: "delete" },
    ],
  };
  freeze(original);
  freeze(patch);

  const merged = strategicMerge(original, patch, shape);
  freeze(merged);
  assert.deepEqual(merged, { tags: ["b"], items: [{ name: "c" }, { name: "a", tags: ["y", "x"] }] });
  assert.deepEqual(strategicMerge(original, createTwoWayStrategicPatch(original, merged, shape), shape), merged);
});

test("a key that holds undefined counts as absent on both sides", () => {
  const absent = undefined as unknown as JsonValue;
  const original: JsonObject = { spec: { nodeName: absent, hostname: "a", containers: absent } };
  const patch: JsonObject = { $patch: absent, spec: { hostname: absent, containers: [{ name: "a", $patch: absent }] } };

  const merged = strategicMerge(original, patch, pod);
  assert.deepEqual(JSON.parse(JSON.stringify(merged)), { spec: { hostname: "a", containers: [{ name: "a" }] } });
  assert.deepEqual(createTwoWayStrategicPatch({ spec: absent }, { metadata: absent }, pod), {});
});

test("the names of prototype members neither are found where nobody wrote them nor change a prototype", () => {
  const labels = JSON.parse('{"__proto__": "1", "constructor": "2"}');
  const merged = strategicMerge({ metadata: {} }, { metadata: { labels } }, pod);
  assert.deepEqual(Object.entries((merged.metadata as JsonObject).labels as JsonObject), Object.entries(labels));

  const again = strategicMerge({ metadata: { labels } }, { metadata: { labels: { toString: "3" } } }, pod);
  assert.equal(JSON.stringify(again), '{"metadata":{"labels":{"__proto__":"1","constructor":"2","toString":"3"}}}');
  const replaced = strategicMerge(
    { metadata: { labels } },
    { metadata: { labels: { $patch: "replace", ...labels } } },
    pod,
  );
  assert.equal(JSON.stringify(replaced), '{"metadata":{"labels":{"__proto__":"1","constructor":"2"}}}');

  const polluting = JSON.parse('{"__proto__": {"polluted": true}}');
  strategicMerge({}, { spec: polluting, ...polluting }, pod);
  assert.equal(({} as JsonObject).polluted, undefined);
});

test("a field named like a prototype member is unknown to the shape", () => {
  const object = { spec: { constructor: { name: "a" }, toString: ["a"] } };
  assert.throws(() => strategicMerge(object, { spec: { constructor: { name: "b" } } }, pod), /api field "constructor"/);
  assert.throws(
    () => strategicMerge(object, { spec: { toString: ["b"] } } as unknown as JsonObject, pod),
    /"toString"/,
  );
});

test("large integers are merge keys and scalars by value", () => {
  const ports: Shape = {
    type: "list",
    items: { type: "map", fields: {} },
    list: "map",
    patch: { strategies: ["merge"], mergeKey: "id" },
  };
  const numbers: Shape = { type: "list", items: { type: "scalar" }, list: "set", patch: { strategies: ["merge"] } };
  const wide: MapShape = { type: "map", fields: { ports: { shape: ports }, numbers: { shape: numbers } } };
  const original = { ports: [{ id: 9007199254740993n, a: "1" }], numbers: [9007199254740993n, 2] };

  const patch = { ports: [{ id: 9007199254740993n, a: "2" }], numbers: [9007199254740993n] };
  assert.deepEqual(strategicMerge(original, patch, wide), { ports: patch.ports, numbers: original.numbers });
  assert.deepEqual(strategicMerge({ numbers: [2] }, { "$deleteFromPrimitiveList/numbers": [2n] }, wide), {
    numbers: [],
  });
});

test("what the patch deletes from a list is gone even if it adds it too, however the patch is written", () => {
  const deletion = { "$deleteFromPrimitiveList/tags": ["a"] };
  assert.deepEqual(strategicMerge({ tags: ["a", "b"] }, { tags: ["a"], ...deletion }, shape), { tags: ["b"] });
  assert.deepEqual(strategicMerge({ tags: ["a", "b"] }, { ...deletion, tags: ["a"] }, shape), { tags: ["b"] });
});

test("what upstream panics on is an error that says what is wrong", () => {
  const isRefused = (original: JsonObject, patch: JsonObject, message: RegExp) =>
    assert.throws(
      () => strategicMerge(original, patch, shape),
      (error) => {
        assert.ok(error instanceof StrategicPatchError);
        assert.match(error.message, message);
        return true;
      },
    );
  isRefused({ tags: [null] }, { tags: ["a"] }, /must not hold null/);
  isRefused({ items: [{ name: {} }] }, { items: [{ name: {} }] }, /merge keys or order entries that are objects/);
  isRefused({ tags: ["a"] }, { "$setElementOrder/tags": [{ a: "b" }] }, /merge keys or order entries that are objects/);
  isRefused({ tags: ["a"] }, { $retainKeys: [["tags"]] }, /merge keys or order entries that are objects/);
});

test("a patch in a wrong format is a bad request, what cannot be processed a 422, the rest a server error", () => {
  const statusOf = (patch: JsonObject) => {
    try {
      return strategicMerge({ tags: ["a"], items: [{ name: "a" }] }, patch, shape);
    } catch (error) {
      return (error as StrategicPatchError).httpStatus;
    }
  };
  assert.equal(statusOf({ $retainKeys: "tags" }), 400);
  assert.equal(statusOf({ $setElementOrder: [] }), 400);
  assert.equal(statusOf({ $deleteFromPrimitiveList: [] }), 400);
  assert.equal(statusOf({ items: [{ value: "1" }] }), 500);
  assert.equal(statusOf({ $patch: "odd" }), 500);
  const listInList = strategicMerge.bind(null, { tags: [["a"]] }, { tags: ["a"] }, shape);
  assert.throws(listInList, { httpStatus: 422, message: "lists of lists are not supported" });
});

test("a list of many thousand items is merged, ordered and compared", () => {
  const many = Array.from({ length: 30_000 }, (_, index) => ({ name: `item-${index}` }));
  const original = { items: many, tags: many.map(({ name }) => name) };
  const modified = { items: many.toReversed(), tags: original.tags.toReversed() };

  const patch = createTwoWayStrategicPatch(original, modified, shape);
  assert.deepEqual(strategicMerge(original, patch, shape), modified);
});
