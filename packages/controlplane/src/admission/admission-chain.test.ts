import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { type AdmissionPlugin, chainPlugins, createAdmissionChain } from "./admission-chain.ts";
import { attributesOf, refusalOf, specAfter, storageWith } from "./admission-fixture.test.ts";
import { defaultTolerationSeconds } from "./default-toleration-seconds.ts";
import { storageObjectInUseProtection } from "./storage-object-in-use-protection.ts";
import { taintNodesByCondition } from "./taint-nodes-by-condition.ts";

test("each plugin sees what those before it made of the object, and all of them judge", async () => {
  const seen: string[] = [];
  const plugin = (name: string): AdmissionPlugin => ({
    mutate: async ({ object }) => ({ ...object, by: `${object?.by ?? ""}${name}` }),
    validate: async () => void seen.push(name),
  });
  const chain = chainPlugins([plugin("a"), {}, plugin("b")]);
  assert.deepEqual(await chain.mutate(attributesOf({ by: "" })), { by: "ab" });
  await chain.validate(attributesOf({}));
  assert.deepEqual(seen, ["a", "b"]);
});

test("a new pod has its priority and its tolerations when the whole chain has seen it", async () => {
  const storage = await storageWith({ "namespaces/n": { metadata: { name: "n" } } });
  const object = await createAdmissionChain(storage).mutate({ ...attributesOf({ spec: {} }), namespace: "n" });
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
    const object = await storageObjectInUseProtection.mutate?.(attributesOf({ metadata }, { resource, group }));
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
  const chain = createAdmissionChain(await storageWith({}));
  const attributes = attributesOf(undefined, { operation: "DELETE", old: { spec: {} } });
  assert.equal(await chain.mutate(attributes), undefined);
  assert.equal(await refusalOf(chain.validate(attributes)), undefined);
});
