import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type JsonObject } from "@pintle/machinery";
import { type AskedWrite, attributesOf, firstRound, refusalOf, storageWith } from "../admission-fixture.test.ts";
import { createNodeDeclaredFeatureValidator } from "./node-declared-feature-validator.ts";
import { createPodResizeValidator } from "./pod-resize-validator.ts";
import { createPodTopologyLabels } from "./pod-topology-labels.ts";

const zone = "topology.kubernetes.io/zone";
const region = "topology.kubernetes.io/region";
const nodeOf = (labels: JsonObject, status: JsonObject = {}): JsonObject => ({
  metadata: { name: "m", labels },
  status,
});

async function labelsAfter(object: JsonObject, write: AskedWrite = {}): Promise<unknown> {
  const plugin = createPodTopologyLabels(
    await storageWith({ "nodes/m": nodeOf({ [zone]: "a", [region]: "r", other: "x" }) }),
  );
  const changed = await plugin.mutate?.(attributesOf(object, write), firstRound);
  return ((changed?.metadata ?? {}) as JsonObject).labels;
}

test("a pod gets the zone and the region of its node, when it is made there and when it is bound", async () => {
  const labels = { app: "web", [zone]: "wrong" };
  const told = { app: "web", [zone]: "a", [region]: "r" };
  assert.deepEqual(await labelsAfter({ metadata: { labels }, spec: { nodeName: "m" } }), told);
  const binding = { target: { kind: "Node", name: "m" } };
  assert.deepEqual(await labelsAfter(binding, { subresource: "binding" }), { [zone]: "a", [region]: "r" });
});

test("a pod without a node, or with one that is not there, keeps its labels", async () => {
  const labels = { app: "web" };
  assert.deepEqual(await labelsAfter({ metadata: { labels }, spec: {} }), labels);
  assert.deepEqual(await labelsAfter({ metadata: { labels }, spec: { nodeName: "absent" } }), labels);
  assert.deepEqual(
    await labelsAfter({ metadata: { labels }, spec: { nodeName: "m" } }, { operation: "UPDATE" }),
    labels,
  );
  const binding = { target: { kind: "Machine", name: "m" } };
  assert.equal(await labelsAfter(binding, { subresource: "binding" }), undefined);
});

const podOf = (generation: number, spec: JsonObject): JsonObject => ({
  metadata: { generation },
  spec: { nodeName: "m", ...spec },
});
const needing = (cpu: string, memory: string): JsonObject => ({
  containers: [{ name: "c", resources: { requests: { cpu, memory } } }],
});
const resize = (old: JsonObject): AskedWrite => ({ operation: "UPDATE", subresource: "resize", old });

async function judgeResize(
  node: JsonObject | undefined,
  pod: JsonObject,
  write = resize(podOf(1, {})),
): Promise<ApiError | undefined> {
  const plugin = createPodResizeValidator(await storageWith(node ? { "nodes/m": node } : {}));
  try {
    await plugin.validate?.(attributesOf(pod, write));
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error;
  }
}

test("a pod cannot be resized beyond what its node has", async () => {
  const node = nodeOf({ "kubernetes.io/os": "linux" }, { allocatable: { cpu: "2", memory: "1Gi" } });
  assert.equal(await judgeResize(node, podOf(2, needing("2", "1Gi"))), undefined);
  const error = await judgeResize(node, podOf(2, needing("2100m", "2Gi")));
  const words = "cpu, requested: 2100, allocatable: 2000; memory, requested: 2147483648, allocatable: 1073741824";
  assert.equal(error?.message, `pods "a" is forbidden: node didn't have enough allocatable resources: ${words}`);
  assert.deepEqual(error.causes, [{ reason: "NodeCapacity" }]);
});

test("only Linux resizes, and a node that is gone resizes nothing", async () => {
  const windows = await judgeResize(nodeOf({ "kubernetes.io/os": "windows" }), podOf(2, {}));
  assert.match(windows?.message ?? "", /pod resize is only supported on linux nodes, node "m" is "windows"$/);
  assert.deepEqual(windows?.causes, [{ reason: "UnsupportedPlatform" }]);
  assert.equal((await judgeResize(undefined, podOf(2, {})))?.message, 'pods "a" is forbidden: node "m" not found');
});

test("what does not change the spec of a pod that runs is not asked about", async () => {
  const huge = needing("1000", "1Ei");
  const node = nodeOf({}, { allocatable: {} });
  assert.equal(await judgeResize(node, podOf(1, huge)), undefined);
  assert.equal(await judgeResize(node, podOf(2, { ...huge, nodeName: "" })), undefined);
  assert.equal(await judgeResize(node, podOf(2, huge), { ...resize(podOf(1, {})), subresource: "" }), undefined);
  assert.equal(await judgeResize(node, podOf(2, huge), { operation: "CREATE", subresource: "resize" }), undefined);
});

test("a resize that needs a feature of the node is refused where the node does not declare it", async () => {
  const judge = async (declaredFeatures: string[], pod: JsonObject, old: JsonObject) => {
    const plugin = createNodeDeclaredFeatureValidator(
      await storageWith({ "nodes/m": nodeOf({}, { declaredFeatures }) }),
    );
    return refusalOf(plugin.validate?.(attributesOf(pod, resize(old))));
  };
  const init = (cpu: string, more: JsonObject = {}) => ({
    initContainers: [{ name: "i", resources: { requests: { cpu } }, ...more }],
  });
  const whole = (cpu: string) => ({ resources: { requests: { cpu } } });
  const [pods, inits] = ["InPlacePodLevelResourcesVerticalScaling", "InPlacePodVerticalScalingInitContainers"];
  const both = [podOf(2, { ...init("2"), ...whole("2") }), podOf(1, { ...init("1"), ...whole("1") })] as const;
  const words = `pod update requires features ${pods}, ${inits} which are not available on node "m"`;
  assert.equal(await judge([], ...both), `pods "a" is forbidden: ${words}`);
  assert.ok((await judge([pods], ...both))?.includes(`features ${inits} which`));
  assert.equal(await judge([pods, inits], ...both), undefined);
  const sidecar = { restartPolicy: "Always" };
  assert.equal(await judge([], podOf(2, init("2", sidecar)), podOf(1, init("1", sidecar))), undefined);
  assert.equal(await judge([], podOf(2, needing("2", "1")), podOf(1, needing("1", "1"))), undefined);
});
