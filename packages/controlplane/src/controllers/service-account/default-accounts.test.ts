import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ConfigMap } from "@pintle/kinds";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import { serviceAccountController } from "./default-accounts.ts";
import { createRootCaPublisher } from "./root-ca-publisher.ts";

const shop = { group: "", plural: "namespaces", name: "shop" };
const account = { group: "", plural: "serviceaccounts", namespace: "shop", name: "default" };
const bundle = { group: "", plural: "configmaps", namespace: "shop", name: "kube-root-ca.crt" };

describe("the ServiceAccount default", () => {
  const startPlane = () => startTestPlane({ controllers: [serviceAccountController], namespaces: ["shop"] });

  test("is in each namespace that there is, and in each that comes", async () => {
    await using plane = await startPlane();
    await plane.user.create({ group: "", plural: "namespaces" }, { metadata: { name: "late" } });
    await plane.settle();
    const found = await plane.user.list({ group: "", plural: "serviceaccounts" });
    assert.deepEqual(
      found.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`),
      ["default/default", "kube-system/default", "late/default", "shop/default"],
    );
  });

  test("is made again when it is deleted", async () => {
    await using plane = await startPlane();
    await plane.settle();
    const before = await plane.find(account);
    await plane.user.delete(account);
    await plane.settle();
    const after = await plane.find(account);
    assert.ok(after);
    assert.notEqual(after.metadata.uid, before?.metadata.uid);
  });

  test("that is there already is left as it is", async () => {
    await using plane = await startPlane();
    await plane.settle();
    const before = await plane.find(account);
    await plane.user.patch(shop, "merge", { metadata: { labels: { a: "b" } } });
    await plane.settle();
    assert.equal((await plane.find(account))?.metadata.resourceVersion, before?.metadata.resourceVersion);
  });

  test("is not made again in a namespace that is going", async () => {
    await using plane = await startPlane();
    await plane.settle();
    await plane.user.delete(shop);
    await plane.user.delete(account);
    await plane.settle();
    assert.equal(await plane.find(account), undefined);
    assert.deepEqual(plane.complaints, []);
  });
});

describe("the ConfigMap with the cluster's authorities", () => {
  const startPlane = () =>
    startTestPlane({ controllers: [createRootCaPublisher("authorities")], namespaces: ["shop"] });
  const dataOf = async (plane: TestPlane) => (await plane.find<ConfigMap>(bundle))?.data;

  test("is in each namespace, and says what it is for", async () => {
    await using plane = await startPlane();
    await plane.settle();
    const found = await plane.find<ConfigMap>(bundle);
    assert.deepEqual(found?.data, { "ca.crt": "authorities" });
    assert.match(found?.metadata.annotations?.["kubernetes.io/description"] ?? "", /^Contains a CA bundle that can be/);
  });

  test("is put right when somebody changes it, and keeps what else they wrote beside it", async () => {
    await using plane = await startPlane();
    await plane.settle();
    const metadata = { labels: { a: "b" }, annotations: { "kubernetes.io/description": null } };
    await plane.user.patch(bundle, "merge", { metadata, data: { "ca.crt": "others", more: "x" } });
    await plane.settle();
    assert.deepEqual(await dataOf(plane), { "ca.crt": "authorities" });
    const found = await plane.find(bundle);
    assert.deepEqual(found?.metadata.labels, { a: "b" });
    assert.ok(found?.metadata.annotations?.["kubernetes.io/description"]);
  });

  test("is made again when it is deleted, but not in a namespace that is going", async () => {
    await using plane = await startPlane();
    await plane.settle();
    await plane.user.delete(bundle);
    await plane.settle();
    assert.deepEqual(await dataOf(plane), { "ca.crt": "authorities" });
    await plane.user.delete(shop);
    await plane.user.delete(bundle);
    await plane.settle();
    assert.equal(await dataOf(plane), undefined);
    assert.deepEqual(plane.complaints, []);
  });
});
