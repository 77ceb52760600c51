import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { attributesOf } from "../admission-fixture.test.ts";
import { writeResources } from "../resources/resource-list.ts";
import { deviceClaimEvaluator, volumeClaimEvaluator } from "./claim-evaluators.ts";
import type { QuotaEvaluator } from "./evaluator.ts";
import { podEvaluator } from "./pod-evaluator.ts";
import { serviceEvaluator } from "./service-evaluator.ts";

const nowMs = Date.parse("2026-01-01T00:00:00Z");
const usageOf = (evaluator: QuotaEvaluator, object: JsonObject) => writeResources(evaluator.usageOf(object, nowMs));

const container = (requests: JsonObject, limits: JsonObject = {}, name = "c"): JsonObject => ({
  name,
  resources: { requests, limits },
});
const podOf = (spec: JsonObject, status: JsonObject = {}, metadata: JsonObject = {}): JsonObject => ({
  metadata,
  spec,
  status,
});
const sole = (requests: JsonObject, limits: JsonObject = {}) => podOf({ containers: [container(requests, limits)] });

test("a pod uses what it requests under two names, and what it is limited to under one", () => {
  const requests = { cpu: "1m", memory: "1Gi", "ephemeral-storage": "32Mi" };
  assert.deepEqual(usageOf(podEvaluator, sole(requests, { cpu: "2m", memory: "2Gi", "ephemeral-storage": "64Mi" })), {
    "count/pods": "1",
    cpu: "1m",
    "ephemeral-storage": "32Mi",
    "limits.cpu": "2m",
    "limits.ephemeral-storage": "64Mi",
    "limits.memory": "2Gi",
    memory: "1Gi",
    pods: "1",
    "requests.cpu": "1m",
    "requests.ephemeral-storage": "32Mi",
    "requests.memory": "1Gi",
  });
});

test("huge pages and extended resources are used under names of their own", () => {
  const requests = {
    "hugepages-2Mi": "100Mi",
    "example.com/gpu": "3",
    "kubernetes.io/x": "1",
    "deviceclass.resource.kubernetes.io/g": "2",
  };
  const { "count/pods": _, pods: __, ...usage } = usageOf(podEvaluator, sole(requests));
  assert.deepEqual(usage, {
    "hugepages-2Mi": "100Mi",
    "requests.deviceclass.resource.kubernetes.io/g": "2",
    "requests.example.com/gpu": "3",
    "requests.hugepages-2Mi": "100Mi",
  });
  const counted = [
    ...["pods", "count/pods", "cpu", "limits.memory", "requests.example.com/gpu", "hugepages-1Gi"],
    ...["requests.hugepages-1Gi", "requests.deviceclass.resource.kubernetes.io/g"],
  ];
  const others = [
    "requests.kubernetes.io/x",
    "requests.storage",
    "limits.example.com/gpu",
    "example.com/gpu",
    "services",
  ];
  for (const name of counted) assert.ok(podEvaluator.counts(name), name);
  for (const name of others) assert.ok(!podEvaluator.counts(name), name);
});

test("overhead is used too, where something is", () => {
  const spec = { overhead: { cpu: "1", memory: "1Mi" }, containers: [container({ cpu: "1" }, { cpu: "2" })] };
  const usage = usageOf(podEvaluator, podOf(spec));
  assert.deepEqual([usage["requests.cpu"], usage["requests.memory"]], ["2", "1Mi"]);
  assert.deepEqual([usage["limits.cpu"], usage["limits.memory"]], ["3", undefined]);
});

test("a pod that speaks for itself is charged for that", () => {
  const resources = { requests: { cpu: "5", "hugepages-2Mi": "2Mi" }, limits: { cpu: "6" } };
  const usage = usageOf(podEvaluator, podOf({ resources, containers: [container({ cpu: "1", memory: "1Mi" })] }));
  assert.deepEqual([usage.cpu, usage.memory, usage["limits.cpu"], usage["hugepages-2Mi"]], ["5", "1Mi", "6", "2Mi"]);
});

test("while a pod is resized it is charged for the most of what it has and wants, unless that cannot be", () => {
  const spec = { containers: [container({ cpu: "1" }, { cpu: "1" })] };
  const containerStatuses = [
    { name: "c", resources: { requests: { cpu: "2" }, limits: { cpu: "3" } }, allocatedResources: { cpu: "4" } },
  ];
  const usage = usageOf(podEvaluator, podOf(spec, { containerStatuses }));
  assert.deepEqual([usage.cpu, usage["limits.cpu"]], ["4", "3"]);
  const wanted = { containers: [container({ cpu: "9" }, { cpu: "9" })] };
  assert.equal(usageOf(podEvaluator, podOf(wanted, { containerStatuses })).cpu, "9");
  const conditions = [{ type: "PodResizePending", status: "True", reason: "Infeasible" }];
  const infeasible = usageOf(podEvaluator, podOf(wanted, { containerStatuses, conditions }));
  assert.deepEqual([infeasible.cpu, infeasible["limits.cpu"]], ["4", "3"]);
});

