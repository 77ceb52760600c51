import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { reconcileRole } from "./reconcile-roles.ts";

const rule = (resource: string, ...verbs: string[]): JsonObject => ({ apiGroups: [""], resources: [resource], verbs });
const role = (...rules: JsonObject[]): JsonObject => ({ metadata: { name: "view" }, rules });
const dev = { kind: "Group", name: "dev" };
const ops = { kind: "Group", name: "ops" };
const binding = (...subjects: JsonObject[]): JsonObject => ({ metadata: {}, subjects, roleRef: { name: "view" } });

test("what was taken from a role comes back, and what was added stays", () => {
  const found = role(rule("pods", "get"), rule("secrets", "get"));
  assert.deepEqual(reconcileRole(found, role(rule("pods", "get", "list"))).rules, [
    rule("pods", "get"),
    rule("secrets", "get"),
    { verbs: ["list"], apiGroups: [""], resources: ["pods"] },
  ]);
});

test("a role that grants all that it must is left as it is, however it says so", () => {
  const found = role(rule("*", "*"));
  assert.equal(reconcileRole(found, role(rule("pods", "get"))), found);
});

test("subjects come back, and those who were added stay", () => {
  assert.deepEqual(reconcileRole(binding(ops), binding(dev)).subjects, [ops, dev]);
  assert.deepEqual(reconcileRole({ metadata: {}, roleRef: {} }, binding(dev)).subjects, [dev]);
});

test("labels and annotations come back, and keep values of their own", () => {
  const expected = { ...role(), metadata: { labels: { a: "1", b: "2" }, annotations: { c: "3" } } };
  const { metadata } = reconcileRole({ ...role(), metadata: { name: "view", labels: { a: "other" } } }, expected);
  assert.deepEqual(metadata, { name: "view", labels: { a: "other", b: "2" }, annotations: { c: "3" } });
});

test("selectors of a role that gathers its rules come back, and its rules are nobody's business", () => {
  const selector = (label: string): JsonObject => ({ matchLabels: { [label]: "true" } });
  const gathering = (...clusterRoleSelectors: JsonObject[]) => ({
    metadata: {},
    rules: null,
    aggregationRule: { clusterRoleSelectors },
  });
  const found = { ...gathering(selector("mine")), rules: [rule("pods", "get")] };
  assert.deepEqual(reconcileRole(found, gathering(selector("to-view"))), {
    ...found,
    aggregationRule: { clusterRoleSelectors: [selector("mine"), selector("to-view")] },
  });
});

test("who says so is left alone", () => {
  const found = { ...role(), metadata: { annotations: { "rbac.authorization.kubernetes.io/autoupdate": "false" } } };
  assert.equal(reconcileRole(found, role(rule("pods", "get"))), found);
});
