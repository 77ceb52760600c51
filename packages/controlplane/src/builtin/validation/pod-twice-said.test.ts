import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath, type JsonObject } from "@pintle/machinery";
import { validateLabelKeys } from "./label-key-rules.ts";
import { validateProfileAnnotations } from "./profile-annotation-rules.ts";

const path = fieldPath("spec", "topologySpreadConstraints").index(0);
const keysOf = (holder: JsonObject) => validateLabelKeys(holder, path).map(String);

test("a key is a name of a label, stands beside a selector, and is not in it already", () => {
  const merged = [{ key: "app", operator: "In", values: ["web"] }];
  assert.deepEqual(keysOf({ matchLabelKeys: ["app"], labelSelector: { matchExpressions: merged } }), []);
  assert.deepEqual(
    keysOf({ matchLabelKeys: ["app"], labelSelector: { matchLabels: { app: "web" }, matchExpressions: merged } }),
    ['spec.topologySpreadConstraints[0][0]: Invalid value: "app": exists in both matchLabelKeys and labelSelector'],
  );
  assert.deepEqual(keysOf({ matchLabelKeys: ["app"] }), [
    "spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set",
  ]);
  assert.match(keysOf({ mismatchLabelKeys: ["a b"], labelSelector: {} })[0] ?? "", /mismatchLabelKeys\[0\]: Invalid/);
  assert.deepEqual(keysOf({ matchLabelKeys: ["a"], mismatchLabelKeys: ["a"], labelSelector: {} }), [
    'spec.topologySpreadConstraints[0].matchLabelKeys[0]: Invalid value: "a": exists in both matchLabelKeys and mismatchLabelKeys',
  ]);
});

const container = "container.seccomp.security.alpha.kubernetes.io/app";
const profilesOf = (annotations: JsonObject, spec: JsonObject) =>
  validateProfileAnnotations({ metadata: { annotations }, spec }).map(String);

test("a profile in an annotation and in a field is the same", () => {
  const named = (profile: JsonObject) => ({
    containers: [{ name: "app", securityContext: { seccompProfile: profile } }],
  });
  assert.deepEqual(profilesOf({ [container]: "docker/default" }, named({ type: "RuntimeDefault" })), []);
  assert.deepEqual(profilesOf({ [container]: "localhost/b" }, named({ type: "Localhost", localhostProfile: "a" })), [
    "spec.containers[0].securityContext.seccompProfile.localhostProfile: Forbidden: seccomp profile in annotation and field must match",
  ]);
  const ofPod = { securityContext: { appArmorProfile: { type: "Unconfined" } }, containers: [{ name: "app" }] };
  const annotations = { "container.apparmor.security.beta.kubernetes.io/app": "runtime/default" };
  assert.deepEqual(profilesOf(annotations, ofPod), [
    "spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in annotation and field must match",
  ]);
  assert.deepEqual(profilesOf(annotations, { ...ofPod, os: { name: "windows" } }), []);
});
