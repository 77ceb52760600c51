import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatObjectKey, ObjectKeyError, objectKeyOf, parseObjectKey } from "./object-key.ts";

test("a key is namespace/name, or name alone for cluster scope", () => {
  assert.equal(formatObjectKey({ namespace: "default", name: "web" }), "default/web");
  assert.equal(formatObjectKey({ name: "node-1" }), "node-1");
  assert.equal(formatObjectKey({ namespace: "", name: "node-1" }), "node-1");
  assert.deepEqual(parseObjectKey("default/web"), { namespace: "default", name: "web" });
  assert.deepEqual(parseObjectKey("node-1"), { name: "node-1" });
});

test("a slash in front means cluster scope, as Go programs print it", () => {
  assert.deepEqual(parseObjectKey("/node-1"), { name: "node-1" });
});

test("a text without a name or with two slashes is no key", () => {
  for (const text of ["", "/", "default/", "a/b/c", "a//b"]) {
    assert.throws(() => parseObjectKey(text), ObjectKeyError, text);
  }
  assert.throws(
    () => parseObjectKey("a/b/c"),
    /^ObjectKeyError: unexpected key format: "a\/b\/c": give "namespace\/name"/,
  );
});

test("reading what was written gives the same, whatever the name is made of", () => {
  const text = fc.oneof(
    fc.constantFrom("system:node", "a.b", "__proto__", "constructor", "%2F", "名前", "a b", "\n"),
    fc.string({ unit: "binary", minLength: 1 }),
  );
  const part = text.filter((each) => !each.includes("/"));
  const key = fc.record({ namespace: part, name: part }, { requiredKeys: ["name"] });
  fc.assert(fc.property(key, (key) => assert.deepEqual(parseObjectKey(formatObjectKey(key)), { ...key })));
});

test("an object's key comes from its metadata", () => {
  assert.deepEqual(objectKeyOf({ metadata: { namespace: "default", name: "web" } }), {
    namespace: "default",
    name: "web",
  });
  assert.deepEqual(objectKeyOf({ metadata: { namespace: "", name: "node-1" } }), { name: "node-1" });
});
