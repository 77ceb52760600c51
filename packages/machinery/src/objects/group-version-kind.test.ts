import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  formatGroupKind,
  formatGroupResource,
  formatGroupVersion,
  formatGroupVersionKind,
  formatGroupVersionResource,
  GroupVersionError,
  parseGroupKind,
  parseGroupResource,
  parseGroupVersion,
} from "./group-version-kind.ts";

test("an apiVersion has a group unless it is of the core group", () => {
  assert.deepEqual(parseGroupVersion("apps/v1"), { group: "apps", version: "v1" });
  assert.deepEqual(parseGroupVersion("v1"), { group: "", version: "v1" });
  assert.deepEqual(parseGroupVersion(""), { group: "", version: "" });
  assert.equal(formatGroupVersion({ group: "apps", version: "v1" }), "apps/v1");
  assert.equal(formatGroupVersion({ group: "", version: "v1" }), "v1");
});

test("an apiVersion with two slashes is refused in upstream's words", () => {
  assert.throws(() => parseGroupVersion("a/b/c"), new GroupVersionError("unexpected GroupVersion string: a/b/c"));
});

test("kinds and resources are written with their group behind a dot", () => {
  assert.equal(formatGroupKind({ group: "apps", kind: "Deployment" }), "Deployment.apps");
  assert.equal(formatGroupResource({ group: "", resource: "pods" }), "pods");
  assert.deepEqual(parseGroupKind("Box.model.example.com"), { group: "model.example.com", kind: "Box" });
  assert.deepEqual(parseGroupResource("pods"), { group: "", resource: "pods" });
});

test("the full forms are those of Kubernetes' messages", () => {
  const core = { group: "", version: "v1" };
  assert.equal(formatGroupVersionKind({ ...core, kind: "Pod" }), "/v1, Kind=Pod");
  assert.equal(
    formatGroupVersionResource({ group: "apps", version: "v1", resource: "deployments" }),
    "apps/v1, Resource=deployments",
  );
});

test("reading what was written gives the same", () => {
  const part = fc.string({ unit: fc.constantFrom(..."ab-1"), minLength: 1 });
  const group = fc.oneof(
    fc.constant(""),
    fc.array(part, { minLength: 1 }).map((parts) => parts.join(".")),
  );
  fc.assert(
    fc.property(group, part, (group, name) => {
      assert.deepEqual(parseGroupVersion(formatGroupVersion({ group, version: name })), { group, version: name });
      assert.deepEqual(parseGroupKind(formatGroupKind({ group, kind: name })), { group, kind: name });
      assert.deepEqual(parseGroupResource(formatGroupResource({ group, resource: name })), { group, resource: name });
    }),
  );
});
