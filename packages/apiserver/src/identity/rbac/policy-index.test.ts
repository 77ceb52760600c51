import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { createRbacAuthorizer } from "../rbac-authorizer.ts";
import { jane, readPods, requestFor, toJane } from "./policy-fixture.test.ts";
import { PolicyIndex } from "./policy-index.ts";

const many = 10_000;
const bound = (kind: string, name: string, subject: JsonObject): JsonObject => ({
  subjects: [subject],
  roleRef: { kind, name },
});

/** As many roles, each bound to somebody else; Jane has one. What is looked at is counted. */
function fill() {
  const index = new PolicyIndex();
  const counts = { labels: 0, roles: 0 };
  const labelled = (labels: JsonObject): JsonObject =>
    new Proxy(labels, {
      get(target, key) {
        counts.labels += 1;
        return Reflect.get(target, key);
      },
      getOwnPropertyDescriptor(target, key) {
        counts.labels += 1;
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    });
  for (let number = 0; number < many; number += 1) {
    const name = `r${number}`;
    index.set("clusterroles", "", name, { metadata: { labels: labelled({ app: name }) }, rules: [readPods] });
    index.set("roles", "a", name, { rules: [readPods] });
    index.set("clusterrolebindings", "", name, bound("ClusterRole", name, { kind: "User", name: `u${number}` }));
    index.set("rolebindings", "a", name, bound("Role", name, { kind: "Group", name: `g${number}` }));
  }
  index.set("rolebindings", "a", "hers", bound("Role", "r7", toJane));
  const authorizer = createRbacAuthorizer({
    bindingsOf: (user, namespace) => index.bindingsOf(user, namespace),
    rulesOf(role, namespace) {
      counts.roles += 1;
      return index.rulesOf(role, namespace);
    },
    close() {},
  });
  const ask = async (path: string) => (await authorizer({ user: jane, request: requestFor(path) })).decision;
  const count = async (work: () => unknown) => {
    Object.assign(counts, { labels: 0, roles: 0 });
    await work();
    return { ...counts };
  };
  return { index, ask, count, labelled };
}

test("a question looks at the roles of who asks, however many others have", async () => {
  const { ask, count } = fill();
  const work = await count(async () => {
    assert.equal(await ask("/api/v1/namespaces/a/pods/one"), "allow");
    assert.equal(await ask("/api/v1/namespaces/a/secrets/one"), "no-opinion");
    assert.equal(await ask("/api/v1/namespaces/b/pods/one"), "no-opinion");
    assert.equal(await ask("/healthz"), "no-opinion");
  });
  assert.deepEqual(work, { labels: 0, roles: 2 });
});

test("a role that gathers others looks at all of them once, and again only when one changes that it gathers", async () => {
  const { index, ask, count, labelled } = fill();
  const selectors = [{ matchLabels: { gather: "yes" } }];
  index.set("clusterroles", "", "all", { aggregationRule: { clusterRoleSelectors: selectors } });
  index.set("rolebindings", "a", "all", bound("ClusterRole", "all", toJane));
  const secrets = {
    metadata: { labels: labelled({ gather: "yes" }) },
    rules: [{ ...readPods, resources: ["secrets"] }],
  };
  index.set("clusterroles", "", "secrets", secrets);
  const question = async () => assert.equal(await ask("/api/v1/namespaces/a/secrets/one"), "allow");
  assert.ok((await count(question)).labels >= many);
  assert.equal((await count(question)).labels, 0);
  const change = await count(async () => {
    for (let number = 0; number < 100; number += 1) {
      index.set("clusterroles", "", `r${number}`, { metadata: { labels: labelled({ app: "x" }) }, rules: [] });
      await question();
    }
  });
  // Each change is compared with what is gathered, before and after it, and nothing else is.
  assert.ok(change.labels <= 100 * 4, `${change.labels} labels were looked at`);
  index.set("clusterroles", "", "secrets", { ...secrets, rules: [] });
  assert.equal(await ask("/api/v1/namespaces/a/secrets/one"), "no-opinion");
  index.set("clusterroles", "", "r1", secrets);
  await question();
  index.set("clusterroles", "", "all", undefined);
  assert.equal(await ask("/api/v1/namespaces/a/secrets/one"), "no-opinion");
});
