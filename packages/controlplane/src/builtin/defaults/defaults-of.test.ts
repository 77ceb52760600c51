import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { defaultsOf } from "./defaults-of.ts";
import { defaultPullPolicy } from "./image-tag.ts";

function complete(type: string, object: JsonObject): JsonObject {
  return defaultsOf(type)?.(object) ?? object;
}

test("a container is completed alike wherever it stands", () => {
  const spec = { containers: [{ name: "c", image: "nginx:1.29", ports: [{ containerPort: 80 }] }] };
  const [pod, job] = [
    complete("core/v1.Pod", { spec }),
    complete("batch/v1.CronJob", { spec: { jobTemplate: { spec: { template: { spec } } } } }),
  ];
  const container = {
    name: "c",
    image: "nginx:1.29",
    ports: [{ containerPort: 80, protocol: "TCP" }],
    imagePullPolicy: "IfNotPresent",
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  };
  assert.deepEqual((pod as never as { spec: { containers: unknown } }).spec.containers, [container]);
  const nested = job as never as { spec: { jobTemplate: { spec: { template: { spec: { containers: unknown } } } } } };
  assert.deepEqual(nested.spec.jobTemplate.spec.template.spec.containers, [container]);
});

test("an object that lacks nothing is given back as it is", () => {
  for (const type of ["core/v1.Pod", "apps/v1.Deployment", "core/v1.PersistentVolumeClaim"]) {
    const once = complete(type, { spec: { template: { spec: {} } }, status: {} });
    assert.deepEqual(complete(type, once), once, type);
  }
  const map = { data: { a: "b" } };
  assert.equal(complete("core/v1.ConfigMap", map), map);
});

test("the object that was given is not changed", () => {
  const pod = { spec: { containers: [{ name: "c", resources: { limits: { cpu: "1" } } }], hostNetwork: true } };
  const before = JSON.stringify(pod);
  complete("core/v1.Pod", pod);
  assert.equal(JSON.stringify(pod), before);
});

test("a pod requests what it is limited to, the template of a workload does not", () => {
  const spec = { containers: [{ name: "c", resources: { limits: { cpu: "1" } } }] };
  const resourcesOf = (object: JsonObject) => JSON.stringify(object).match(/"resources":(\{.*?\}\})/)?.[1];
  assert.equal(resourcesOf(complete("core/v1.Pod", { spec })), '{"limits":{"cpu":"1"},"requests":{"cpu":"1"}}');
  assert.equal(resourcesOf(complete("core/v1.PodTemplate", { template: { spec } })), '{"limits":{"cpu":"1"}}');
});

test("texts of a Secret become data, over what stands there", () => {
  const secret = complete("core/v1.Secret", { data: { a: "eA==" }, stringData: { a: "y", __proto__x: "z" } });
  assert.deepEqual(secret, { data: { a: "eQ==", __proto__x: "eg==" }, type: "Opaque" });
});

test("an old autoscaler looks at the CPU unless it carries other metrics, and a DaemonSet numbers its template", () => {
  const type = "autoscaling/v1.HorizontalPodAutoscaler";
  assert.deepEqual(complete(type, { spec: {} }).spec, { minReplicas: 1, targetCPUUtilizationPercentage: 80 });
  const metadata = { annotations: { "autoscaling.alpha.kubernetes.io/metrics": "[]" } };
  assert.deepEqual(complete(type, { metadata, spec: {} }).spec, { minReplicas: 1 });
  assert.deepEqual(complete("apps/v1.DaemonSet", { spec: {} }).metadata, {
    annotations: { "deprecated.daemonset.template.generation": "0" },
  });
});

test("images are pulled always when their tag is latest, said or meant", () => {
  const always = ["nginx", "nginx:latest", "example.com:5000/a/b", "localhost/a", "a__b"];
  const once = ["nginx:1", "nginx@sha256:abc", "", "UPPER", "a:b:c", "nginx:", "a b", "a//b"];
  assert.deepEqual(
    always.filter((image) => defaultPullPolicy(image) !== "Always"),
    [],
  );
  assert.deepEqual(
    once.filter((image) => defaultPullPolicy(image) !== "IfNotPresent"),
    [],
  );
});

test("a Service that is balanced has policies and node ports, one for an external name has neither", () => {
  const specOf = (type: string) => complete("core/v1.Service", { spec: { type } }).spec;
  assert.deepEqual(specOf("LoadBalancer"), {
    type: "LoadBalancer",
    sessionAffinity: "None",
    externalTrafficPolicy: "Cluster",
    internalTrafficPolicy: "Cluster",
    allocateLoadBalancerNodePorts: true,
  });
  assert.deepEqual(specOf("ExternalName"), { type: "ExternalName", sessionAffinity: "None" });
});

test("amounts of resources are rounded up to thousandths wherever they stand, and amounts of others are not", () => {
  const fine = { cpu: "1n", memory: "1.5Gi", "example.com/a": "-1500001n", storage: "1.0001e-3", pods: "2" };
  const rounded = { cpu: "1m", memory: "1.5Gi", "example.com/a": "-2m", storage: "2e-3", pods: "2" };
  const found = (type: string, object: JsonObject) => JSON.stringify(complete(type, object));
  const container = { name: "c", resources: { requests: fine } };
  const places: [string, JsonObject][] = [
    ["core/v1.Pod", { spec: { containers: [container], overhead: fine } }],
    ["apps/v1.Deployment", { spec: { template: { spec: { initContainers: [container] } } } }],
    ["core/v1.Node", { status: { capacity: fine, allocatable: fine } }],
    ["core/v1.ResourceQuota", { spec: { hard: fine }, status: { used: fine } }],
    ["core/v1.LimitRange", { spec: { limits: [{ type: "Pod", max: fine, maxLimitRequestRatio: fine }] } }],
    ["core/v1.PersistentVolumeClaim", { status: { capacity: fine, allocatedResources: fine } }],
  ];
  for (const [type, object] of places) {
    const text = found(type, object);
    assert.ok(text.includes(JSON.stringify(rounded)), text);
    assert.ok(!text.includes('"1n"'), text);
  }
  assert.ok(found("node/v1.RuntimeClass", { overhead: { podFixed: fine } }).includes('"1n"'));
});
