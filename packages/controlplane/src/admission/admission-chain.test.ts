import assert from "node:assert/strict";
import { test } from "node:test";
import { type AdmissionChain, createResourceRegistry, type Storage } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { createAdmissionChain } from "./admission-chain.ts";
import { attributesOf, firstRound, refusalOf, specAfter, storageWith } from "./admission-fixture.test.ts";
import { defaultTolerationSeconds } from "./default-toleration-seconds.ts";
import { storageObjectInUseProtection } from "./storage-object-in-use-protection.ts";
import { taintNodesByCondition } from "./taint-nodes-by-condition.ts";

function chainOn(storage: Storage): AdmissionChain {
  const registry = () => createResourceRegistry();
  return createAdmissionChain({
    storage,
    registry,
    authorizer: async () => ({ decision: "allow" }),
    connectWebhook: () => assert.fail("there are no webhooks"),
  });
}

test("a new pod has its priority and its tolerations when the whole chain has seen it", async () => {
  const storage = await storageWith({ "namespaces/n": { metadata: { name: "n" } } });
  const object = await chainOn(storage).mutate({ ...attributesOf({ spec: {} }), namespace: "n" });
  assert.ok(object);
  const { priority, preemptionPolicy, tolerations } = object.spec as JsonObject;
  assert.deepEqual([priority, preemptionPolicy], [0, "PreemptLowerPriority"]);
  assert.equal((tolerations as JsonObject[]).length, 2);
});

const notReady = "node.kubernetes.io/not-ready";
const unreachable = "node.kubernetes.io/unreachable";
const fiveMinutes = (key: string) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 });

test("a pod tolerates nodes in trouble for five minutes", async () => {
  assert.deepEqual(await specAfter(defaultTolerationSeconds, {}), {
    tolerations: [fiveMinutes(notReady), fiveMinutes(unreachable)],
  });
});

test("a pod that says itself what it tolerates is left alone, as far as it does", async () => {
  const everything = { tolerations: [{ operator: "Exists" }] };
  assert.deepEqual(await specAfter(defaultTolerationSeconds, everything), everything);
  const own = { key: notReady, operator: "Exists" };
  assert.deepEqual(await specAfter(defaultTolerationSeconds, { tolerations: [own] }), {
    tolerations: [own, fiveMinutes(unreachable)],
  });
  const unlike = { key: notReady, operator: "Exists", effect: "NoSchedule" };
  const { tolerations } = (await specAfter(defaultTolerationSeconds, { tolerations: [unlike] })) as JsonObject;
  assert.equal((tolerations as JsonObject[]).length, 3);
});

test("nothing but pods themselves tolerates anything", async () => {
  assert.deepEqual(await specAfter(defaultTolerationSeconds, {}, { subresource: "status" }), {});
  assert.deepEqual(await specAfter(defaultTolerationSeconds, {}, { resource: "nodes" }), {});
});

test("a new node is not ready, which is said once", async () => {
  const taint = { key: notReady, effect: "NoSchedule" };
  const nodes = { resource: "nodes" };
  assert.deepEqual(await specAfter(taintNodesByCondition, {}, nodes), { taints: [taint] });
  assert.deepEqual(await specAfter(taintNodesByCondition, { taints: [taint] }, nodes), { taints: [taint] });
  assert.deepEqual(await specAfter(taintNodesByCondition, {}, { ...nodes, operation: "UPDATE" }), {});
});

test("volumes, claims and their classes are created with the finalizer that protects them", async () => {
  const finalizersOf = async (resource: string, group = "", metadata: JsonObject = {}) => {
    const object = await storageObjectInUseProtection.mutate?.(
      attributesOf({ metadata }, { resource, group }),
      firstRound,
    );
    assert.ok(object);
    return (object.metadata as JsonObject).finalizers;
  };
  assert.deepEqual(await finalizersOf("persistentvolumes"), ["kubernetes.io/pv-protection"]);
  const others = { finalizers: ["example.com/a"] };
  const both = ["example.com/a", "kubernetes.io/pvc-protection"];
  assert.deepEqual(await finalizersOf("persistentvolumeclaims", "", others), both);
  assert.deepEqual(await finalizersOf("persistentvolumeclaims", "", { finalizers: both }), both);
  assert.deepEqual(await finalizersOf("volumeattributesclasses", "storage.k8s.io"), ["kubernetes.io/vac-protection"]);
  assert.equal(await finalizersOf("configmaps"), undefined);
});

test("a delete passes through all plugins", async () => {
  const chain = chainOn(await storageWith({}));
  const attributes = attributesOf(undefined, { operation: "DELETE", old: { spec: {} } });
  assert.equal(await chain.mutate(attributes), undefined);
  assert.equal(await refusalOf(chain.validate(attributes)), undefined);
});

test("each kind meets the plugins that look after it", async () => {
  const marked = (mark: string) => ({ metadata: { name: "main", annotations: { [mark]: "true" } } });
  const storage = await storageWith({
    "namespaces/n": { metadata: { name: "n", labels: { "pod-security.kubernetes.io/enforce": "baseline" } } },
    "storageclasses/main": marked("storageclass.kubernetes.io/is-default-class"),
    "ingressclasses/main": marked("ingressclass.kubernetes.io/is-default-class"),
  });
  const chain = chainOn(storage);
  const admit = async (group: string, resource: string, spec: JsonObject = {}) =>
    chain.mutate(attributesOf({ metadata: {}, spec }, { group, resource, namespace: "n" }));
  assert.deepEqual(await admit("", "persistentvolumeclaims"), {
    metadata: { finalizers: ["kubernetes.io/pvc-protection"] },
    spec: { storageClassName: "main" },
  });
  assert.deepEqual((await admit("networking.k8s.io", "ingresses"))?.spec, { ingressClassName: "main" });
  assert.deepEqual(await admit("", "configmaps"), { metadata: {}, spec: {} });
  const node = await chain.mutate(attributesOf({ metadata: {} }, { resource: "nodes" }));
  assert.ok(node?.spec);
  const template = { spec: { hostPID: true } };
  const deployment = attributesOf(
    { metadata: {}, spec: { template } },
    { group: "apps", resource: "deployments", namespace: "n" },
  );
  await chain.validate(deployment);
  assert.equal(deployment.context.warnings.length, 1);
});
