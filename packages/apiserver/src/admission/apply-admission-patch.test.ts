import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonPatchOperation } from "@pintle/machinery";
import { applyAdmissionPatch, PatchFailure } from "./apply-admission-patch.ts";

const document = { data: { a: "1" }, list: ["x", "y"] };

function failureOf(...operations: JsonPatchOperation[]): PatchFailure {
  try {
    applyAdmissionPatch(document, operations);
  } catch (error) {
    assert.ok(error instanceof PatchFailure, String(error));
    return error;
  }
  assert.fail("the patch applies");
}

test("a patch that fits is applied as a whole", () => {
  const patched = applyAdmissionPatch(document, [
    { op: "add", path: "/list/-", value: "z" },
    { op: "move", from: "/data/a", path: "/data/b" },
  ]);
  assert.deepEqual(patched, { data: { b: "1" }, list: ["x", "y", "z"] });
});

const failures: [JsonPatchOperation, string][] = [
  [{ op: "add", path: "/no/a", value: 1 }, 'add operation does not apply: doc is missing path: "/no/a": missing value'],
  [
    { op: "add", path: "/list/7", value: 1 },
    "error in add for path: '/list/7': Unable to access invalid index: 7: invalid index referenced",
  ],
  [
    { op: "add", path: "/list/q", value: 1 },
    `error in add for path: '/list/q': value was not a proper array index: 'q': strconv.Atoi: parsing "q": invalid syntax`,
  ],
  [{ op: "remove", path: "" }, 'remove operation does not apply: doc is missing path: "": missing value'],
  [
    { op: "remove", path: "/data/b~1c" },
    "error in remove for path: '/data/b~1c': Unable to remove nonexistent key: b/c: missing value",
  ],
  [
    { op: "remove", path: "/list/-3" },
    "error in remove for path: '/list/-3': Unable to access invalid index: -3: invalid index referenced",
  ],
  [
    { op: "replace", path: "/no/a", value: 1 },
    "replace operation does not apply: doc is missing path: /no/a: missing value",
  ],
  [
    { op: "replace", path: "/list/9", value: 1 },
    "replace operation does not apply: doc is missing key: /list/9: missing value",
  ],
  [
    { op: "move", from: "/data/b", path: "/data/c" },
    "error in move for path: 'b': Unable to remove nonexistent key: b: missing value",
  ],
  [
    { op: "move", from: "/no/b", path: "/data/c" },
    "move operation does not apply: doc is missing from path: /no/b: missing value",
  ],
  [
    { op: "copy", from: "/data/a", path: "/no/c" },
    "copy operation does not apply: doc is missing destination path: /no/c: missing value",
  ],
  [
    { op: "copy", from: "/list/5", path: "/data/c" },
    "error in copy for from: '/list/5': Unable to access invalid index: 5: invalid index referenced",
  ],
  [{ op: "replace", path: "", value: null }, "replace operation value must be object or array: %!w(<nil>)"],
  [{ op: "test", path: "/no/a", value: 1 }, "test operation does not apply: is missing path: /no/a: missing value"],
];
for (const [operation, message] of failures) {
  test(`a failed ${operation.op} of "${operation.path}" is told in the words of the library`, () => {
    const failure = failureOf({ op: "add", path: "/data/first", value: 1 }, operation);
    assert.deepEqual([failure.message, failure.isFailedTest], [message, false]);
  });
}

test("a test that finds another value is told apart", () => {
  const failure = failureOf({ op: "test", path: "/data/a", value: "2" });
  assert.deepEqual([failure.message, failure.isFailedTest], ["testing value /data/a failed: test failed", true]);
});
