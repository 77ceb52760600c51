import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { checkLocalReview, checkReview, checkSelfReview, describeIgnoredSelectors } from "./access-review-rules.ts";

const getPods = { namespace: "a", verb: "get", resource: "pods" };
const texts = (errors: readonly { toString(): string }[]) => errors.map(String);
const self = (attributes: JsonObject, metadata: JsonObject = {}) =>
  texts(checkSelfReview({ metadata, spec: { resourceAttributes: attributes } }));

test("a question is about a resource or a path, and about somebody", () => {
  assert.deepEqual(self(getPods), []);
  assert.equal(checkReview({ spec: {} }).length, 2);
  assert.deepEqual(checkReview({ spec: { groups: ["dev"], nonResourceAttributes: { path: "/x" } } }), []);
});

test("a question has no metadata, but for the namespace of a local one", () => {
  assert.match(self(getPods, { name: "x" }).join(), /^metadata: Invalid value: .*: must be empty$/);
  assert.deepEqual(self(getPods, { creationTimestamp: null, managedFields: [{}] }), []);
  const local = (metadata: JsonObject, namespace: string) =>
    texts(checkLocalReview({ metadata, spec: { user: "x", resourceAttributes: getPods } }, namespace));
  assert.deepEqual(local({ namespace: "a" }, "a"), []);
  assert.match(local({ namespace: "a", name: "x" }, "a").join(), /must be empty except for namespace$/);
  assert.match(local({ namespace: "b" }, "b").join(), /must match metadata.namespace$/);
});

test("a selector is raw or a list, and a list is checked as far as it is understood", () => {
  const withLabels = (labelSelector: JsonObject) => self({ ...getPods, labelSelector });
  assert.match(
    withLabels({}).join(),
    /labelSelector.requirements: Required value: when spec.resourceAttributes.labelSelector/,
  );
  assert.match(withLabels({ requirements: [{ key: "a", operator: "In" }] }).join(), /values: Required value/);
  const values = ["b"];
  assert.match(withLabels({ requirements: [{ key: "a", operator: "Exists", values }] }).join(), /values: Forbidden/);
  assert.match(withLabels({ requirements: [{ key: "/", operator: "In", values }] }).join(), /key: Invalid value/);
  assert.deepEqual(withLabels({ requirements: [{ key: "a", operator: "Unheard", values }] }), []);
  const fieldSelector = { requirements: [{ operator: "In", values }] };
  assert.match(self({ ...getPods, fieldSelector }).join(), /key: Required value: must be specified$/);
});

test("what is not understood of selectors is told, in part or as a whole", () => {
  const values = ["b"];
  const fine = { key: "a", operator: "In", values };
  const ignored = (fieldSelector: JsonObject, labelSelector: JsonObject = {}) =>
    describeIgnoredSelectors({ fieldSelector, labelSelector });
  assert.equal(ignored({ requirements: [fine] }, { rawSelector: "a=b" }), "");
  assert.equal(
    ignored({ requirements: [fine, { key: "a", operator: "Exists" }] }, { rawSelector: "a=(" }),
    "spec.resourceAttributes.fieldSelector partially ignored due to parse error; " +
      "spec.resourceAttributes.labelSelector ignored due to parse error",
  );
  assert.equal(
    ignored({ requirements: [{ ...fine, values: ["b", "c"] }] }),
    "spec.resourceAttributes.fieldSelector ignored due to parse error",
  );
});
