import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ResourceQuota } from "@pintle/kinds";
import { ApiError } from "@pintle/machinery";
import type { TestPlane } from "../kit/plane-fixture.test.ts";
import { startTestPlane } from "../kit/plane-fixture.test.ts";
import { resourceQuotaController } from "./resource-quota-controller.ts";

const namespace = "shop";
const quotas = { group: "", plural: "resourcequotas", namespace };
const [secrets, pods, services] = ["secrets", "pods", "services"].map((plural) => ({ group: "", plural, namespace }));
assert.ok(secrets && pods && services);
const deployments = { group: "apps", plural: "deployments", namespace };

function podOf(name: string, cpu = "500m", spec: object = {}): object {
  const resources = { requests: { cpu }, limits: { cpu: "1" } };
  return { metadata: { name }, spec: { containers: [{ name: "main", image: "shop:1", resources }], ...spec } };
}

const open = (hasDefinitions = false) =>
  startTestPlane({ controllers: [resourceQuotaController], namespaces: [namespace], hasDefinitions });

async function makeQuota(plane: TestPlane, hard: object, spec: object = {}): Promise<ResourceQuota> {
  await plane.user.create(quotas, { metadata: { name: "limits" }, spec: { hard, ...spec } });
  return await read(plane);
}

async function read(plane: TestPlane): Promise<ResourceQuota> {
  await plane.settle();
  return await plane.user.get<ResourceQuota>({ ...quotas, name: "limits" });
}

async function used(plane: TestPlane): Promise<unknown> {
  return (await read(plane)).status?.used;
}

