import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClusterRole } from "@pintle/kinds";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import { clusterRoleAggregation } from "./cluster-role-aggregation.ts";

const roles = { group: "rbac.authorization.k8s.io", plural: "clusterroles" };
const startPlane = () => startTestPlane({ controllers: [clusterRoleAggregation] });
const rule = (resource: string) => ({ apiGroups: [""], resources: [resource], verbs: ["get"] });
const gathering = (...labels: readonly string[]) => ({
  clusterRoleSelectors: labels.map((label) => ({ matchLabels: { to: label } })),
});

async function makeRole(plane: TestPlane, name: string, to: string, rest: object): Promise<void> {
  await plane.user.create(roles, { metadata: { name, labels: { to } }, ...rest });
}

async function resourcesOf(plane: TestPlane, name: string): Promise<readonly string[]> {
  const { rules } = await plane.user.get<ClusterRole>({ ...roles, name });
  return (rules ?? []).flatMap(({ resources }) => resources ?? []);
}

test("a role gathers the rules of those it selects, by their names and each once", async () => {
  await using plane = await startPlane();
  await makeRole(plane, "all", "", { aggregationRule: gathering("view") });
  await makeRole(plane, "b", "view", { rules: [rule("pods"), rule("secrets")] });
  await makeRole(plane, "a", "view", { rules: [rule("nodes"), rule("pods")] });
  await makeRole(plane, "c", "edit", { rules: [rule("events")] });
  await plane.settle();
  assert.deepEqual(await resourcesOf(plane, "all"), ["nodes", "pods", "secrets"]);
});

test("a role follows those it selects as they come, change and go", async () => {
  await using plane = await startPlane();
  await makeRole(plane, "all", "", { aggregationRule: gathering("view") });
  await makeRole(plane, "a", "view", { rules: [rule("pods")] });
  await plane.settle();
  await plane.user.patch({ ...roles, name: "a" }, "merge", { rules: [rule("nodes")] });
  await plane.settle();
  assert.deepEqual(await resourcesOf(plane, "all"), ["nodes"]);
  await plane.user.delete({ ...roles, name: "a" });
  await plane.settle();
  assert.deepEqual(await resourcesOf(plane, "all"), []);
});

test("rules that somebody wrote by hand are replaced", async () => {
  await using plane = await startPlane();
  await makeRole(plane, "all", "", { aggregationRule: gathering("view"), rules: [rule("secrets")] });
  await makeRole(plane, "a", "view", { rules: [rule("pods")] });
  await plane.settle();
  assert.deepEqual(await resourcesOf(plane, "all"), ["pods"]);
});

test("a role that gathers what another one gathers has it, too", async () => {
  await using plane = await startPlane();
  await makeRole(plane, "top", "", { aggregationRule: gathering("middle", "view") });
  await makeRole(plane, "middle", "middle", { aggregationRule: gathering("view") });
  await makeRole(plane, "a", "view", { rules: [rule("pods")] });
  await plane.settle();
  assert.deepEqual(await resourcesOf(plane, "middle"), ["pods"]);
  assert.deepEqual(await resourcesOf(plane, "top"), ["pods"]);
});

test("what is gathered through others is written once for each of them", async () => {
  await using plane = await startPlane();
  await makeRole(plane, "a-top", "", { aggregationRule: gathering("middle") });
  await makeRole(plane, "b-middle", "middle", { aggregationRule: gathering("low") });
  await makeRole(plane, "c-low", "low", { aggregationRule: gathering("view") });
  await plane.settle();
  const before = await plane.storage.revision();
  await makeRole(plane, "a", "view", { rules: [rule("pods")] });
  await plane.settle();
  assert.deepEqual(await resourcesOf(plane, "a-top"), ["pods"]);
  assert.equal((await plane.storage.revision()) - before, 4);
});

test("roles that gather each other come to rest", async () => {
  await using plane = await startPlane();
  await makeRole(plane, "one", "both", { aggregationRule: gathering("both") });
  await makeRole(plane, "two", "both", { aggregationRule: gathering("both") });
  await makeRole(plane, "a", "both", { rules: [rule("pods")] });
  await plane.settle();
  assert.deepEqual(await resourcesOf(plane, "one"), ["pods"]);
  assert.deepEqual(await resourcesOf(plane, "two"), ["pods"]);
});

test("a role that gathers nothing is left as it is", async () => {
  await using plane = await startPlane();
  await makeRole(plane, "plain", "view", { rules: [rule("pods")] });
  await plane.settle();
  assert.deepEqual(await resourcesOf(plane, "plain"), ["pods"]);
});
