import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath, type JsonObject } from "@pintle/machinery";
import { validatePodResources, validateResourceClaims } from "./pod-resource-rules.ts";

const path = fieldPath("spec");
const uses = (cpu: string, more: JsonObject = {}): JsonObject => ({ resources: { requests: { cpu } }, ...more });
const textsOf = (spec: JsonObject) => validatePodResources(spec, path).map(String);

test("a pod asks for at least what its containers ask for together", () => {
  const asks = (cpu: string): JsonObject => ({
    resources: { requests: { cpu } },
    containers: [uses("1"), uses("500m")],
  });
  assert.deepEqual(textsOf(asks("1500m")), []);
  assert.deepEqual(textsOf(asks("1")), [
    'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 1500m',
  ]);
});

test("sidecars count beside the containers, others that prepare only where they need more", () => {
  const spec = {
    resources: { requests: { cpu: "2" } },
    containers: [uses("1")],
    initContainers: [uses("1", { restartPolicy: "Always" }), uses("1")],
  };
  assert.deepEqual(textsOf(spec), []);
  assert.deepEqual(textsOf({ ...spec, initContainers: [...spec.initContainers, uses("2")] }), [
    'spec.resources.requests[cpu]: Invalid value: "2": must be greater than or equal to aggregate container requests of 3',
  ]);
});

test("no container is limited to more than the pod", () => {
  const spec = {
    resources: { limits: { memory: "1Gi" } },
    containers: [{ resources: { limits: { memory: "2Gi" } } }],
  };
  assert.deepEqual(textsOf(spec), [
    'spec.resources.containers[0][memory].limits: Invalid value: "2Gi": must be less than or equal to pod limits of 1Gi',
  ]);
});

test("Windows pods have no resources of their own", () => {
  assert.deepEqual(textsOf({ os: { name: "windows" }, resources: {} }), [
    "spec.resources: Forbidden: may not be set for a windows pod",
  ]);
});

test("names of claims are told apart, and name objects that can exist", () => {
  const claims = [
    { name: "gpu", resourceClaimName: "A" },
    { name: "", resourceClaimTemplateName: "b" },
  ];
  const [first, second] = validateResourceClaims({ resourceClaims: claims }, path).map(({ path: at }) => at);
  assert.equal(first, "spec.resourceClaims[0].resourceClaimName");
  assert.equal(second, "spec.resourceClaims[1].name");
});
