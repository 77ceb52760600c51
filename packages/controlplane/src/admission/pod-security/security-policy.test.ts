import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { compareLevels, formatLevel, readSecurityPolicy } from "./security-policy.ts";

function read(labels: Readonly<Record<string, string>>): [policy: string, errors: readonly string[]] {
  const prefixed = Object.entries(labels).map(([key, value]) => [`pod-security.kubernetes.io/${key}`, value]);
  const namespace: JsonObject = { metadata: { labels: Object.fromEntries(prefixed) } };
  const { policy, errors } = readSecurityPolicy(namespace);
  return [[policy.enforce, policy.audit, policy.warn].map(formatLevel).join(" "), errors.map(String)];
}

const unset = "privileged:latest";

test("a namespace that says nothing lets everything pass", () => {
  assert.deepEqual(read({}), [`${unset} ${unset} ${unset}`, []]);
  assert.deepEqual(readSecurityPolicy({}).errors, []);
});

test("each mode has a level and a version", () => {
  const labels = { enforce: "baseline", "enforce-version": "v1.24", audit: "restricted", "audit-version": "latest" };
  const [policy] = read({ ...labels, warn: "restricted", "warn-version": "v1.0" });
  assert.equal(policy, "baseline:v1.24 restricted:latest restricted:v1.0");
});

test("what is enforced is warned of too, unless the namespace says what to warn of", () => {
  assert.equal(
    read({ enforce: "restricted", "enforce-version": "v1.5" })[0],
    `restricted:v1.5 ${unset} restricted:v1.5`,
  );
  assert.equal(
    read({ enforce: "restricted", "warn-version": "v1.7" })[0],
    `restricted:latest ${unset} restricted:v1.7`,
  );
  assert.equal(read({ enforce: "restricted", warn: "privileged" })[0], `restricted:latest ${unset} ${unset}`);
  assert.equal(read({ enforce: "privileged", "warn-version": "v1.7" })[0], `${unset} ${unset} privileged:v1.7`);
});

test("what cannot be read is the strictest where it is enforced, and nothing where it would only be told", () => {
  const [policy, errors] = read({ enforce: "Baseline", audit: "x", warn: "", "warn-version": "1.20" });
  assert.equal(policy, `restricted:latest ${unset} ${unset}`);
  const level = (mode: string, value: string) =>
    `metadata.labels[pod-security.kubernetes.io/${mode}]: Invalid value: "${value}": must be one of privileged, baseline, restricted`;
  const version =
    'metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "1.20": must be "latest" or "v1.x"';
  assert.deepEqual(errors, [level("enforce", "Baseline"), level("audit", "x"), level("warn", ""), version]);
});

test("versions are minors of 1, written as people write them", () => {
  const isRead = (version: string) => read({ enforce: "baseline", "enforce-version": version })[1].length === 0;
  for (const version of ["latest", "v1.0", "v1.9", "v1.10", "v1.9999"]) assert.ok(isRead(version), version);
  for (const version of ["", "Latest", "v1", "v1.", "v1.01", "v2.0", "v1.-1", "v1.5.0", "v1.99999999999999999999"]) {
    assert.ok(!isRead(version), version);
  }
});

test("levels have an order", () => {
  assert.ok(compareLevels("restricted", "baseline") > 0);
  assert.ok(compareLevels("privileged", "baseline") < 0);
  assert.equal(compareLevels("baseline", "baseline"), 0);
});