test("pods that have ended, or should have, are only counted as objects", () => {
  const counted = { "count/pods": "1" };
  const spec = { containers: [container({ cpu: "1" })] };
  for (const phase of ["Failed", "Succeeded"]) assert.deepEqual(usageOf(podEvaluator, podOf(spec, { phase })), counted);
  const deletedAt = (deletionTimestamp: string) =>
    usageOf(podEvaluator, podOf(spec, {}, { deletionTimestamp, deletionGracePeriodSeconds: 30 }));
  assert.deepEqual(deletedAt("2025-12-31T23:59:29Z"), counted);
  assert.equal(deletedAt("2025-12-31T23:59:31Z").cpu, "1");
});

test("where a quota bounds cpu or memory, each container has to say how much", () => {
  const two = podOf({
    containers: [container({ cpu: "1" }, {}, "b"), container({}, { memory: "1" }, "a")],
    initContainers: [container({}, {}, "i")],
  });
  const complain = (...names: string[]) => podEvaluator.complain?.(names, two);
  assert.equal(complain("requests.cpu", "limits.memory"), "must specify limits.memory for: b,i; requests.cpu for: a,i");
  assert.equal(complain("pods", "requests.example.com/gpu", "limits.ephemeral-storage"), undefined);
  const own = podOf({ resources: { requests: { cpu: "1" } }, containers: [container({})] });
  assert.equal(podEvaluator.complain?.(["memory"], own), undefined);
});

test("pods are in the scopes that fit them", () => {
  const isIn = (name: string, pod: JsonObject, operator = "Exists", values: string[] = []) =>
    podEvaluator.isInScope?.({ name, operator, values }, pod);
  const plain = podOf({ containers: [container({})] });
  const ending = podOf({ activeDeadlineSeconds: 0, containers: [container({ cpu: "1" })] });
  assert.deepEqual([isIn("Terminating", plain), isIn("NotTerminating", plain)], [false, true]);
  assert.deepEqual([isIn("Terminating", ending), isIn("NotTerminating", ending)], [true, false]);
  assert.deepEqual([isIn("BestEffort", plain), isIn("NotBestEffort", plain)], [true, false]);
  assert.deepEqual([isIn("BestEffort", ending), isIn("NotBestEffort", ending)], [false, true]);
  const classed = podOf({ priorityClassName: "high" });
  const inClass = (pod: JsonObject) => [
    isIn("PriorityClass", pod),
    isIn("PriorityClass", pod, "DoesNotExist"),
    isIn("PriorityClass", pod, "In", ["high", "low"]),
    isIn("PriorityClass", pod, "NotIn", ["high"]),
  ];
  assert.deepEqual(inClass(classed), [true, false, true, false]);
  assert.deepEqual(inClass(plain), [false, true, false, true]);
  assert.equal(isIn("VolumeAttributesClass", plain), false);
});

test("affinity to pods elsewhere is a scope of its own", () => {
  const isIn = (affinity: JsonObject) =>
    podEvaluator.isInScope?.(
      { name: "CrossNamespacePodAffinity", operator: "Exists", values: [] },
      podOf({ affinity }),
    );
  const required = (term: JsonObject) => ({ requiredDuringSchedulingIgnoredDuringExecution: [term] });
  assert.equal(isIn({ podAffinity: required({}) }), false);
  assert.equal(isIn({ podAffinity: required({ namespaces: ["m"] }) }), true);
  assert.equal(isIn({ podAntiAffinity: required({ namespaceSelector: {} }) }), true);
  const preferred = [{ weight: 1, podAffinityTerm: { namespaces: ["m"] } }];
  assert.equal(isIn({ podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } }), true);
});

