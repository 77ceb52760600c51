import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import type { UserInfo } from "../pipeline/request-context.ts";
import { boundStorage } from "../storage/bound-storage-fixture.test.ts";
import { type Storage, StorageClosedError, type StorageWatcher } from "../storage/storage.ts";
import { jane, type PolicyFixture, readPods, requestFor, startPolicy, toJane } from "./rbac/policy-fixture.test.ts";
import { createRbacAuthorizer, listRulesOf } from "./rbac-authorizer.ts";

const podInA = "/api/v1/namespaces/a/pods/one";

/** `allow`, with the reason behind it, or the reason of a refusal. */
async function ask({ policy }: PolicyFixture, path: string, user: UserInfo = jane): Promise<string> {
  const { decision, reason } = await createRbacAuthorizer(policy)({ user, request: requestFor(path) });
  return reason === undefined ? decision : `${decision}: ${reason}`;
}

async function assertAllowed(plane: PolicyFixture, path: string, user?: UserInfo): Promise<void> {
  assert.match(await ask(plane, path, user), /^allow/);
}

async function assertRefused(plane: PolicyFixture, path: string, user?: UserInfo): Promise<void> {
  assert.match(await ask(plane, path, user), /^no-opinion/);
}

describe("who is asked about", () => {
  test("nobody may do anything without a binding, and system:masters everything", async () => {
    const plane = await startPolicy();
    assert.equal(await ask(plane, podInA), "no-opinion");
    assert.equal(await ask(plane, podInA, { name: "root", groups: ["system:masters"] }), "allow");
  });

  test("a RoleBinding counts in its namespace, a ClusterRoleBinding everywhere", async () => {
    const plane = await startPolicy();
    await plane.put("roles/a/reader", { rules: [readPods] });
    await plane.bind("rolebindings/a/b", "Role/reader");
    assert.equal(await ask(plane, podInA), 'allow: RBAC: allowed by RoleBinding "b/a" of Role "reader" to User "jane"');
    await assertRefused(plane, "/api/v1/namespaces/b/pods/one");
    await assertRefused(plane, "/api/v1/pods/one");
    await plane.put("clusterroles/reader", { rules: [readPods] });
    await plane.bind("clusterrolebindings/wide", "ClusterRole/reader");
    assert.equal(
      await ask(plane, "/api/v1/namespaces/b/pods/one"),
      'allow: RBAC: allowed by ClusterRoleBinding "wide" of ClusterRole "reader" to User "jane"',
    );
  });

  test("a group's rights are its members', and the reason names the first subject that the user is", async () => {
    const plane = await startPolicy();
    await plane.put("clusterroles/reader", { rules: [readPods] });
    const subjects = [{ kind: "User", name: "bob" }, { kind: "Group", name: "developers" }, toJane];
    await plane.put("clusterrolebindings/b", { subjects, roleRef: { kind: "ClusterRole", name: "reader" } });
    assert.match(await ask(plane, podInA), /to Group "developers"$/);
    await assertRefused(plane, podInA, { name: "carol", groups: ["developer"] });
  });

  test("a ServiceAccount without namespace is one of the binding's own", async () => {
    const plane = await startPolicy();
    await plane.put("roles/a/reader", { rules: [readPods] });
    await plane.bind("rolebindings/a/b", "Role/reader", { kind: "ServiceAccount", name: "robot" });
    const robot = { name: "system:serviceaccount:a:robot", groups: [] };
    assert.match(await ask(plane, podInA, robot), /to ServiceAccount "robot\/a"$/);
    await assertRefused(plane, podInA, { name: "system:serviceaccount:b:robot", groups: [] });
    await plane.put("clusterroles/reader", { rules: [readPods] });
    await plane.bind("clusterrolebindings/b", "ClusterRole/reader", { kind: "ServiceAccount", name: "nowhere" });
    await assertRefused(plane, podInA, { name: "system:serviceaccount::nowhere", groups: [] });
  });

  test("a user is no group of the same name, and names from outside are only names", async () => {
    const plane = await startPolicy();
    await plane.put("clusterroles/reader", { rules: [readPods] });
    await plane.bind("clusterrolebindings/b", "ClusterRole/reader", { kind: "Group", name: "jane" });
    await assertRefused(plane, podInA);
    for (const name of ["__proto__", "constructor", "toString"]) {
      await assertRefused(plane, podInA, { name, groups: [name] });
      await plane.bind("clusterrolebindings/b", "ClusterRole/reader", { kind: "User", name });
      await assertAllowed(plane, podInA, { name, groups: [] });
    }
  });
});

