import assert from "node:assert/strict";
import { before, test } from "node:test";
import { loadExpressionJudge, type StrategyRequest } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { webhookConfigurationRules } from "./webhook-configuration-rules.ts";

before(() => loadExpressionJudge());

const rules =
  webhookConfigurationRules["validatingwebhookconfigurations.admissionregistration.k8s.io"] ?? assert.fail();
const request = {} as StrategyRequest;

const good: JsonObject = {
  name: "hook.example.com",
  clientConfig: { url: "https://example.com/" },
  rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"], scope: "*" }],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};

function created(...webhooks: JsonObject[]): string[] {
  return (rules.validate?.({ webhooks }, request) ?? []).map(String);
}

function updated(old: JsonObject[], now: JsonObject[]): string[] {
  return (rules.validateUpdate?.({ webhooks: now }, { webhooks: old }, request) ?? []).map(String);
}

test("a configuration that keeps all rules is accepted, and one without webhooks too", () => {
  assert.deepEqual(created(good), []);
  assert.deepEqual(created(), []);
});

test("a new configuration keeps all rules", () => {
  assert.match(created({ ...good, sideEffects: "Unknown" }).join(), /sideEffects: Unsupported value: "Unknown"/);
  assert.match(
    created({ ...good, admissionReviewVersions: ["v9"] }).join(),
    /must include at least one of v1, v1beta1$/,
  );
  assert.match(created(good, good).join(), /webhooks\[1\]\.name: Duplicate value/);
  assert.match(created({ ...good, matchConditions: [{ name: "a", expression: "1" }] }).join(), /must evaluate to bool/);
});

test("what was stored under older rules may stay, and may not come back once it is gone", () => {
  const cases: JsonObject[][] = [
    [{ ...good, sideEffects: "Some" }],
    [{ ...good, admissionReviewVersions: ["v9"] }],
    [good, good],
    [{ ...good, matchConditions: [{ name: "a", expression: "nonsense" }] }],
  ];
  for (const stored of cases) {
    const relabelled = stored.map((webhook) => ({ ...webhook, timeoutSeconds: 5 }));
    assert.deepEqual(updated(stored, relabelled), []);
    assert.notDeepEqual(updated([good], stored), []);
    assert.deepEqual(updated(stored, [good]), []);
  }
});

test("a condition that is changed is judged, though another was wrong before", () => {
  const old = { ...good, matchConditions: [{ name: "a", expression: "nonsense" }] };
  const now = { ...good, matchConditions: [{ name: "b", expression: "nonsense" }] };
  assert.match(updated([old], [now]).join(), /undeclared reference to 'nonsense'/);
});

test("whatever stands in a configuration is looked at without trust in its types", () => {
  const odd: JsonObject = { ...good, rules: null, namespaceSelector: null, clientConfig: {}, timeoutSeconds: 99 };
  assert.deepEqual(created(odd), [
    "webhooks[0].timeoutSeconds: Invalid value: 99: the timeout value must be between 1 and 30 seconds",
    "webhooks[0].clientConfig: Required value: exactly one of url or service is required",
  ]);
});
