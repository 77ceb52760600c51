/** JSON Patch, held to the library that kube-apiserver uses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  applyJsonPatch,
  createJsonPatch,
  escapeJsonPointerKey,
  type JsonObject,
  JsonPatchError,
  type JsonValue,
  parseJsonPatch,
} from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { type Answer, askOracle } from "./oracle.ts";

// Few keys, so that most paths lead somewhere. Items of arrays are never null: upstream panics when it compares those.
const key = fc.constantFrom("a", "b", "l", "~/", "__proto__");
const scalar = fc.constantFrom<JsonValue>(true, 0, 1, 1.5, "", "a");
const { object: document } = fc.letrec<{ tree: JsonValue; item: JsonValue; object: JsonObject }>((tie) => ({
  object: fc.dictionary(key, tie("tree"), { minKeys: 2, maxKeys: 5, noNullPrototype: true }),
  tree: fc.oneof({ maxDepth: 3 }, scalar, fc.constant(null), fc.array(tie("item"), { maxLength: 3 }), tie("object")),
  item: fc.oneof({ maxDepth: 3 }, scalar, tie("object")),
}));

/** A path that exists in the document as it is at first, sometimes with a step more or with the last one exchanged. */
type PathPlan = (pointers: readonly string[]) => string;
const step = fc.constantFrom("a", "b", "l", "~0~1", "__proto__", "0", "1", "2", "-", "-1", "x", "~2", "");
const path: fc.Arbitrary<PathPlan> = fc
  .record({ pick: fc.nat(), step, change: fc.constantFrom("none", "none", "none", "append", "exchange") })
  .map(({ pick, step, change }) => (pointers) => {
    const pointer = pointers[pick % pointers.length] ?? "";
    if (change === "none") return pointer;
    return `${change === "append" ? pointer : pointer.slice(0, pointer.lastIndexOf("/"))}/${step}`;
  });
const value = fc.oneof(scalar, fc.constantFrom<JsonValue>({}, [], { a: 1 }, [1], { a: { b: [] } }));
const operation = fc.oneof(
  { arbitrary: fc.record({ op: fc.constantFrom("add", "replace"), path, value }), weight: 30 },
  { arbitrary: fc.record({ op: fc.constant("add"), path, value: fc.constant(null) }), weight: 5 },
  { arbitrary: fc.record({ op: fc.constant("test"), path, value: fc.oneof(value, fc.constant(null)) }), weight: 5 },
  { arbitrary: fc.record({ op: fc.constant("remove"), path }), weight: 10 },
  { arbitrary: fc.record({ op: fc.constantFrom("move", "copy"), path, from: path }), weight: 20 },
  { arbitrary: fc.record({ op: fc.constantFrom("spam", "Add", ""), path, value }), weight: 1 },
);

const question = fc
  .tuple(document, fc.array(operation, { minLength: 1, maxLength: 4 }))
  .map(([document, operations]): [JsonObject, JsonValue] => {
    const pointers = pointersOf(document, "");
    const place = (plan: unknown) => (typeof plan === "function" ? (plan as PathPlan)(pointers) : (plan as JsonValue));
    const placed = operations.map((members) =>
      Object.fromEntries(Object.entries(members).map(([member, plan]) => [member, place(plan)])),
    );
    return [document, placed];
  });

function pointersOf(value: JsonValue, pointer: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const child = `${pointer}/${escapeJsonPointerKey(key)}`;
    return [child, ...pointersOf(inner, child)];
  });
}

/** Points in which ours follows RFC 6902 and upstream does not; each has its unit test. */
const stricter = /\(copy .*there is nothing at "from"|moved into itself/;

function tryApply(document: JsonValue, patch: JsonValue): Answer<JsonValue> {
  try {
    return { value: applyJsonPatch(document, parseJsonPatch(patch)) };
  } catch (error) {
    if (error instanceof JsonPatchError) return { error: error.message };
    throw error;
  }
}

test("10,000 JSON patches apply, or fail, as upstream's do", { skip: missing("go") }, async (t) => {
  const cases = fc.sample(question, { seed: 42, numRuns: 10_000 });
  const answers = await askOracle<JsonValue>("json-patch", cases);
  const count = { applied: 0, failed: 0, stricter: 0, panicked: 0 };
  for (const [index, [before, patch]] of cases.entries()) {
    const ours = tryApply(before, patch);
    const theirs = answers[index] as Answer<JsonValue>;
    const what = JSON.stringify({ before, patch, ours, theirs });
    if ("panic" in theirs) count.panicked += 1;
    else if ("error" in ours && stricter.test(ours.error)) count.stricter += 1;
    else if ("error" in ours) {
      count.failed += 1;
      assert.ok("error" in theirs, what);
    } else {
      count.applied += 1;
      assert.deepEqual(ours, theirs, what);
    }
  }
  t.diagnostic(JSON.stringify(count));
});

test("upstream applies the patches that we compute between 10,000 pairs", { skip: missing("go") }, async () => {
  const pairs = fc.sample(fc.tuple(document, document), { seed: 42, numRuns: 10_000 });
  const answers = await askOracle<JsonValue>(
    "json-patch",
    pairs.map(([from, to]) => [from, createJsonPatch(from, to)]),
  );
  for (const [index, [from, to]] of pairs.entries()) {
    assert.deepEqual(answers[index], { value: to }, JSON.stringify({ from, to }));
  }
});