describe("the stored objects", () => {
  test("count from the next question on, and no longer when they are gone", async () => {
    const plane = await startPolicy();
    await plane.bind("clusterrolebindings/b", "ClusterRole/reader");
    assert.equal(
      await ask(plane, podInA),
      'no-opinion: RBAC: clusterrole.rbac.authorization.k8s.io "reader" not found',
    );
    await plane.put("clusterroles/reader", { rules: [readPods] });
    await assertAllowed(plane, podInA);
    await plane.put("clusterroles/reader", { rules: [{ ...readPods, verbs: ["list"] }] });
    await assertRefused(plane, podInA);
    await plane.put("clusterroles/reader", { rules: [readPods] });
    await plane.bind("clusterrolebindings/b", "ClusterRole/reader", { kind: "User", name: "bob" });
    await assertRefused(plane, podInA);
    await plane.bind("clusterrolebindings/b", "ClusterRole/reader");
    await assertAllowed(plane, podInA);
    await plane.put("clusterrolebindings/b", undefined);
    assert.equal(await ask(plane, podInA), "no-opinion");
  });

  test("several roles that are absent are told together, each once", async () => {
    const plane = await startPolicy();
    for (const name of ["x", "y"]) await plane.bind(`rolebindings/a/${name}`, `Role/${name}`);
    await plane.bind("rolebindings/a/z", "Role/x");
    const absent = (name: string) => `role.rbac.authorization.k8s.io "${name}" not found`;
    assert.equal(await ask(plane, podInA), `no-opinion: RBAC: [${absent("x")}, ${absent("y")}]`);
  });

  test("more changes than are kept unread are all counted", async () => {
    const plane = await startPolicy();
    await plane.put("clusterroles/reader", { rules: [readPods] });
    await plane.bind("clusterrolebindings/first", "ClusterRole/reader");
    for (let index = 0; index < 1_100; index += 1) {
      await plane.bind(`clusterrolebindings/b${index}`, "ClusterRole/reader", { kind: "User", name: `u${index}` });
    }
    await assertAllowed(plane, podInA);
    for (const index of [0, 1_000, 1_099]) await assertAllowed(plane, podInA, { name: `u${index}`, groups: [] });
  });

  test("nobody keeps rights that cannot be looked after: without the storage there are none until it is back", async () => {
    const watchers = new Set<StorageWatcher>();
    let isAway = false;
    const plane = await startPolicy((storage: Storage) => ({
      ...boundStorage(storage),
      list: async (request) => {
        if (isAway) throw new Error("away");
        return storage.list(request);
      },
      watch: (request, watcher) => {
        watchers.add(watcher);
        return storage.watch(request, watcher);
      },
    }));
    const goAway = async () => {
      isAway = true;
      const ended = [...watchers];
      watchers.clear();
      for (const watcher of ended) watcher.onEnd(new StorageClosedError());
      await plane.clock.settle();
    };
    await plane.put("clusterroles/reader", { rules: [readPods] });
    await plane.bind("clusterrolebindings/b", "ClusterRole/reader");
    await assertAllowed(plane, podInA);
    await goAway();
    await assertRefused(plane, podInA);
    isAway = false;
    await plane.clock.advance(1_000);
    await assertAllowed(plane, podInA);
    await goAway();
    const retries = () => plane.clock.alive().timers.filter((timer) => timer.includes("follow roles"));
    assert.notDeepEqual(retries(), []);
    plane.policy.close();
    assert.deepEqual(retries(), []);
  });
});

describe("a role with an aggregationRule", () => {
  const gathering = (label: string, labels: JsonObject = {}): JsonObject => ({
    metadata: { labels },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: "true" } }] },
  });

  test("has the rules of the roles that it selects, directly or through others", async () => {
    const plane = await startPolicy();
    await plane.put("clusterroles/admin", gathering("to-admin"));
    await plane.put("clusterroles/edit", gathering("to-edit", { "to-admin": "true" }));
    await plane.bind("rolebindings/a/b", "ClusterRole/admin");
    assert.equal(await ask(plane, podInA), "no-opinion");
    await plane.put("clusterroles/pods", { metadata: { labels: { "to-edit": "true" } }, rules: [readPods] });
    await assertAllowed(plane, podInA);
    await plane.put("clusterroles/pods", { metadata: { labels: {} }, rules: [readPods] });
    await assertRefused(plane, podInA);
  });

  test("has them as they are now, also when one of them was asked for by itself meanwhile", async () => {
    const plane = await startPolicy();
    await plane.put("clusterroles/admin", gathering("to-admin"));
    await plane.put("clusterroles/pods", { metadata: { labels: { "to-admin": "true" } }, rules: [readPods] });
    const admin = () => plane.policy.rulesOf({ kind: "ClusterRole", name: "admin" }, "")?.length;
    assert.equal(admin(), 1);
    await plane.put("clusterroles/pods", { metadata: { labels: { "to-admin": "true" } }, rules: [readPods, readPods] });
    assert.equal(plane.policy.rulesOf({ kind: "ClusterRole", name: "pods" }, "")?.length, 2);
    assert.equal(admin(), 2);
    await plane.put("clusterroles/pods", undefined);
    assert.equal(plane.policy.rulesOf({ kind: "ClusterRole", name: "pods" }, ""), undefined);
    assert.equal(admin(), 0);
  });

  test("has no rules of its own, and may select itself and others that select it", async () => {
    const plane = await startPolicy();
    await plane.put("clusterroles/one", { ...gathering("x", { y: "true", x: "true" }), rules: [readPods] });
    await plane.put("clusterroles/other", gathering("y", { x: "true" }));
    await plane.bind("clusterrolebindings/b", "ClusterRole/one");
    await assertRefused(plane, podInA);
    await plane.put("clusterroles/pods", { metadata: { labels: { y: "true" } }, rules: [readPods] });
    await assertAllowed(plane, podInA);
  });
});

test("the rules of a user are those of the cluster and then those of the namespace", async () => {
  const plane = await startPolicy();
  await plane.put("roles/a/reader", { rules: [readPods] });
  await plane.bind("rolebindings/a/b", "Role/reader");
  await plane.put("clusterroles/wide", { rules: [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }] });
  await plane.bind("clusterrolebindings/b", "ClusterRole/wide");
  const { rules, error } = listRulesOf(plane.policy, jane, "a");
  assert.deepEqual(
    rules.map(({ resources, nonResourceURLs }) => [...resources, ...nonResourceURLs]),
    [["/metrics"], ["pods"]],
  );
  assert.equal(error, undefined);
  await plane.bind("rolebindings/a/lost", "Role/absent");
  assert.equal(listRulesOf(plane.policy, jane, "a").error, 'role.rbac.authorization.k8s.io "absent" not found');
});
