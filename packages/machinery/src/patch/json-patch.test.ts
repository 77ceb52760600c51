import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type JsonObject, type JsonValue, maxJsonDepth } from "../json/json-value.ts";
import { applyJsonPatch, maxJsonPatchCopyBytes } from "./json-patch.ts";
import { JsonPatchError } from "./json-patch-error.ts";
import { type JsonPatchOperation, maxJsonPatchOperations, parseJsonPatch } from "./json-patch-operation.ts";

function patched(document: JsonValue, ...patch: JsonPatchOperation[]): JsonValue {
  return applyJsonPatch(document, patch);
}

function nested(depth: number): JsonValue {
  let value: JsonValue = 0;
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}

describe("the result", () => {
  test("shares with the original what the patch did not touch", () => {
    const document = { spec: { replicas: 1 }, status: { ready: 1 } };
    const result = patched(document, { op: "replace", path: "/spec/replicas", value: 2 }) as typeof document;

    assert.deepEqual(document, { spec: { replicas: 1 }, status: { ready: 1 } });
    assert.equal(result.status, document.status);
  });

  test("is nothing when the last of many operations fails, and the original is as before", () => {
    const document = { list: [1, 2, 3], map: { a: 1 } };
    const before = structuredClone(document);
    const changes: JsonPatchOperation[] = [
      { op: "add", path: "/list/-", value: 4 },
      { op: "remove", path: "/map/a" },
      { op: "move", from: "/list", path: "/map/list" },
      { op: "test", path: "/map/list/0", value: "no" },
    ];

    assert.throws(
      () => applyJsonPatch(document, changes),
      /operation 3 \(test \/map\/list\/0\): the value is another one/,
    );
    assert.deepEqual(document, before);
  });

  test("does not write through a value of the patch, so that it can be applied again", () => {
    const patch: JsonPatchOperation[] = [
      { op: "add", path: "/a", value: { list: [] } },
      { op: "add", path: "/a/list/-", value: 1 },
      { op: "copy", from: "/a", path: "/b" },
      { op: "add", path: "/b/list/-", value: 2 },
    ];

    assert.deepEqual(applyJsonPatch({}, patch), { a: { list: [1] }, b: { list: [1, 2] } });
    assert.deepEqual(applyJsonPatch({}, patch), { a: { list: [1] }, b: { list: [1, 2] } });
  });
});

describe("as the API server does it", () => {
  test("replace sets a key that the object lacks", () => {
    assert.deepEqual(patched({ a: {} }, { op: "replace", path: "/a/b", value: 1 }), { a: { b: 1 } });
  });

  test("a key that the object lacks passes a test for null, an item that the array lacks does not", () => {
    assert.deepEqual(patched({ a: {} }, { op: "test", path: "/a/b", value: null }), { a: {} });
    assert.throws(() => patched({ a: [] }, { op: "test", path: "/a/0", value: null }), /nothing at the path/);
    assert.throws(() => patched({}, { op: "test", path: "/a/b", value: null }), /nothing at the path/);
  });

  test("a tilde that starts no escape stands for itself", () => {
    assert.deepEqual(patched({}, { op: "add", path: "/a~b~2~01~1", value: 1 }), { "a~b~2~1/": 1 });
  });

  test("null is an empty patch", () => {
    assert.deepEqual(parseJsonPatch(null), []);
  });
});

