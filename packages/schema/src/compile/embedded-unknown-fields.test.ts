import assert from "node:assert/strict";
import { test } from "node:test";
import { compileSchema } from "./compile-schema.ts";

test("unknown fields of embedded metadata are told after all others, as the API server finds them", () => {
  const template = { type: "object", "x-kubernetes-embedded-resource": true };
  const schema = compileSchema({ type: "object", properties: { a: template, z: { type: "object" } } });
  const embedded = { apiVersion: "v1", kind: "K", metadata: { name: "x", foo: 1 }, other: 1 };
  const { unknownFields } = schema.prepare({ a: embedded, z: { deep: 1 } });
  assert.deepEqual(unknownFields, ["a.other", "z.deep", "a.metadata.foo"]);
});
