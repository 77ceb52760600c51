import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { MapShape, PatchDirective, Shape } from "../json/shape.ts";
import { createTwoWayStrategicPatch } from "./strategic-diff.ts";
import { strategicMerge } from "./strategic-merge.ts";
import { StrategicConflictError } from "./strategic-patch-error.ts";
import { createThreeWayStrategicPatch } from "./strategic-three-way.ts";

const text: Shape = { type: "scalar", scalar: "string" };
const byName: PatchDirective = { strategies: ["merge"], mergeKey: "name" };

function map(fields: Record<string, Shape>, patch?: PatchDirective): MapShape {
  const declared = Object.entries(fields).map(([name, shape]) => [name, { shape }]);
  return { type: "map", fields: Object.fromEntries(declared), ...(patch && { patch }) };
}

function list(items: Shape, patch?: PatchDirective): Shape {
  return { type: "list", items, list: "atomic", ...(patch && { patch }) };
}

const tags = list(text, { strategies: ["merge"] });
const shape = map({
  title: text,
  labels: { type: "map", values: text },
  args: list(text),
  tags,
  strategy: map({ type: text, rolling: map({ size: text }) }, { strategies: ["retainKeys"] }),
  replaced: map({ a: text, b: text }, { strategies: ["replace"] }),
  items: list(map({ name: text, value: text, tags, parts: list(map({ name: text, value: text }), byName) }), byName),
  volumes: list(map({ name: text, disk: map({ id: text }), empty: map({ size: text }) }), {
    strategies: ["merge", "retainKeys"],
    mergeKey: "name",
  }),
});

/** Objects of the shape. Merge keys and scalars of merged lists are unique: there is no patch for anything else. */
function objectOf(shape: MapShape, mergeKey?: string): fc.Arbitrary<JsonObject> {
  const fields = Object.entries(shape.fields ?? {}).map(([key, field]) => [key, valuesOf(field.shape)] as const);
  const requiredKeys = mergeKey === undefined ? [] : [mergeKey];
  return fc.record<JsonObject>(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true });
}

function valuesOf(shape: Shape): fc.Arbitrary<JsonValue> {
  const word = fc.constantFrom("a", "b", "c", "d", "constructor");
  if (shape.type === "map")
    return shape.values ? fc.dictionary(word, word, { noNullPrototype: true }) : objectOf(shape);
  if (shape.type !== "list") return word;
  if (shape.items.type !== "map") return shape.patch ? fc.uniqueArray(word) : fc.array(word, { maxLength: 3 });
  const { mergeKey = "" } = shape.patch ?? {};
  return fc.uniqueArray(objectOf(shape.items, mergeKey), { maxLength: 4, selector: (item) => item[mergeKey] });
}

/** A move that ends in sorted order is lost upstream, so the order of scalars is left out of the comparison. */
function withSortedTags(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withSortedTags);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    return [key, key === "tags" ? [...(inner as string[])].sort() : withSortedTags(inner)];
  });
  return Object.fromEntries(entries);
}

test("merging the patch between two objects into the first gives the second", () => {
  fc.assert(
    fc.property(objectOf(shape), objectOf(shape), (original, modified) => {
      const merged = strategicMerge(original, createTwoWayStrategicPatch(original, modified, shape), shape);
      assert.deepEqual(withSortedTags(merged), withSortedTags(modified));
    }),
    { numRuns: 500 },
  );
});

function keysIn(object: JsonObject): string[] {
  const items = ((object.items ?? []) as JsonObject[]).map(({ name }) => `items/${name}`);
  const scalars = ((object.tags ?? []) as string[]).map((tag) => `tags/${tag}`);
  return [
    ...Object.keys(object),
    ...Object.keys(object.labels ?? {}).map((key) => `labels/${key}`),
    ...items,
    ...scalars,
  ];
}

test("after an apply the object has what the user wants and what others added, but nothing that the user dropped", () => {
  fc.assert(
    fc.property(objectOf(shape), objectOf(shape), objectOf(shape), (original, modified, current) => {
      const patch = createThreeWayStrategicPatch(original, modified, current, shape, { overwrite: true });
      const applied = strategicMerge(current, patch, shape);
      const mine = keysIn(modified);
      const dropped = keysIn(original).filter((key) => !mine.includes(key));
      // A list or map that the user dropped takes along what others have put into it.
      const isKept = (key: string) => !dropped.includes(key) && !dropped.includes(key.split("/")[0] ?? "");
      assert.deepEqual(new Set(keysIn(applied)), new Set([...mine, ...keysIn(current)].filter(isKept)));
      assert.deepEqual([applied.title, applied.args], [wanted("title"), wanted("args")]);

      function wanted(key: string): JsonValue | undefined {
        return modified[key] ?? (key in original ? undefined : current[key]);
      }
    }),
    { numRuns: 500 },
  );
});

test("an apply without conflicts sends the same patch whether it may overwrite or not", () => {
  fc.assert(
    fc.property(objectOf(shape), objectOf(shape), objectOf(shape), (original, modified, current) => {
      const patch = createThreeWayStrategicPatch(original, modified, current, shape, { overwrite: true });
      try {
        const careful = createThreeWayStrategicPatch(original, modified, current, shape, { overwrite: false });
        assert.deepEqual(careful, patch);
      } catch (error) {
        if (error instanceof StrategicConflictError) assert.deepEqual(error.patch, patch);
        else assert.match(String(error), /deleteFromPrimitiveList|no elements in any/);
      }
    }),
    { numRuns: 500 },
  );
});

test("a list that both sides changed alike is sent as the user wrote it, not sorted as upstream does", () => {
  const [original, modified, current] = [{ args: ["x"] }, { args: ["b", "a"] }, { args: ["a", "b"] }];
  const patch = createThreeWayStrategicPatch(original, modified, current, shape, { overwrite: false });
  assert.deepEqual(patch, { args: ["b", "a"] });
});

test("a conflict names the user's patch and what others changed", () => {
  const [original, modified, current] = [{ title: "a" }, { title: "b" }, { title: "c" }];
  assert.throws(
    () => createThreeWayStrategicPatch(original, modified, current, shape, { overwrite: false }),
    (error) => {
      assert.ok(error instanceof StrategicConflictError);
      assert.deepEqual([error.patch, error.changes], [{ title: "b" }, { title: "c" }]);
      assert.match(error.message, /^patch:\n.*"b".*\nconflicts with changes made from original to current:\n.*"c"/s);
      return true;
    },
  );
});

test("items with one key are paired in turn in long lists too, where upstream's sort mixes them up", () => {
  const ports = Array.from({ length: 20 }, (_, index) => ({ name: `port-${index % 10}`, value: `${index}` }));
  const changed = ports.map((port, index) => (index === 13 ? { ...port, value: "changed" } : port));
  const patch = createTwoWayStrategicPatch({ items: ports }, { items: changed }, shape);
  assert.deepEqual(patch.items, [{ name: "port-3", value: "changed" }]);
});

test("names sort by their bytes, as everywhere in Kubernetes", () => {
  const words = ["\u{1f600}", "\ufb01", "z"];
  const patch = createTwoWayStrategicPatch({ tags: words }, { tags: [] }, shape);
  assert.deepEqual(patch, { "$deleteFromPrimitiveList/tags": ["z", "\ufb01", "\u{1f600}"] });
});
