import assert from "node:assert/strict";
import { test } from "node:test";
import { undecodedFromObject } from "@pintle/client";
import type { JsonObject } from "@pintle/machinery";
import { ObjectReader, type ObjectReaderOptions } from "./object-reader.ts";
import { StoredObject } from "./stored-object.ts";

const usual: ObjectReaderOptions = {
  kind: "Thing",
  isMetadataOnly: false,
  keepsManagedFields: false,
  freezes: true,
  report: () => {},
};
const thing = (): JsonObject => ({
  apiVersion: "example.com/v1",
  kind: "Thing",
  metadata: {
    name: "a",
    namespace: "default",
    uid: "1",
    resourceVersion: "5",
    managedFields: [{ manager: "m" }],
    ["__proto__"]: "x",
  },
  spec: { list: [{ deep: true }] },
});
const store = (object: JsonObject, options: Partial<ObjectReaderOptions> = {}) =>
  new StoredObject(undecodedFromObject(object), new ObjectReader({ ...usual, ...options }));

test("an object is frozen to its depth, and what it was made of is not changed", () => {
  const original = thing();
  const read = store(original, { freezes: true }).read();
  const { spec } = read as { spec: { list: { deep: boolean }[] } };
  assert.ok(Object.isFrozen(read) && Object.isFrozen(spec.list) && Object.isFrozen(spec.list[0]));
  assert.ok((original.metadata as JsonObject).managedFields);
  assert.equal(Object.isFrozen(store(thing(), { freezes: false }).read()), false);
});

test("managedFields are dropped and everything else stays, whatever its name", () => {
  const { metadata } = store(thing()).read();
  assert.deepEqual(Object.keys(metadata as JsonObject), ["name", "namespace", "uid", "resourceVersion", "__proto__"]);
  assert.ok((store(thing(), { keepsManagedFields: true }).read().metadata as JsonObject).managedFields);
});

test("a server that sends more than metadata is cut to it", () => {
  const read = store(thing(), { isMetadataOnly: true }).read();
  assert.deepEqual(Object.keys(read), ["apiVersion", "kind", "metadata"]);
  assert.deepEqual([read.apiVersion, read.kind], ["meta.k8s.io/v1", "PartialObjectMetadata"]);
});

test("a transform sees a plain object that it may change, and its result is what is kept", () => {
  const transform = (object: JsonObject) => {
    assert.equal((object.metadata as JsonObject).managedFields, undefined);
    delete object.spec;
    return { ...object, added: 1 };
  };
  assert.deepEqual(Object.keys(store(thing(), { transform }).read()), ["apiVersion", "kind", "metadata", "added"]);
});

test("what cannot be read is reported once, and is the same error at each read", () => {
  const reports: unknown[] = [];
  const report = (error: unknown) => reports.push(error);
  const fail = () => {
    throw new Error("too odd");
  };
  for (const transform of [fail, () => null as never, () => [] as never]) {
    reports.length = 0;
    const object = store(thing(), { transform, report });
    assert.equal(object.readIfDecodable(), undefined);
    assert.throws(() => object.read(), /^UndecodableObjectError: Thing default\/a of version 5 cannot be decoded: /);
    assert.throws(
      () => object.read(),
      (error) => error === reports[0],
    );
    assert.equal(reports.length, 1);
  }
});

test("a text that turns out to be another object is not handed out", () => {
  const source = { ...undecodedFromObject(thing()), decode: () => ({ metadata: { name: "other" } }) };
  const object = new StoredObject(source, new ObjectReader(usual));
  assert.throws(() => object.read(), /metadata\.name is not what it was taken for/);
});
