import assert from "node:assert/strict";
import { test } from "node:test";
import { missingControllers, readFollowers } from "./followed-kinds.ts";

test("the sources tell which controllers follow a kind, also where the name or the group is a constant", () => {
  const followers = readFollowers();
  assert.deepEqual(followers.get("clusterroles.rbac.authorization.k8s.io"), ["clusterrole-aggregation-controller"]);
  assert.ok(followers.get("replicasets.apps")?.includes("deployment-controller"));
  assert.ok(followers.get("deployments.apps")?.includes("disruption-controller"), "a part of it follows Deployments");
});

test("a controller of upstream is missing until one of that name is there, whatever its dashes", () => {
  assert.deepEqual(missingControllers("daemonsets.apps", ["deployment-controller"]), ["daemonset-controller"]);
  assert.deepEqual(missingControllers("daemonsets.apps", ["daemon-set-controller"]), []);
  assert.deepEqual(missingControllers("configmaps", []), []);
});
