import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath } from "../errors/field-path.ts";
import { annotationsBytes, maxAnnotationsBytes, validateAnnotations, validateLabels } from "./validate-labels.ts";

const labels = fieldPath("metadata", "labels");
const annotations = fieldPath("metadata", "annotations");

test("every key and value of the labels is looked at", () => {
  assert.deepEqual(validateLabels({ app: "web", "example.com/tier": "" }, labels), []);
  const errors = validateLabels({ "a b": "ok", ok: "a b" }, labels).map(String);
  assert.equal(errors.length, 2);
  assert.match(String(errors[0]), /^metadata\.labels: Invalid value: "a b": name part must consist of/);
  assert.match(String(errors[1]), /^metadata\.labels: Invalid value: "a b": a valid label must be an empty string/);
});

test("annotations take any value, and capitals in the domain", () => {
  assert.deepEqual(validateAnnotations({ "Example.COM/Key": "any ✓\nvalue" }, annotations), []);
  assert.match(
    validateAnnotations({ "a/b/c": "" }, annotations).join(),
    /^metadata\.annotations: Invalid value: "a\/b\/c"/,
  );
});

test("letters whose lower case is ASCII pass in annotations, as they do upstream", () => {
  assert.deepEqual(validateAnnotations({ "\u212A\u0130/a": "" }, annotations), []);
  assert.notDeepEqual(validateLabels({ "\u212A\u0130": "" }, labels), []);
});

test("annotations may have 256 KiB in all, counted in bytes", () => {
  const full = { a: "é".repeat((maxAnnotationsBytes - 2) / 2), b: "" };
  assert.equal(annotationsBytes(full), maxAnnotationsBytes);
  assert.deepEqual(validateAnnotations(full, annotations), []);
  assert.deepEqual(validateAnnotations({ ...full, c: "" }, annotations).map(String), [
    "metadata.annotations: Too long: may not be more than 262144 bytes",
  ]);
});

test("keys that JavaScript's objects know are looked at like others, and undefined is absent", () => {
  const hostile = JSON.parse('{"__proto__": "a b", "constructor": "ok"}');
  assert.equal(validateLabels(hostile, labels).length, 2);
  assert.equal(annotationsBytes(hostile), "__proto__a bconstructorok".length);
  assert.deepEqual(validateLabels({ "a b": undefined }, labels), []);
});