describe("the status of a quota", () => {
  test("has its limits and what is used of them from the beginning", async () => {
    await using plane = await open();
    const hard = { pods: "5", "requests.cpu": "1", "count/deployments.apps": "2" };
    const { status, metadata } = await makeQuota(plane, hard);
    assert.deepEqual(status, { hard, used: { "count/deployments.apps": "0", pods: "0", "requests.cpu": "0" } });
    assert.equal(
      metadata.managedFields?.some(({ manager }) => manager === "kube-controller-manager"),
      true,
    );
  });

  test("counts what was there before the quota", async () => {
    await using plane = await open();
    await plane.user.create(secrets, { metadata: { name: "a" } });
    await plane.user.create({ ...secrets, namespace: "default" }, { metadata: { name: "elsewhere" } });
    assert.deepEqual((await makeQuota(plane, { secrets: "5", "count/secrets": "5" })).status?.used, {
      "count/secrets": "1",
      secrets: "1",
    });
  });

  test("is charged by those who create, and repaid when something goes", async () => {
    await using plane = await open();
    await makeQuota(plane, { secrets: "1" });
    await plane.user.create(secrets, { metadata: { name: "a" } });
    assert.deepEqual(await used(plane), { secrets: "1" });
    await assert.rejects(plane.user.create(secrets, { metadata: { name: "b" } }), (error) =>
      ApiError.is(error, "Forbidden"),
    );
    await plane.user.delete({ ...secrets, name: "a" });
    assert.deepEqual(await used(plane), { secrets: "0" });
    await plane.user.create(secrets, { metadata: { name: "b" } });
  });

  test("takes over a new limit, and counts what it bounds for the first time", async () => {
    await using plane = await open();
    await plane.user.create(secrets, { metadata: { name: "a" } });
    await makeQuota(plane, { pods: "1" });
    await plane.user.patch({ ...quotas, name: "limits" }, "merge", { spec: { hard: { pods: null, secrets: "3" } } });
    assert.deepEqual((await read(plane)).status, { hard: { secrets: "3" }, used: { secrets: "1" } });
  });

  test("is not written when nothing has changed", async () => {
    await using plane = await open();
    const { metadata } = await makeQuota(plane, { secrets: "3" });
    await plane.user.patch({ ...quotas, name: "limits" }, "merge", { metadata: { labels: { seen: "yes" } } });
    await plane.user.create(pods, podOf("a"));
    await plane.user.delete({ ...pods, name: "a" }, { gracePeriodSeconds: 0 });
    const after = await read(plane);
    assert.equal(Number(after.metadata.resourceVersion), Number(metadata.resourceVersion) + 1);
  });

  test("adds up what pods request and may use", async () => {
    await using plane = await open();
    for (const name of ["a", "b"]) await plane.user.create(pods, podOf(name));
    const hard = { cpu: "4", "limits.cpu": "4", pods: "4", "count/pods": "4" };
    assert.deepEqual((await makeQuota(plane, hard)).status?.used, {
      "count/pods": "2",
      cpu: "1",
      "limits.cpu": "2",
      pods: "2",
    });
  });

  test("gets back what a pod used when it has ended, but not its place among the objects", async () => {
    await using plane = await open();
    await makeQuota(plane, { "requests.cpu": "1", pods: "4", "count/pods": "4" });
    await plane.user.create(pods, podOf("a"));
    assert.deepEqual(await used(plane), { "count/pods": "1", pods: "1", "requests.cpu": "500m" });
    await plane.user.patch({ ...pods, name: "a", subresource: "status" }, "merge", { status: { phase: "Succeeded" } });
    assert.deepEqual(await used(plane), { "count/pods": "1", pods: "0", "requests.cpu": "0" });
  });

  test("gets back what a pod used that should have ended on a node that is lost, after a while", async () => {
    await using plane = await open();
    await makeQuota(plane, { pods: "4" });
    await plane.user.create(pods, podOf("a", "500m", { nodeName: "lost" }));
    await plane.user.delete({ ...pods, name: "a" });
    assert.deepEqual(await used(plane), { pods: "1" });
    await plane.clock.advance(301_000);
    assert.deepEqual(await used(plane), { pods: "0" });
  });

  test("follows Services that change their type", async () => {
    await using plane = await open();
    await makeQuota(plane, { services: "4", "services.nodeports": "4", "services.loadbalancers": "4" });
    await plane.user.create(services, {
      metadata: { name: "web" },
      spec: { type: "LoadBalancer", ports: [{ port: 80 }] },
    });
    assert.deepEqual(await used(plane), { services: "1", "services.loadbalancers": "1", "services.nodeports": "1" });
    await plane.user.patch({ ...services, name: "web" }, "merge", { spec: { type: "ClusterIP" } });
    assert.deepEqual(await used(plane), { services: "1", "services.loadbalancers": "0", "services.nodeports": "0" });
  });

  test("counts storage in all and by class", async () => {
    await using plane = await open();
    const claims = { group: "", plural: "persistentvolumeclaims", namespace };
    const resources = { requests: { storage: "1Gi" } };
    const spec = { accessModes: ["ReadWriteOnce"], storageClassName: "gold", resources };
    await plane.user.create(claims, { metadata: { name: "a" }, spec });
    const gold = "gold.storageclass.storage.k8s.io/requests.storage";
    const silver = "silver.storageclass.storage.k8s.io/requests.storage";
    const hard = { persistentvolumeclaims: "4", "requests.storage": "4Gi", [gold]: "4Gi", [silver]: "4Gi" };
    assert.deepEqual((await makeQuota(plane, hard)).status?.used, {
      [gold]: "1Gi",
      persistentvolumeclaims: "1",
      "requests.storage": "1Gi",
      [silver]: "0",
    });
  });

  test("counts only what is in the scope of the quota", async () => {
    await using plane = await open();
    await plane.user.create(pods, podOf("forever"));
    await plane.user.create(pods, podOf("short", "500m", { activeDeadlineSeconds: 60 }));
    await makeQuota(plane, { pods: "4" }, { scopes: ["Terminating"] });
    assert.deepEqual(await used(plane), { pods: "1" });
    await plane.user.patch({ ...pods, name: "forever" }, "merge", { spec: { activeDeadlineSeconds: 60 } });
    assert.deepEqual(await used(plane), { pods: "2" });
  });

  test("counts by priority where the quota asks for it", async () => {
    await using plane = await open();
    const classes = { group: "scheduling.k8s.io", plural: "priorityclasses" };
    await plane.user.create(classes, { metadata: { name: "high" }, value: 1_000 });
    await plane.user.create(pods, podOf("low"));
    await plane.user.create(pods, podOf("high", "500m", { priorityClassName: "high" }));
    const matchExpressions = [{ scopeName: "PriorityClass", operator: "In", values: ["high"] }];
    await makeQuota(plane, { pods: "4", "requests.cpu": "4" }, { scopeSelector: { matchExpressions } });
    assert.deepEqual(await used(plane), { pods: "1", "requests.cpu": "500m" });
  });

  test("counts objects of any kind", async () => {
    await using plane = await open();
    const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "main", image: "shop:1" }] } };
    const spec = { selector: { matchLabels: { app: "a" } }, template };
    await makeQuota(plane, { "count/deployments.apps": "4" });
    await plane.user.create(deployments, { metadata: { name: "a" }, spec });
    assert.deepEqual(await used(plane), { "count/deployments.apps": "1" });
    await plane.user.delete({ ...deployments, name: "a" });
    assert.deepEqual(await used(plane), { "count/deployments.apps": "0" });
  });

  test("says nothing of a kind that is not served, until it is", async () => {
    await using plane = await open(true);
    const name = "count/widgets.example.com";
    const { status } = await makeQuota(plane, { [name]: "4", secrets: "4" });
    assert.deepEqual(status, { hard: { [name]: "4", secrets: "4" }, used: { secrets: "0" } });
    const schema = { openAPIV3Schema: { type: "object" } };
    const version = { name: "v1", served: true, storage: true, schema };
    const names = { plural: "widgets", kind: "Widget", singular: "widget", listKind: "WidgetList" };
    await plane.user.create(
      { group: "apiextensions.k8s.io", plural: "customresourcedefinitions" },
      {
        metadata: { name: "widgets.example.com" },
        spec: { group: "example.com", scope: "Namespaced", names, versions: [version] },
      },
    );
    assert.deepEqual(await used(plane), { [name]: "0", secrets: "0" });
  });

  test("says nothing of what cannot be counted", async () => {
    await using plane = await open();
    const { status } = await makeQuota(plane, { "count/events": "4", "example.com/things": "4" });
    assert.deepEqual(status, { hard: { "count/events": "4", "example.com/things": "4" } });
  });

  test("of one namespace does not know of another", async () => {
    await using plane = await open();
    await makeQuota(plane, { secrets: "4" });
    const other = { ...secrets, namespace: "default" };
    await plane.user.create(other, { metadata: { name: "a" } });
    await plane.user.delete({ ...other, name: "a" });
    assert.deepEqual(await used(plane), { secrets: "0" });
  });

  test("of two quotas for the same is the same", async () => {
    await using plane = await open();
    await makeQuota(plane, { secrets: "4" });
    await plane.user.create(quotas, {
      metadata: { name: "second" },
      spec: { hard: { secrets: "2", resourcequotas: "5" } },
    });
    await plane.settle();
    await plane.user.create(secrets, { metadata: { name: "a" } });
    const second = await plane.user.get<ResourceQuota>({ ...quotas, name: "second" });
    assert.deepEqual(
      [await used(plane), second.status?.used],
      [{ secrets: "1" }, { resourcequotas: "2", secrets: "1" }],
    );
  });

  test("repays what was charged for an object that was then refused", async () => {
    await using plane = await open();
    await makeQuota(plane, { secrets: "4" });
    const status = { used: { secrets: "3" } };
    await plane.user.patch({ ...quotas, name: "limits", subresource: "status" }, "merge", { status });
    await plane.user.create(secrets, { metadata: { name: "a" } });
    // Who creates is charged, and nobody counts for that.
    assert.deepEqual(await used(plane), { secrets: "4" });
    await plane.clock.advance(301_000);
    assert.deepEqual(await used(plane), { secrets: "1" });
  });
});
