import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdmissionPlugin } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { type AskedWrite, attributesOf, firstRound, objectsWith } from "../admission-fixture.test.ts";
import { createDefaultIngressClass } from "./default-ingress-class.ts";
import { createDefaultStorageClass } from "./default-storage-class.ts";

const mark = "storageclass.kubernetes.io/is-default-class";
const classOf = (name: string, annotations: JsonObject, creationTimestamp = "2026-01-01T00:00:00Z"): JsonObject => ({
  metadata: { name, annotations, creationTimestamp },
});

const claims = { resource: "persistentvolumeclaims" };

async function claimAfter(classes: readonly JsonObject[], claim: JsonObject, write: AskedWrite = {}): Promise<unknown> {
  const stored = classes.map((one) => [`storageclasses/${(one.metadata as JsonObject).name}`, one]);
  const plugin = createDefaultStorageClass(await objectsWith(Object.fromEntries(stored)));
  return specOf(plugin, claim, { ...claims, ...write });
}

async function specOf(plugin: AdmissionPlugin, object: JsonObject, write: AskedWrite): Promise<unknown> {
  return (await plugin.mutate?.(attributesOf(object, write), firstRound))?.spec;
}

const plain = classOf("plain", {});
const marked = classOf("marked", { [mark]: "true" });

test("a claim without a class gets the default one, and stays without where there is none", async () => {
  assert.deepEqual(await claimAfter([plain, marked], { spec: {} }), { storageClassName: "marked" });
  const beta = classOf("beta", { "storageclass.beta.kubernetes.io/is-default-class": "true" });
  assert.deepEqual(await claimAfter([plain, beta], { spec: {} }), { storageClassName: "beta" });
  assert.deepEqual(await claimAfter([plain, classOf("no", { [mark]: "yes" })], { spec: {} }), {});
  assert.deepEqual(await claimAfter([], { spec: {} }), {});
});

test("of several default classes the newest counts, and of equally new ones the first by name", async () => {
  const older = classOf("a", { [mark]: "true" }, "2025-01-01T00:00:00Z");
  const twin = classOf("later-name", { [mark]: "true" });
  const newer = classOf("newer", { [mark]: "true" }, "2026-06-01T00:00:00Z");
  assert.deepEqual(await claimAfter([twin, marked, older], { spec: {} }), { storageClassName: "later-name" });
  assert.deepEqual(await claimAfter([twin, newer, older], { spec: {} }), { storageClassName: "newer" });
});

test("a claim that names a class keeps it, the empty one and that of the old annotation too", async () => {
  for (const storageClassName of ["other", ""]) {
    assert.deepEqual(await claimAfter([marked], { spec: { storageClassName } }), { storageClassName });
  }
  const metadata = { annotations: { "volume.beta.kubernetes.io/storage-class": "" } };
  assert.deepEqual(await claimAfter([marked], { metadata, spec: {} }), {});
  assert.deepEqual(await claimAfter([marked], { spec: {} }, { operation: "UPDATE" }), {});
  assert.deepEqual(await claimAfter([marked], { spec: {} }, { subresource: "status" }), {});
  assert.deepEqual(await claimAfter([marked], { spec: {} }, { resource: "pods" }), {});
});

test("ingresses get their class in the same way", async () => {
  const ingresses = { group: "networking.k8s.io", resource: "ingresses" };
  const stored = { "ingressclasses/web": classOf("web", { "ingressclass.kubernetes.io/is-default-class": "true" }) };
  const plugin = createDefaultIngressClass(await objectsWith(stored));
  assert.deepEqual(await specOf(plugin, { spec: {} }, ingresses), { ingressClassName: "web" });
  const own = { ingressClassName: "own" };
  assert.deepEqual(await specOf(plugin, { spec: own }, ingresses), own);
  const metadata = { annotations: { "kubernetes.io/ingress.class": "nginx" } };
  assert.deepEqual(await specOf(plugin, { metadata, spec: {} }, ingresses), {});
  assert.deepEqual(await specOf(plugin, { spec: {} }, { resource: "ingresses" }), {});
  const none = createDefaultIngressClass(await objectsWith({}));
  assert.deepEqual(await specOf(none, { spec: {} }, ingresses), {});
});
