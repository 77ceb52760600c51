import assert from "node:assert/strict";
import { test } from "node:test";
import { equalJson, getOwn, type JsonObject, type JsonValue } from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";
import fc from "fast-check";
import { findLoss, restore } from "./loss.ts";

const schema: StructuralSchema = {
  type: "object",
  properties: {
    keyed: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "side"],
      items: { type: "object", properties: { inner: { type: "object", additionalProperties: {} } } },
    },
    placed: { type: "array", items: { type: "object" } },
  },
};

/** Through JSON, so that `__proto__` is a key like any other. */
const json = (depth: number): fc.Arbitrary<JsonValue> =>
  fc
    .letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: depth, depthSize: "small" },
        fc.constantFrom<JsonValue[]>(null, true, 0, 1, "", "a"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc
          .array(fc.tuple(fc.constantFrom("a", "b", "__proto__", "constructor"), tie("value")), { maxLength: 3 })
          .map(
            (entries): JsonValue =>
              JSON.parse(`{${entries.map(([key, value]) => `"${key}":${JSON.stringify(value)}`)}}`),
          ),
      ),
    }))
    .value.map((value) => value);

const keyedItem = fc
  .record({ name: fc.constantFrom("a", "b", "c"), side: fc.constantFrom(1, 2), inner: json(2) })
  .map((item) => item as JsonValue);
const identity = (item: JsonValue) => `${(item as JsonObject).name}/${(item as JsonObject).side}`;
const values: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      keyed: fc.oneof(
        { weight: 4, arbitrary: fc.uniqueArray(keyedItem, { selector: identity, maxLength: 5 }) },
        { weight: 1, arbitrary: fc.array(fc.oneof(keyedItem, json(1)), { maxLength: 3 }) },
      ),
      placed: fc.array(fc.oneof(json(2), fc.constantFrom<JsonValue[]>({ a: 1 }, { a: 1, b: 2 })), { maxLength: 4 }),
      free: json(3),
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.parse(JSON.stringify(value)));

test("what was lost is restored exactly, whatever it was", () => {
  fc.assert(
    fc.property(values, values, (plain, whole) => {
      const loss = findLoss(plain, whole, schema);
      const restored = loss === undefined ? plain : restore(plain, JSON.parse(JSON.stringify(loss)), schema);
      assert.deepEqual(restored, whole);
    }),
    { numRuns: 3_000 },
  );
});

test("what was edited meanwhile stays as it was edited", () => {
  fc.assert(
    fc.property(values, values, values, (plain, whole, edited) => {
      const restored = restore(edited, findLoss(plain, whole, schema) ?? null, schema) as JsonObject;
      for (const key of ["keyed", "placed", "free"]) {
        const [was, is] = [getOwn(plain, key), getOwn(edited, key)];
        const isScalar = typeof is !== "object" || is === null || typeof was !== "object" || was === null;
        if (isScalar && !equalJson(was, is)) assert.deepEqual(getOwn(restored, key), is);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("nothing is lost between values that are equal", () => {
  fc.assert(fc.property(values, (value) => findLoss(value, structuredClone(value), schema) === undefined));
});

test("items have the order that they had, unless somebody has moved them", () => {
  const list = (names: string) => ({ keyed: [...names].map((name) => ({ name, side: 1 })) });
  const after = (edited: string) => {
    const restored = restore(list(edited), findLoss(list("abc"), list("cba"), schema) ?? {}, schema);
    return (restored as ReturnType<typeof list>).keyed.map(({ name }) => name).join("");
  };
  const orders = { abc: "cba", ab: "ba", xabcy: "cbaxy", c: "c", acb: "acb", bax: "bax", xbacy: "xbacy", "": "" };
  assert.deepEqual(Object.fromEntries(Object.keys(orders).map((edited) => [edited, after(edited)])), orders);
});

test("any JSON is taken for a loss", () => {
  const losses = fc.oneof(
    json(4),
    fc.record({ keys: json(3) }),
    fc.record({
      items: fc.array(fc.record({ id: json(1), at: json(1), from: json(1), loss: json(2) })),
      length: json(1),
    }),
    fc.record({ items: fc.array(json(2)), order: fc.record({ from: json(2), to: json(2) }) }),
  );
  const all = fc.oneof(losses, fc.record({ keys: fc.record({ keyed: losses, placed: losses, free: losses }) }));
  fc.assert(
    fc.property(values, all, (value, loss) => {
      const before = structuredClone(value);
      restore(value, loss as JsonValue, schema);
      assert.deepEqual(value, before, "nor is the value changed");
    }),
    { numRuns: 2_000 },
  );
});

test("each of many items is found again though all have moved", () => {
  const count = 20_000;
  const plain = Array.from({ length: count }, (_, index) => ({ name: `n${index}` }));
  const whole = plain.map(({ name }, index) => ({ name, note: index }));
  const loss = findLoss({ placed: plain }, { placed: whole }, schema) ?? {};
  const moved = [...plain.slice(1), { name: "new" }];
  const { placed } = restore({ placed: moved }, loss, schema) as { placed: JsonValue[] };
  assert.deepEqual(placed, [...whole.slice(1), { name: "new" }]);
});