describe("stricter than the API server, as the RFC demands", () => {
  test("copy needs something to copy, where upstream writes a null that nobody asked for", () => {
    assert.throws(() => patched({}, { op: "copy", from: "/a", path: "/b" }), /there is nothing at "from", \/a/);
  });

  test("a path starts with a slash, where upstream ignores all that comes before the first one", () => {
    assert.throws(() => patched({ b: 1 }, { op: "remove", path: "a/b" }), /does not start with a slash/);
    assert.throws(() => patched({ b: 1 }, { op: "move", from: "b", path: "/c" }), /"from" does not start with a slash/);
  });

  test("an item cannot be moved into itself, where upstream puts it into the next one", () => {
    assert.throws(() => patched([{}, {}], { op: "move", from: "/0", path: "/0/a" }), /moved into itself/);
  });

  for (const index of ["01", "+1", "-1", "-0", "1e0", "1.0", " 1", "0x1", "", "99999999999999999999", "length"]) {
    test(`"${index}" is no index of an array`, () => {
      const document = [[1, 2, 3]];
      for (const op of ["add", "replace", "test"] as const) {
        assert.throws(() => patched(document, { op, path: `/0/${index}`, value: 1 }), JsonPatchError);
      }
      assert.throws(() => patched(document, { op: "remove", path: `/0/${index}` }), JsonPatchError);
      assert.throws(() => patched(document, { op: "copy", from: `/0/${index}`, path: "/0/-" }), JsonPatchError);
    });
  }

  test("numbers are compared by value, however they are written", () => {
    assert.deepEqual(patched({ a: 1 }, { op: "test", path: "/a", value: 1n }), { a: 1 });
    assert.throws(() => patched({ a: 2n ** 53n }, { op: "test", path: "/a", value: 2n ** 53n + 1n }), /another one/);
  });

  test("the whole document can be replaced, copied and tested, but not removed", () => {
    assert.equal(patched({ a: 1 }, { op: "copy", from: "/a", path: "" }), 1);
    assert.deepEqual(patched({ a: 1 }, { op: "copy", from: "", path: "/b" }), { a: 1, b: { a: 1 } });
    assert.deepEqual(patched({ a: 1 }, { op: "move", from: "", path: "" }), { a: 1 });
    assert.throws(() => patched({ a: 1 }, { op: "remove", path: "" }), /cannot be removed/);
  });
});

describe("hostile patches", () => {
  for (const key of ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"]) {
    test(`${key} is a key like any other`, () => {
      assert.throws(() => patched({}, { op: "remove", path: `/${key}` }), JsonPatchError);
      assert.throws(() => patched({}, { op: "add", path: `/${key}/polluted`, value: 1 }), JsonPatchError);
      assert.throws(() => patched([], { op: "add", path: `/${key}`, value: 1 }), JsonPatchError);
      assert.throws(() => patched({}, { op: "copy", from: `/${key}`, path: "/a" }), JsonPatchError);

      const result = patched(
        {},
        { op: "add", path: `/${key}`, value: { x: 1 } },
        { op: "add", path: `/${key}/y`, value: 2 },
        { op: "copy", from: `/${key}`, path: "/copy" },
        { op: "test", path: `/${key}`, value: { x: 1, y: 2 } },
      ) as JsonObject;
      assert.deepEqual(Object.getOwnPropertyDescriptor(result, key)?.value, { x: 1, y: 2 });
      assert.deepEqual(Object.keys(result), [key, "copy"]);
      assert.equal(Object.getPrototypeOf(result), Object.prototype);
      assert.equal("polluted" in {}, false);
      assert.deepEqual(patched(result, { op: "remove", path: `/${key}` }), { copy: { x: 1, y: 2 } });
    });
  }

  test("copies end at 3 MiB in all, counted as JSON text", () => {
    const half = { text: "x".repeat(maxJsonPatchCopyBytes / 2 - '{"text":""}'.length) };
    const twice: JsonPatchOperation[] = [
      { op: "copy", from: "/a", path: "/b" },
      { op: "copy", from: "/a", path: "/c" },
    ];
    applyJsonPatch({ a: half, d: 0 }, twice);
    assert.throws(
      () => applyJsonPatch({ a: half, d: 0 }, [...twice, { op: "copy", from: "/d", path: "/e" }]),
      /operation 2 .*: copies would add up to more than 3145728 bytes/,
    );
    assert.throws(
      () => patched({ a: { text: `é${half.text}` } }, ...twice),
      /operation 1 /,
      "bytes count, not characters",
    );
  });

  test("doubling a value again and again ends at the copy limit, not in memory", () => {
    const doubling: JsonPatchOperation[] = [];
    for (let round = 0; round < 60; round++) doubling.push({ op: "copy", from: "/a", path: "/a/-" });
    assert.throws(() => applyJsonPatch({ a: ["x"] }, doubling), /copies would add up/);
  });

  test("nothing can be nested deeper than the limit, by add, copy or move", () => {
    const deepest = `/a${"/a".repeat(maxJsonDepth - 1)}`;
    const document = { a: nested(maxJsonDepth - 1), b: nested(1), list: [nested(600)] };
    assert.deepEqual(patched(document, { op: "replace", path: deepest, value: 1 }) !== undefined, true);

    const tooDeep = /nested deeper than 1000 levels/;
    assert.throws(() => patched(document, { op: "replace", path: deepest, value: [] }), tooDeep);
    assert.throws(() => patched(document, { op: "copy", from: "/b", path: deepest }), tooDeep);
    assert.throws(() => patched(document, { op: "move", from: "/b", path: deepest }), tooDeep);
    assert.throws(
      () =>
        patched(
          { a: nested(500), b: nested(400) },
          { op: "move", from: "/b", path: `/a${"/a".repeat(500)}` },
          { op: "add", path: "/c", value: nested(200) },
          { op: "move", from: "/a", path: `/c${"/a".repeat(200)}` },
        ),
      /operation 2 .*nested deeper/,
      "a value that grew inside is measured again",
    );
  });

  test("10,000 operations on one long array take the time of one copy and 10,000 writes", { timeout: 5_000 }, () => {
    const items = Array.from({ length: 10_000 }, (_, index) => index);
    const patch = items.map(
      (index): JsonPatchOperation => ({ op: "replace", path: `/a/b/${index}`, value: index + 0.5 }),
    );
    const moves = items.map((): JsonPatchOperation => ({ op: "move", from: "/a/b/0", path: "/a/b/-" }));

    const result = applyJsonPatch({ a: { b: items } }, [...patch, ...moves]) as { a: { b: number[] } };
    assert.deepEqual(
      result.a.b,
      items.map((index) => index + 0.5),
    );
  });
});

