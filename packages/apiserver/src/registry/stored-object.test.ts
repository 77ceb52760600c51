import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { copyStored, decodeStored, encodeStored, maxCopiedBytes, writeStored } from "./stored-object.ts";

const key = "/registry/configmaps/ns/a";
const object: JsonObject = {
  data: { k: "v" },
  metadata: { uid: "u", labels: { resourceVersion: "0", uid: "x" }, name: "a", resourceVersion: "5" },
  apiVersion: "v1",
  kind: "ConfigMap",
};

const written = (value: Uint8Array, revision = 7) => Buffer.concat(writeStored({ key, value, revision })).toString();

/** As an item of a list, with something in front of it. */
const copied = (value: Uint8Array, namesKind: boolean, revision = 7) => {
  const stored = { key, value, revision };
  const target = Buffer.alloc(1 + maxCopiedBytes(stored));
  return target.toString("utf8", 1, copyStored(stored, namesKind, target, 1));
};

test("an object comes back with the revision of the storage as its resourceVersion", () => {
  for (const order of ["declared", "sorted"] as const) {
    const value = encodeStored(object, order);
    const decoded = decodeStored({ key, value, revision: 7 });
    assert.deepEqual(decoded, { ...object, metadata: { ...(object.metadata as JsonObject), resourceVersion: "7" } });
    assert.deepEqual(JSON.parse(written(value)), decoded);
  }
});

test("built-in kinds have their keys in Go's order, custom resources sorted", () => {
  assert.equal(
    written(encodeStored(object, "declared")),
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","uid":"u","resourceVersion":"7","labels":{"resourceVersion":"0","uid":"x"}},"data":{"k":"v"}}',
  );
  assert.equal(
    written(encodeStored(object, "sorted")),
    '{"apiVersion":"v1","data":{"k":"v"},"kind":"ConfigMap","metadata":{"labels":{"resourceVersion":"0","uid":"x"},"name":"a","resourceVersion":"7","uid":"u"}}',
  );
});

test("keys of custom resources are sorted by their bytes, at every depth and in lists", () => {
  const spec = { z: [{ b: 1, a: 2 }], "\u{1f600}": 1, "\ufffd": { d: [], c: null }, A: 1 };
  const { spec: sorted } = JSON.parse(written(encodeStored({ ...object, spec }, "sorted")));
  assert.equal(JSON.stringify(sorted), '{"A":1,"z":[{"a":2,"b":1}],"\ufffd":{"c":null,"d":[]},"\u{1f600}":1}');
});

test("an item of a list leaves out kind and apiVersion, without being parsed", () => {
  const value = encodeStored(object, "declared");
  const { kind: _, apiVersion: __, ...rest } = decodeStored({ key, value, revision: 7 });
  assert.deepEqual(JSON.parse(copied(value, false)), rest);
});

test("an item of a list that names its kind is the object itself, with the largest revision as well", () => {
  for (const order of ["declared", "sorted"] as const) {
    const value = encodeStored(object, order);
    for (const revision of [1, Number.MAX_SAFE_INTEGER]) {
      assert.equal(copied(value, true, revision), written(value, revision));
      assert.ok(copied(value, false, revision).endsWith("}"));
    }
  }
});

test("texts that look like the place of the version are left alone", () => {
  const text = '"resourceVersion":0';
  const odd = { ...object, metadata: { name: "a", annotations: { [text]: text } }, data: { resourceVersion: 0 } };
  for (const order of ["declared", "sorted"] as const) {
    const decoded = JSON.parse(written(encodeStored(odd, order)));
    assert.deepEqual([decoded.metadata.resourceVersion, decoded.metadata.annotations], ["7", { [text]: text }]);
    assert.deepEqual(decoded.data, { resourceVersion: 0 });
  }
});

test("__proto__ is a key like any other", () => {
  const odd = JSON.parse(
    '{"kind":"C","apiVersion":"v1","metadata":{"name":"a","labels":{"__proto__":"x"}},"__proto__":{"a":1}}',
  );
  for (const order of ["declared", "sorted"] as const) {
    const decoded = decodeStored({ key, value: encodeStored(odd, order), revision: 7 });
    assert.deepEqual(Object.keys((decoded.metadata as JsonObject).labels as JsonObject), ["__proto__"]);
    assert.ok(Object.hasOwn(decoded, "__proto__"));
  }
});

test("integers of 64 bits are exact", () => {
  const value = encodeStored({ ...object, data: { big: 9223372036854775807n } }, "declared");
  assert.match(written(value), /"big":9223372036854775807/);
  assert.deepEqual(decodeStored({ key, value, revision: 7 }).data, { big: 9223372036854775807n });
});
