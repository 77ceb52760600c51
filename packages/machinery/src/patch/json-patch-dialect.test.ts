import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "../json/json-value.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { JsonPatchError } from "./json-patch-error.ts";
import { parseJsonPatch } from "./json-patch-operation.ts";

const document = { data: { k: "v" }, list: ["a", "b", "c"] };

function patched(...operations: JsonValue[]): JsonValue {
  const patch = parseJsonPatch(operations, { allowsAbsentValue: true });
  return applyJsonPatch(document, patch, { dialect: "kubernetes" });
}

const listAfter = (...operations: JsonValue[]) => (patched(...operations) as { list: string[] }).list.join("");
const dataAfter = (...operations: JsonValue[]) => (patched(...operations) as { data: JsonValue }).data;
const fails = (...operations: JsonValue[]) => assert.throws(() => patched(...operations), JsonPatchError);
const add = (index: string) => ({ op: "add", path: `/list/${index}`, value: "x" });
const remove = (index: string) => ({ op: "remove", path: `/list/${index}` });
const replace = (index: string) => ({ op: "replace", path: `/list/${index}`, value: "x" });

test("a negative index counts from the end, for add from behind it", () => {
  assert.deepEqual(
    [add("-1"), add("-2"), add("-4")].map((operation) => listAfter(operation)),
    ["abcx", "abxc", "xabc"],
  );
  assert.deepEqual(
    [remove("-1"), replace("-3")].map((operation) => listAfter(operation)),
    ["ab", "xbc"],
  );
  assert.equal(listAfter({ op: "move", from: "/list/-1", path: "/list/0" }), "cab");
  fails(add("-5"));
  fails(remove("-4"));
  fails(replace("-4"));
});

test("an index may have zeros and a plus sign in front, and is a whole number", () => {
  assert.deepEqual(
    [add("01"), add("+1"), remove("002")].map((operation) => listAfter(operation)),
    ["axbc", "axbc", "ab"],
  );
  for (const index of ["1e0", "1.0", "one", "", " 1", "0x1"]) fails(add(index));
});

test("- is the end for add alone", () => {
  assert.equal(listAfter(add("-")), "abcx");
  fails(remove("-"));
  fails(replace("-"));
});

test("what stands before the first slash of a path is dropped, and without a slash it points nowhere", () => {
  assert.deepEqual(dataAfter({ op: "add", path: "x/data/m", value: "y" }), { k: "v", m: "y" });
  assert.deepEqual(patched({ op: "add", path: "data/m", value: "y" }), { ...document, m: "y" });
  for (const op of ["add", "replace", "remove", "test"]) fails({ op, path: "data", value: {} });
});

test("copy of a key that is not there copies null, from a parent that is not there it fails", () => {
  assert.deepEqual(dataAfter({ op: "copy", from: "/data/none", path: "/data/m" }), { k: "v", m: null });
  fails({ op: "copy", from: "/none/none", path: "/data/m" });
  fails({ op: "copy", from: "/list/3", path: "/data/m" });
  fails({ op: "move", from: "/data/none", path: "/data/m" });
});

test("an operation without a value means null", () => {
  assert.deepEqual(dataAfter({ op: "add", path: "/data/m" }), { k: "v", m: null });
  assert.deepEqual(patched({ op: "test", path: "/data/none" }), document);
  fails({ op: "test", path: "/data/k" });
});

test("the whole document can be tested and replaced by a container, nothing else", () => {
  assert.deepEqual(patched({ op: "test", path: "", value: document }, { op: "replace", path: "", value: {} }), {});
  fails({ op: "add", path: "", value: {} });
  fails({ op: "remove", path: "" });
  fails({ op: "replace", path: "", value: "text" });
  fails({ op: "replace", path: "", value: null });
});

test("a value cannot be moved into itself", () => {
  fails({ op: "move", from: "/data", path: "/data/k" });
  assert.deepEqual(patched({ op: "move", from: "/data", path: "/data" }), document);
});

test("without the dialect all of this is refused", () => {
  for (const operation of [add("-1"), add("01"), { op: "add", path: "x/data/m", value: "y" }]) {
    assert.throws(() => applyJsonPatch(document, parseJsonPatch([operation])), JsonPatchError);
  }
});