describe("a patch from outside", () => {
  const refused = (patch: JsonValue, reason: JsonPatchError["reason"], message: RegExp) =>
    assert.throws(
      () => parseJsonPatch(patch),
      (error) => error instanceof JsonPatchError && error.reason === reason && message.test(error.message),
    );

  test("that is no list of objects with texts is undecodable", () => {
    refused({ op: "add" }, "BadRequest", /array of operations/);
    refused("[]", "BadRequest", /array of operations/);
    refused([{ op: "remove", path: "/a" }, 1], "BadRequest", /operation 1 is not an object/);
    refused([{ op: "remove", path: ["a"] }], "BadRequest", /operation 0: "path" is not a string/);
    refused([{ op: 1, path: "" }], "BadRequest", /"op" is not a string/);
    refused([{ op: "remove", path: "", from: {} }], "BadRequest", /"from" is not a string/);
  });

  test("that lacks what an operation needs is invalid", () => {
    refused([null], "Invalid", /operation 0 \(unknown\): "op" is missing/);
    refused([{ op: "add", value: 1 }], "Invalid", /operation 0 \(add\): "path" is missing/);
    refused([{ op: "add", path: "/a" }], "Invalid", /"value" is missing/);
    refused([{ op: "copy", path: "/a", from: null }], "Invalid", /"from" is missing/);
    refused([{ op: "merge", path: "/a" }], "Invalid", /"merge" is none of add, remove/);
    refused([{ __proto__: { op: "remove", path: "/a" } } as JsonObject], "Invalid", /"op" is missing/);
  });

  test("may have 10,000 operations and no more", () => {
    const patch = Array.from({ length: maxJsonPatchOperations }, () => ({ op: "test", path: "", value: {} }));
    assert.deepEqual(applyJsonPatch({}, parseJsonPatch(patch)), {});
    refused(
      [...patch, {}],
      "RequestEntityTooLarge",
      /^The allowed maximum operations in a JSON patch is 10000, got 10001$/,
    );
  });

  test("is answered as by the API server", () => {
    const answer = (reason: JsonPatchError["reason"]) => new JsonPatchError(reason, "why").toApiError();
    assert.deepEqual(answer("BadRequest").status, {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: "error decoding patch: why",
      reason: "BadRequest",
      code: 400,
    });
    assert.equal(answer("RequestEntityTooLarge").code, 413);
    assert.equal(answer("RequestEntityTooLarge").message, "Request entity too large: why");
    assert.equal(answer("Invalid").code, 422);
    assert.equal(answer("Invalid").message, "the server rejected our request due to an error in our request");
    assert.match(String(answer("Invalid").cause), /JsonPatchError: why/);
  });
});