test("a pod is charged for when it is made, when it is resized, and when it gets or loses its end", () => {
  const isConcerned = (operation: "CREATE" | "UPDATE", subresource: string, spec: JsonObject = {}) =>
    podEvaluator.isConcerned(attributesOf({ spec }, { operation, subresource, old: { spec: {} } }));
  assert.ok(isConcerned("CREATE", ""));
  assert.ok(isConcerned("UPDATE", "resize"));
  assert.ok(isConcerned("UPDATE", "", { activeDeadlineSeconds: 5 }));
  assert.ok(!isConcerned("UPDATE", ""));
  assert.ok(!isConcerned("UPDATE", "status"));
  assert.ok(!isConcerned("CREATE", "binding"));
});

test("services use ports of nodes and load balancers as they wish for them", () => {
  const usage = (spec: JsonObject) => {
    const {
      services,
      "services.nodeports": ports,
      "services.loadbalancers": balancers,
    } = usageOf(serviceEvaluator, { spec });
    return [services, ports, balancers];
  };
  const ports = [{ port: 1 }, { port: 2, nodePort: 30_001 }];
  assert.deepEqual(usage({ type: "ClusterIP", ports }), ["1", "0", "0"]);
  assert.deepEqual(usage({ type: "NodePort", ports }), ["1", "2", "0"]);
  assert.deepEqual(usage({ type: "LoadBalancer", ports }), ["1", "2", "1"]);
  assert.deepEqual(usage({ type: "LoadBalancer", ports, allocateLoadBalancerNodePorts: false }), ["1", "1", "1"]);
});

test("claims use storage in all and of their class, in whole bytes", () => {
  const claim = (storage: string, more: JsonObject = {}) => ({
    spec: { resources: { requests: { storage } }, ...more },
  });
  assert.deepEqual(usageOf(volumeClaimEvaluator, claim("10Gi", { storageClassName: "gold" })), {
    "count/persistentvolumeclaims": "1",
    "gold.storageclass.storage.k8s.io/persistentvolumeclaims": "1",
    "gold.storageclass.storage.k8s.io/requests.storage": "10Gi",
    persistentvolumeclaims: "1",
    "requests.storage": "10Gi",
  });
  assert.equal(usageOf(volumeClaimEvaluator, claim("10000m"))["requests.storage"], "10");
  assert.equal(usageOf(volumeClaimEvaluator, claim("10001m"))["requests.storage"], "11");
  const metadata = { annotations: { "volume.beta.kubernetes.io/storage-class": "old" } };
  const older = usageOf(volumeClaimEvaluator, { metadata, ...claim("1", { storageClassName: "gold" }) });
  assert.equal(older["old.storageclass.storage.k8s.io/requests.storage"], "1");
  const grown = { ...claim("1Gi"), status: { allocatedResources: { storage: "3Gi" } } };
  assert.equal(usageOf(volumeClaimEvaluator, grown)["requests.storage"], "3Gi");
  assert.ok(volumeClaimEvaluator.counts("x.storageclass.storage.k8s.io/requests.storage"));
  assert.ok(!volumeClaimEvaluator.counts("x.storageclass.storage.k8s.io/other"));
});

test("claims are in the scope of the attributes classes that they have, had or shall have", () => {
  const isIn = (claim: JsonObject, operator: string, ...values: string[]) =>
    volumeClaimEvaluator.isInScope?.({ name: "VolumeAttributesClass", operator, values }, claim);
  const moving = {
    spec: { volumeAttributesClassName: "b" },
    status: { currentVolumeAttributesClassName: "a", modifyVolumeStatus: { targetVolumeAttributesClassName: "b" } },
  };
  assert.deepEqual([isIn(moving, "In", "a"), isIn(moving, "In", "b"), isIn(moving, "In", "c")], [true, true, false]);
  assert.deepEqual([isIn(moving, "Exists"), isIn({}, "Exists")], [true, false]);
  assert.deepEqual([isIn(moving, "NotIn", "a"), isIn({}, "NotIn", "a"), isIn({}, "DoesNotExist")], [true, true, true]);
});

test("claims on devices use devices of a class, at worst", () => {
  const one = (deviceClassName: string, count: number) => ({ deviceClassName, allocationMode: "ExactCount", count });
  const requests = [
    { name: "a", exactly: one("gpu", 2) },
    { name: "b", exactly: { deviceClassName: "gpu", allocationMode: "All" } },
    { name: "c", firstAvailable: [one("big", 1), one("small", 4), one("small", 2)] },
  ];
  assert.deepEqual(usageOf(deviceClaimEvaluator, { spec: { devices: { requests } } }), {
    "big.deviceclass.resource.k8s.io/devices": "1",
    "count/resourceclaims.resource.k8s.io": "1",
    "gpu.deviceclass.resource.k8s.io/devices": "34",
    "small.deviceclass.resource.k8s.io/devices": "4",
  });
});
