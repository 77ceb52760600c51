import assert from "node:assert/strict";
import { test } from "node:test";
import { defineKind } from "./kind.ts";

interface Spec {
  replicas?: number;
  labels?: { [key: string]: string };
}
const Deployment = defineKind({
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  shortNames: ["deploy"],
  scope: "Namespaced",
})<{ spec?: Spec }>();

test("a kind carries its names and scope", () => {
  const { group, version, apiVersion, kind, plural, singular, shortNames, scope } = Deployment;

  assert.deepEqual([group, version, apiVersion, kind], ["apps", "v1", "apps/v1", "Deployment"]);
  assert.deepEqual([plural, singular, shortNames, scope], ["deployments", "deployment", ["deploy"], "Namespaced"]);
  assert.equal(Deployment.name, "Deployment", "the name that stack traces and debuggers show");
});

test("a kind has the subresources that it was declared with, and none otherwise", () => {
  const names = { group: "example.com", version: "v1", kind: "Box", plural: "boxes", scope: "Namespaced" } as const;

  assert.deepEqual(defineKind({ ...names, subresources: ["status"] })<object>().subresources, ["status"]);
  assert.deepEqual(Deployment.subresources, []);
});

test("the apiVersion of the core group is the bare version", () => {
  const Node = defineKind({ group: "", version: "v1", kind: "Node", plural: "nodes", scope: "Cluster" })<object>();

  assert.deepEqual(Node({ metadata: { name: "a" } }), { apiVersion: "v1", kind: "Node", metadata: { name: "a" } });
});

test("a manifest begins with its type and holds what was given", () => {
  const manifest = Deployment({ spec: { replicas: 2 }, metadata: { name: "web" } });

  assert.equal(
    JSON.stringify(manifest),
    '{"apiVersion":"apps/v1","kind":"Deployment","spec":{"replicas":2},"metadata":{"name":"web"}}',
  );
});

test("nothing in the fields replaces the type", () => {
  const manifest = Deployment({ apiVersion: undefined, kind: undefined, spec: {} });

  assert.deepEqual(manifest, { apiVersion: "apps/v1", kind: "Deployment", spec: {} });
});

test("building shares the parts, keeps keys that hold undefined, and leaves the argument alone", () => {
  const spec = Object.freeze({ replicas: undefined });
  const manifest = Deployment(Object.freeze({ spec }));

  assert.equal(manifest.spec, spec);
  assert.equal(JSON.stringify(manifest), '{"apiVersion":"apps/v1","kind":"Deployment","spec":{}}');
});

test("fields that were never declared survive", () => {
  const stored = JSON.parse(
    '{"apiVersion":"apps/v1","kind":"Deployment","spec":{"new":1},"extra":{},"__proto__":{"a":1}}',
  );

  assert.equal(JSON.stringify(Deployment(stored)), JSON.stringify(stored));
});

test("a kind is a value that nobody can change", () => {
  assert.throws(() => Object.assign(Deployment, { group: "extensions" }), TypeError);
});
