import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { requestFor } from "./policy-fixture.test.ts";
import { formatPolicyRule, readPolicyRules, ruleAllows } from "./policy-rule.ts";

const allows = (rule: JsonObject, path: string, method = "GET"): boolean =>
  readPolicyRules({ rules: [rule] }).some((read) => ruleAllows(read, requestFor(path, method)));
const inApps = "/apis/apps/v1/namespaces/a/deployments/web";

test("a rule allows its verbs on its resources of its groups", () => {
  const rule = { apiGroups: ["apps"], resources: ["deployments"], verbs: ["get", "create"] };
  assert.ok(allows(rule, inApps));
  assert.ok(allows(rule, "/apis/apps/v1/namespaces/a/deployments", "POST"));
  assert.ok(!allows(rule, "/apis/apps/v1/namespaces/a/deployments"));
  assert.ok(!allows(rule, "/apis/apps/v1/namespaces/a/statefulsets/web"));
  assert.ok(!allows(rule, "/apis/extensions/v1/namespaces/a/deployments/web"));
});

test("a resource does not include its subresources, and deployments/* includes nothing", () => {
  const rule = (resource: string) => ({ apiGroups: ["*"], resources: [resource], verbs: ["*"] });
  assert.ok(!allows(rule("deployments"), `${inApps}/scale`));
  assert.ok(!allows(rule("deployments/scale"), inApps));
  assert.ok(allows(rule("deployments/scale"), `${inApps}/scale`));
  assert.ok(allows(rule("*/scale"), `${inApps}/scale`));
  assert.ok(!allows(rule("*/scale"), `${inApps}/status`));
  assert.ok(!allows(rule("*/scale"), inApps));
  assert.ok(!allows(rule("deployments/*"), `${inApps}/scale`));
  assert.ok(allows(rule("*"), `${inApps}/scale`));
});

test("resource names narrow a rule, and never allow what has no name", () => {
  const rule = { apiGroups: ["apps"], resources: ["deployments"], resourceNames: ["web"], verbs: ["*"] };
  assert.ok(allows(rule, inApps));
  assert.ok(!allows(rule, "/apis/apps/v1/namespaces/a/deployments/other"));
  assert.ok(!allows(rule, "/apis/apps/v1/namespaces/a/deployments"));
  assert.ok(!allows(rule, "/apis/apps/v1/namespaces/a/deployments", "POST"));
  assert.ok(allows(rule, "/apis/apps/v1/namespaces/a/deployments?fieldSelector=metadata.name%3Dweb"));
});

test("paths are exact or end in a star, and have nothing to do with resources", () => {
  const rule = { nonResourceURLs: ["/made/up", "/star/*"], verbs: ["get"] };
  assert.ok(allows(rule, "/made/up"));
  assert.ok(!allows(rule, "/made/up/more"));
  assert.ok(allows(rule, "/star/x/y"));
  assert.ok(!allows(rule, "/star"));
  assert.ok(!allows(rule, "/made/up", "POST"));
  assert.ok(!allows({ nonResourceURLs: ["*"], verbs: ["*"] }, inApps));
  assert.ok(!allows({ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }, "/metrics"));
});

test("a rule that is not what it should be allows nothing and breaks nothing", () => {
  for (const rule of [{}, { verbs: null }, { verbs: ["*"], apiGroups: "*", resources: [7] }]) {
    assert.ok(!allows(rule as JsonObject, inApps));
  }
  assert.deepEqual(readPolicyRules({ rules: [null, 1, "x"] }), []);
  assert.deepEqual(readPolicyRules({ rules: null }), []);
});

test("rules are written as Kubernetes writes them", () => {
  const [rule] = readPolicyRules({
    rules: [{ apiGroups: [""], resources: ["pods", "pods/log"], resourceNames: ['a"b'], verbs: ["get"] }],
  });
  assert.equal(
    rule && formatPolicyRule(rule),
    '{APIGroups:[""], Resources:["pods" "pods/log"], ResourceNames:["a\\"b"], Verbs:["get"]}',
  );
});
