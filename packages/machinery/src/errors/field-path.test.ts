import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath } from "./field-path.ts";

test("a path is written with dots for fields and brackets for items and keys", () => {
  assert.equal(String(fieldPath("spec", "containers").index(0).child("name")), "spec.containers[0].name");
  assert.equal(String(fieldPath("metadata", "labels").key("a/b.c")), "metadata.labels[a/b.c]");
  assert.equal(String(fieldPath("spec").child("selector", "matchLabels")), "spec.selector.matchLabels");
});

test("the path of the object itself is <nil>, and everything can follow it", () => {
  assert.equal(String(fieldPath()), "<nil>");
  assert.equal(String(fieldPath().child("spec")), "spec");
  assert.equal(String(fieldPath().index(3).child("name")), "[3].name");
});

test("a field without a name stands in empty brackets, as upstream has it", () => {
  assert.equal(String(fieldPath("spec", "")), "spec[]");
  assert.equal(String(fieldPath("").child("a")), "[].a");
});

test("going down from a path leaves it as it was", () => {
  const spec = fieldPath("spec");
  spec.child("a").index(1).key("b");

  assert.equal(String(spec), "spec");
});

test("in JSON a path is its text", () => {
  assert.equal(JSON.stringify({ path: fieldPath("spec", "replicas") }), '{"path":"spec.replicas"}');
});
