import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { objectsAt, valueAt } from "../json-fields.ts";
import { withAppArmorFields, withMatchedLabels } from "./complete-pod.ts";

const labels = { app: "web", tier: "front" };
const selector = { matchLabels: { app: "web" } };

test("label keys become requirements of the selector that they stand beside, with the pod's own values", () => {
  const term = { labelSelector: selector, matchLabelKeys: ["tier", "none"], mismatchLabelKeys: ["app"] };
  const affinity = {
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] },
    podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }] },
  };
  const pod = withMatchedLabels({ metadata: { labels }, spec: { affinity, topologySpreadConstraints: [term] } });
  const expected = [
    { key: "tier", operator: "In", values: ["front"] },
    { key: "app", operator: "NotIn", values: ["web"] },
  ];
  const [required] = objectsAt(pod, "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution");
  const [preferred] = objectsAt(pod, "spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution");
  const [spread] = objectsAt(pod, "spec.topologySpreadConstraints");
  for (const found of [required, valueAt(preferred ?? {}, "podAffinityTerm") as JsonObject, spread]) {
    assert.deepEqual(valueAt(found ?? {}, "labelSelector"), { ...selector, matchExpressions: expected });
  }
});

test("without a selector, keys or labels nothing is added", () => {
  for (const constraint of [{ matchLabelKeys: ["tier"] }, { labelSelector: {} }]) {
    const pod = { metadata: { labels }, spec: { topologySpreadConstraints: [constraint] } };
    assert.deepEqual(withMatchedLabels(pod), pod);
  }
  const spec = { topologySpreadConstraints: [{ matchLabelKeys: ["tier"], labelSelector: {} }] };
  assert.deepEqual(withMatchedLabels({ metadata: {}, spec }), { metadata: {}, spec });
});

const key = "container.apparmor.security.beta.kubernetes.io/app";

function complete(annotation: string, spec: JsonObject = {}): [profile: unknown, warnings: readonly string[]] {
  const warnings: string[] = [];
  const containers = [{ name: "app" }, { name: "other" }];
  const pod = { metadata: { annotations: { [key]: annotation } }, spec: { containers, ...spec } };
  const [first] = objectsAt(
    withAppArmorFields(pod, (warning) => warnings.push(warning)),
    "spec.containers",
  );
  return [valueAt(first ?? {}, "securityContext.appArmorProfile"), warnings];
}

test("a profile that an annotation names becomes a field of its container, with a warning", () => {
  const warned = [`metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`];
  assert.deepEqual(complete("unconfined"), [{ type: "Unconfined" }, warned]);
  assert.deepEqual(complete("runtime/default"), [{ type: "RuntimeDefault" }, warned]);
  assert.deepEqual(complete("localhost/a"), [{ type: "Localhost", localhostProfile: "a" }, warned]);
  for (const bad of ["", "localhost/", "localhost/ a", "other"]) assert.deepEqual(complete(bad), [undefined, warned]);
});

test("what the pod or the container says in a field is left alone", () => {
  const profile = { type: "RuntimeDefault" };
  const ofPod = { securityContext: { appArmorProfile: profile } };
  assert.deepEqual(complete("runtime/default", ofPod), [undefined, []]);
  assert.deepEqual(complete("unconfined", { containers: [{ name: "app", ...ofPod }] }), [profile, []]);
  assert.deepEqual(complete("unconfined", { os: { name: "windows" } }), [undefined, []]);
});
