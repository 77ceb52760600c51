import assert from "node:assert/strict";
import { test } from "node:test";
import type { StrategyRequest } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { jobRules } from "./job-rules.ts";

const request = {} as StrategyRequest;

function job(pod: JsonObject, more: JsonObject = {}): JsonObject {
  const labels = { app: "a" };
  const container = { name: "a", image: "b", imagePullPolicy: "Always", terminationMessagePolicy: "File" };
  return {
    metadata: { name: "a" },
    spec: {
      suspend: true,
      manualSelector: true,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [container], restartPolicy: "Never", dnsPolicy: "ClusterFirst", ...pod },
      },
      ...more,
    },
  };
}

const update = (now: JsonObject, before: JsonObject) =>
  jobRules["jobs.batch"]?.validateUpdate?.(now, before, request).map(({ path, detail }) => `${path}: ${detail}`);

test("a Job that waits may be told where it may run and what it needs, and nothing else", () => {
  const directed = { nodeSelector: { a: "b" }, affinity: { nodeAffinity: {} }, tolerations: [{ operator: "Exists" }] };
  assert.deepEqual(update(job(directed), job({})), []);
  assert.deepEqual(update(job({}), job(directed)), []);
  assert.deepEqual(update(job({ hostNetwork: true }), job({})), ["spec.template.spec: field is immutable"]);
});

test("a Job that runs keeps its template", () => {
  const running = { suspend: false };
  assert.deepEqual(update(job({ nodeSelector: { a: "b" } }, running), job({}, running)), [
    "spec.template: field is immutable",
  ]);
});

test("what manages a Job has a domain", () => {
  const managedBy = (name: string) =>
    jobRules["jobs.batch"]?.validate?.(job({}, { managedBy: name }), request).map(({ detail }) => detail);
  assert.deepEqual(managedBy("example.com/me"), []);
  assert.deepEqual(managedBy("me"), ['must be a domain-prefixed path (such as "acme.io/foo")']);
  assert.deepEqual(managedBy(`example.com/${"x".repeat(60)}`), ["may not be more than 63 bytes"]);
});
