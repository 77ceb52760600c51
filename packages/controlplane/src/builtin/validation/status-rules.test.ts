import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath, type JsonObject } from "@pintle/machinery";
import { validateConditions } from "./condition-rules.ts";
import { validateIngressStatus, validateServiceStatus } from "./load-balancer-rules.ts";
import { validatePodStatus } from "./pod-status-rules.ts";

const textsOf = (status: JsonObject, before: JsonObject = {}, spec: JsonObject = {}) =>
  validatePodStatus({ spec, status }, { spec, status: before }).map(String);

test("a pod has one address of each family, and keeps what it has", () => {
  assert.deepEqual(textsOf({ podIPs: [{ ip: "10.0.0.1" }, { ip: "fd00::1" }] }), []);
  assert.deepEqual(textsOf({ podIPs: [{ ip: "10.1.0.1" }, { ip: "10.1.0.2" }] }), [
    'status.podIPs: Invalid value: [{"IP":"10.1.0.1"},{"IP":"10.1.0.2"}]: may specify no more than one IP for each IP family',
  ]);
  assert.deepEqual(textsOf({ podIPs: [{ ip: "010.1.0.1" }] }), [
    'status.podIPs[0]: Invalid value: "010.1.0.1": must not have leading 0s',
  ]);
  const old = { podIPs: [{ ip: "010.1.0.1" }] };
  assert.deepEqual(textsOf(old, old), [], "what was taken before is not looked at again");
  assert.deepEqual(textsOf({ hostIP: "10.1.0.1", hostIPs: [{ ip: "10.1.0.2" }] }), [
    'status.hostIPs[0].ip: Invalid value: "10.1.0.2": must be equal to `hostIP`',
  ]);
});

test("the quality of a pod stays, and conditions have names", () => {
  assert.deepEqual(textsOf({ qosClass: "Guaranteed" }, { qosClass: "BestEffort" }), [
    'status.qosClass: Invalid value: "Guaranteed": field is immutable',
  ]);
  assert.deepEqual(textsOf({ conditions: [{ type: "Ready" }, { type: "example.com/a" }] }), []);
  assert.deepEqual(textsOf({ conditions: [{ type: "Ready", observedGeneration: -1 }] }), [
    "status.conditions[0].observedGeneration: Invalid value: -1: must be a non-negative integer",
  ]);
});

test("a container that has ended stays so, unless it is started again", () => {
  const ended = (exitCode: number) => ({ containerStatuses: [{ name: "a", state: { terminated: { exitCode } } }] });
  const running = { containerStatuses: [{ name: "a", state: { running: {} } }] };
  const pod = (restartPolicy: string, own: JsonObject = {}) => ({ restartPolicy, containers: [{ name: "a", ...own }] });
  const refusal = ["status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state"];
  assert.deepEqual(textsOf(running, ended(1), pod("Never")), refusal);
  assert.deepEqual(textsOf(running, ended(0), pod("OnFailure")), refusal);
  assert.deepEqual(textsOf(running, ended(1), pod("OnFailure")), []);
  assert.deepEqual(textsOf(running, ended(0), pod("Never", { restartPolicy: "Always" })), []);
  const rule = { action: "Restart", exitCodes: { operator: "In", values: [42] } };
  assert.deepEqual(textsOf(running, ended(42), pod("Never", { restartPolicyRules: [rule] })), []);
  assert.deepEqual(textsOf(running, ended(1), pod("Never", { restartPolicyRules: [rule] })), refusal);
});

test("claims in a pod's status are those of the pod, and extended resources are mapped to its containers", () => {
  const claim = { name: "gpu", resourceClaimName: "web-gpu" };
  const requests = { "example.com/gpu": "1" };
  const spec = { resourceClaims: [{ name: "gpu" }], containers: [{ name: "app", resources: { requests } }] };
  const mapping = { containerName: "app", resourceName: "example.com/gpu", requestName: "r" };
  const extendedResourceClaimStatus = { resourceClaimName: "web-extended", requestMappings: [mapping] };
  assert.deepEqual(textsOf({ resourceClaimStatuses: [claim], extendedResourceClaimStatus }, {}, spec), []);
  assert.deepEqual(textsOf({ resourceClaimStatuses: [{ name: "a" }, claim, claim] }, {}, spec), [
    'status.resourceClaimStatuses[0].name: Invalid value: "a": must match the name of an entry in `spec.resourceClaims`',
    'status.resourceClaimStatuses[2].name: Duplicate value: "gpu"',
  ]);
  assert.deepEqual(textsOf({ extendedResourceClaimStatus: {} }, {}, spec), [
    "status.extendedResourceClaimStatus.requestMappings: Required value: at least one request mapping is required",
    "status.extendedResourceClaimStatus.resourceClaimName: Required value",
  ]);
});

test("a pod that has a node is nominated for none", () => {
  const nominated = { nominatedNodeName: "n2" };
  assert.deepEqual(textsOf(nominated, {}, {}), []);
  assert.deepEqual(textsOf(nominated, {}, { nodeName: "n1" }), [
    "status.nominatedNodeName: Forbidden: may not be set on pods that are already bound to a node",
  ]);
});

test("load balancers are reached by addresses with a mode, or by names", () => {
  const service = (type: string, ...ingress: JsonObject[]) => ({
    spec: { type },
    status: { loadBalancer: { ingress } },
  });
  const check = (object: JsonObject) => validateServiceStatus(object, {}).map(String);
  assert.deepEqual(
    check(service("LoadBalancer", { ip: "192.0.2.1", ipMode: "VIP" }, { hostname: "a.example.com" })),
    [],
  );
  assert.deepEqual(check(service("ClusterIP", { ip: "192.0.2.1" })), [
    "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
  ]);
  assert.deepEqual(check(service("LoadBalancer", { ip: "192.0.2.1" }, { ipMode: "VIP" }, { hostname: "192.0.2.1" })), [
    "status.loadBalancer.ingress[0].ipMode: Required value: must be specified when `ip` is set",
    "status.loadBalancer.ingress[1].ipMode: Forbidden: may not be specified when `ip` is not set",
    'status.loadBalancer.ingress[2].hostname: Invalid value: "192.0.2.1": must be a DNS name, not an IP address',
  ]);
  const ingress = { status: { loadBalancer: { ingress: [{ ip: "a" }] } } };
  assert.deepEqual(validateIngressStatus(ingress, ingress), []);
  assert.match(
    String(validateIngressStatus(ingress, {})[0]),
    /^status\.loadBalancer\.ingress\[0\]\.ip: Invalid value: "a"/,
  );
});

test("conditions are complete, and of each type there is one", () => {
  const whole = { type: "A", status: "True", reason: "Because", lastTransitionTime: "2026-01-01T00:00:00Z" };
  const check = (...conditions: JsonObject[]) =>
    validateConditions(conditions, fieldPath("c")).map(({ path, type }) => `${path} ${type}`);
  assert.deepEqual(check(whole), []);
  assert.deepEqual(check(whole, whole), ["c[1].type FieldValueDuplicate"]);
  assert.deepEqual(check({ ...whole, reason: "no reason", status: "Yes", lastTransitionTime: null }), [
    "c[0].status FieldValueNotSupported",
    "c[0].lastTransitionTime FieldValueRequired",
    "c[0].reason FieldValueInvalid",
  ]);
});
