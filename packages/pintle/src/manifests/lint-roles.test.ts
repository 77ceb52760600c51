import assert from "node:assert/strict";
import { test } from "node:test";
import { ClusterRole, ConfigMap, type PolicyRule, Role, Secret } from "@pintle/kinds";
import { Lease } from "@pintle/kinds/coordination/v1";
import { formatRoleProblem, type LintRolesOptions, lintRoles } from "./lint-roles.ts";

const inCluster = (...rules: PolicyRule[]) => ClusterRole({ metadata: { name: "boxes" }, rules });
const inNamespace = (...rules: PolicyRule[]) => Role({ metadata: { name: "boxes", namespace: "system" }, rules });
const rule = (resource: string, verbs: string[], more: Partial<PolicyRule> = {}): PolicyRule => ({
  ...{ apiGroups: [""], resources: [resource], verbs },
  ...more,
});

function problems(role: ReturnType<typeof inCluster> | ReturnType<typeof inNamespace>, options?: LintRolesOptions) {
  return lintRoles([role], options).map(formatRoleProblem);
}

test("a wildcard is found wherever it stands, and told by role, rule and field", () => {
  const fine = rule("pods", ["get"]);
  const wild: readonly PolicyRule[] = [
    rule("*", ["get"], { apiGroups: ["apps"] }),
    rule("pods/*", ["get"]),
    rule("pods", ["*"]),
    rule("pods", ["get"], { apiGroups: ["*"] }),
    { nonResourceURLs: ["/debug/*"], verbs: ["get"] },
  ];
  const fields = ["resources", "resources", "verbs", "apiGroups", "nonResourceURLs"];
  for (const [index, found] of wild.entries()) {
    const [problem, ...others] = problems(inCluster(fine, found));
    assert.match(problem ?? "", /^ClusterRole boxes, rule 1: (\w+) has a wildcard/);
    assert.ok(problem?.includes(`: ${fields[index]} has`), problem);
    assert.deepEqual(others, []);
  }
});

test("verbs that lead to every other right are refused", () => {
  for (const verb of ["escalate", "bind", "impersonate"]) {
    const [problem = ""] = problems(inNamespace(rule("roles", [verb])));
    assert.ok(problem.startsWith(`Role system/boxes, rule 0: the verb ${verb} `), problem);
  }
  assert.deepEqual(problems(inNamespace(rule("roles", ["get"]))), []);
});

test("Secrets are for those who declare them, by name, or to be created", () => {
  assert.match(problems(inNamespace(rule("secrets", ["get"])))[0] ?? "", /add resourceNames/);
  assert.match(problems(inNamespace(rule("secrets", ["get", "create"])))[0] ?? "", /add resourceNames/);
  assert.match(problems(inCluster(rule("secrets", ["get"], { resourceNames: ["one"] })))[0] ?? "", /use a Role/);
  assert.deepEqual(problems(inNamespace(rule("secrets", ["create"]))), []);
  assert.deepEqual(problems(inNamespace(rule("secrets", ["get"], { resourceNames: ["one"] }))), []);
});

test("who declares Secrets may have those of every namespace, unless only some are watched", () => {
  const secrets = rule("secrets", ["list", "watch"]);
  assert.deepEqual(problems(inCluster(secrets), { declared: [Secret] }), []);
  const [problem = "", ...others] = problems(inCluster(secrets), { declared: [Secret], isNamespaced: true });
  assert.match(problem, /secrets of every namespace are allowed, and only some are watched: use a Role in each/);
  assert.deepEqual(others, []);
});

test("what a program has for itself is in its own namespace", () => {
  const leases = rule("leases", ["get"], { apiGroups: ["coordination.k8s.io"] });
  assert.match(problems(inCluster(leases))[0] ?? "", /own namespace suffices/);
  assert.deepEqual(problems(inNamespace(leases)), []);
  assert.deepEqual(problems(inCluster(leases), { declared: [Lease] }), []);
});

test("a program that watches some namespaces has no right to all of them", () => {
  const maps = rule("configmaps", ["get"]);
  const events = rule("events", ["create"], { apiGroups: ["events.k8s.io"] });
  const options = { declared: [ConfigMap], isNamespaced: true };
  assert.match(problems(inCluster(maps), options)[0] ?? "", /configmaps of every namespace .* use a Role in each/);
  assert.match(problems(inCluster(events), options)[0] ?? "", /events of every namespace/);
  assert.deepEqual(problems(inNamespace(maps, events), options), []);
  assert.deepEqual(problems(inCluster(maps, events), { declared: [ConfigMap] }), []);
});
