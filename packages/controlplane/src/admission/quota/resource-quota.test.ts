import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdmissionPlugin, Storage } from "@pintle/apiserver";
import { ApiError, type JsonObject } from "@pintle/machinery";
import { type AskedWrite, attributesOf, refusalOf, storageWith } from "../admission-fixture.test.ts";
import { followStoredObjects } from "../stored-objects.ts";
import { createResourceQuota } from "./resource-quota.ts";

const quotaOf = (hard: JsonObject, used: JsonObject, spec: JsonObject = {}, name = "q"): JsonObject => ({
  metadata: { name, namespace: "n" },
  spec: { hard, ...spec },
  status: { hard, used },
});

async function planeWith(...quotas: readonly JsonObject[]): Promise<{ storage: Storage; plugin: AdmissionPlugin }> {
  const stored = quotas.map((quota) => [`resourcequotas/n/${(quota.metadata as JsonObject).name}`, quota]);
  const storage = await storageWith(Object.fromEntries(stored));
  return { storage, plugin: createResourceQuota(storage, followStoredObjects(storage)) };
}

async function usedOf(storage: Storage, name = "q"): Promise<unknown> {
  const { entry } = await storage.get(`/registry/resourcequotas/n/${name}`);
  return JSON.parse(Buffer.from(entry?.value ?? []).toString()).status.used;
}

const write = (object: JsonObject, asked: AskedWrite = {}) => attributesOf(object, { namespace: "n", ...asked });

async function judge(quota: JsonObject, object: JsonObject, asked: AskedWrite = {}): Promise<string | undefined> {
  const { plugin } = await planeWith(quota);
  return refusalOf(plugin.validate?.(write(object, asked)));
}

const configMaps = { resource: "configmaps" };

test("what is admitted is counted, and what would be too much is refused with all numbers", async () => {
  const { storage, plugin } = await planeWith(
    quotaOf(
      { "count/configmaps": "2", configmaps: "5", pods: "1" },
      { "count/configmaps": "1", configmaps: "1", pods: "0" },
    ),
  );
  await plugin.validate?.(write({}, configMaps));
  assert.deepEqual(await usedOf(storage), { configmaps: "2", "count/configmaps": "2", pods: "0" });
  const words =
    "exceeded quota: q, requested: count/configmaps=1, used: count/configmaps=2, limited: count/configmaps=2";
  assert.equal(await refusalOf(plugin.validate?.(write({}, configMaps))), `configmaps "a" is forbidden: ${words}`);
  assert.deepEqual(await usedOf(storage), { configmaps: "2", "count/configmaps": "2", pods: "0" });
});

test("all that is too much is named, in order", async () => {
  const hard = { "requests.memory": "1Gi", "requests.cpu": "1", pods: "10" };
  const used = { "requests.memory": "1Gi", "requests.cpu": "500m", pods: "1" };
  const spec = { containers: [{ name: "c", resources: { requests: { cpu: "600m", memory: "1Mi" } } }] };
  const words = [
    "exceeded quota: q, requested: requests.cpu=600m,requests.memory=1Mi",
    "used: requests.cpu=500m,requests.memory=1Gi",
    "limited: requests.cpu=1,requests.memory=1Gi",
  ];
  assert.equal(await judge(quotaOf(hard, used), { spec }), `pods "a" is forbidden: ${words.join(", ")}`);
});

test("dry runs are judged, and count nothing", async () => {
  const { storage, plugin } = await planeWith(quotaOf({ "count/secrets": "1" }, { "count/secrets": "0" }));
  await plugin.validate?.(write({}, { resource: "secrets", isDryRun: true }));
  assert.deepEqual(await usedOf(storage), { "count/secrets": "0" });
});

test("of many writers at once as many pass as there is room for, and each is counted", async () => {
  const hard = { "count/secrets": "7" };
  const none = { "count/secrets": "0" };
  const { storage, plugin } = await planeWith(quotaOf(hard, none), quotaOf(hard, none, {}, "r"));
  const writers = Array.from({ length: 20 }, () => refusalOf(plugin.validate?.(write({}, { resource: "secrets" }))));
  const refusals = (await Promise.all(writers)).filter((refusal) => refusal !== undefined);
  assert.equal(refusals.length, 13);
  assert.deepEqual([await usedOf(storage), await usedOf(storage, "r")], [hard, hard]);
});

test("a quota that is charged by others meanwhile is judged anew, and not for ever", async () => {
  const { storage } = await planeWith(quotaOf({ "count/secrets": "5" }, { "count/secrets": "0" }));
  const overtake = (times: number): Storage => {
    let left = times;
    return {
      ...storage,
      swap: async (key, expected, value) => {
        if (left > 0) {
          left -= 1;
          const { entry } = await storage.get(key);
          await storage.swap(key, entry?.revision ?? 0, entry?.value);
        }
        return storage.swap(key, expected, value);
      },
    };
  };
  const objects = followStoredObjects(storage);
  await createResourceQuota(overtake(3), objects).validate?.(write({}, { resource: "secrets" }));
  assert.deepEqual(await usedOf(storage), { "count/secrets": "1" });
  const endless = createResourceQuota(overtake(1_000), objects).validate?.(write({}, { resource: "secrets" }));
  await assert.rejects(endless ?? Promise.resolve(), (error) => ApiError.is(error, "Conflict"));
});

test("a quota that nobody has counted yet admits nothing that it bounds", async () => {
  const words = 'configmaps "a" is forbidden: status unknown for quota: q, resources: configmaps,count/configmaps';
  assert.equal(await judge(quotaOf({ "count/configmaps": "1", configmaps: "1" }, {}), {}, configMaps), words);
  assert.equal(await judge(quotaOf({ "count/configmaps": "1" }, {}), {}, { resource: "secrets" }), undefined);
  const fresh = { metadata: { name: "q", namespace: "n" }, spec: { hard: { configmaps: "0" } } };
  assert.equal(await judge(fresh, {}, configMaps), undefined);
});

test("any kind is counted by its resource and group when it is made", async () => {
  const widgets = { group: "example.com", resource: "widgets" };
  const quota = quotaOf({ "count/widgets.example.com": "0" }, { "count/widgets.example.com": "0" });
  assert.match((await judge(quota, {}, widgets)) ?? "", /exceeded quota: q, requested: count\/widgets\.example\.com=1/);
  assert.equal(await judge(quota, {}, { ...widgets, operation: "UPDATE", old: {} }), undefined);
  assert.equal(await judge(quota, {}, { ...widgets, subresource: "status" }), undefined);
  assert.equal(await judge(quota, {}, { ...widgets, operation: "DELETE" }), undefined);
});

test("what is not in a namespace, not stored, or comes and goes is never counted", async () => {
  const hard = { "count/events": "0", "count/bindings": "0", "count/namespaces": "0" };
  for (const resource of ["events", "bindings", "namespaces"]) {
    assert.equal(await judge(quotaOf(hard, hard), {}, { resource }), undefined, resource);
  }
  assert.equal(
    await judge(quotaOf({ configmaps: "0" }, { configmaps: "0" }), {}, { ...configMaps, namespace: "" }),
    undefined,
  );
});

test("an update pays for what is more, and is never paid back", async () => {
  const { storage, plugin } = await planeWith(quotaOf({ "services.nodeports": "3" }, { "services.nodeports": "2" }));
  const service = (type: string, ports: number) => ({
    spec: { type, ports: Array.from({ length: ports }, () => ({})) },
  });
  const update = (object: JsonObject, old: JsonObject) =>
    refusalOf(plugin.validate?.(write(object, { resource: "services", operation: "UPDATE", old })));
  assert.equal(await update(service("NodePort", 3), service("NodePort", 2)), undefined);
  assert.deepEqual(await usedOf(storage), { "services.nodeports": "3" });
  assert.equal(await update(service("ClusterIP", 3), service("NodePort", 3)), undefined);
  assert.deepEqual(await usedOf(storage), { "services.nodeports": "3" });
  assert.match(
    (await update(service("NodePort", 2), service("ClusterIP", 2))) ?? "",
    /requested: services\.nodeports=2/,
  );
});

test("what controllers find out about a claim is counted, and not refused", async () => {
  const { storage, plugin } = await planeWith(quotaOf({ "requests.storage": "1Gi" }, { "requests.storage": "1Gi" }));
  const spec = { resources: { requests: { storage: "1Gi" } } };
  const grown = { spec, status: { allocatedResources: { storage: "3Gi" } } };
  const claims = {
    resource: "persistentvolumeclaims",
    operation: "UPDATE",
    subresource: "status",
    old: { spec },
  } as const;
  assert.equal(await refusalOf(plugin.validate?.(write(grown, claims))), undefined);
  assert.deepEqual(await usedOf(storage), { "requests.storage": "3Gi" });
});

test("usage below zero is refused", async () => {
  const spec = { containers: [{ name: "c", resources: { requests: { "example.com/gpu": "-1" } } }] };
  const name = "requests.example.com/gpu";
  const words = `pods "a" is forbidden: quota usage is negative for resource(s): ${name}`;
  assert.equal(await judge(quotaOf({ [name]: "1" }, { [name]: "0" }), { spec }), words);
});

test("what is over its bound already hinders only those who want more of it", async () => {
  const quota = quotaOf({ "services.nodeports": "1", services: "5" }, { "services.nodeports": "3", services: "1" });
  const service = (type: string) => ({ spec: { type, ports: [{ port: 1 }] } });
  assert.equal(await judge(quota, service("ClusterIP"), { resource: "services" }), undefined);
  assert.match((await judge(quota, service("NodePort"), { resource: "services" })) ?? "", /exceeded quota/);
});

test("a pod that comes into the scope of a quota is charged to it as a whole", async () => {
  const { storage, plugin } = await planeWith(
    quotaOf({ pods: "1", cpu: "2" }, { pods: "0", cpu: "0" }, { scopes: ["Terminating"] }),
    quotaOf({ pods: "1" }, { pods: "1" }, { scopes: ["NotTerminating"] }, "r"),
  );
  const old = { spec: { containers: [{ name: "c", resources: { requests: { cpu: "1" } } }] } };
  const ending = { spec: { ...old.spec, activeDeadlineSeconds: 60 } };
  assert.equal(await refusalOf(plugin.validate?.(write(ending, { operation: "UPDATE", old }))), undefined);
  assert.deepEqual([await usedOf(storage), await usedOf(storage, "r")], [{ cpu: "1", pods: "1" }, { pods: "1" }]);
});

test("an amount beyond all measure is too much, and no error", async () => {
  const spec = { containers: [{ name: "c", resources: { requests: { cpu: "1e20000" } } }] };
  const words = "exceeded quota: q, requested: cpu=100e19998, used: cpu=1, limited: cpu=10";
  assert.equal(await judge(quotaOf({ cpu: "10" }, { cpu: "1" }), { spec }), `pods "a" is forbidden: ${words}`);
  const update = { resource: "persistentvolumeclaims", operation: "UPDATE", old: claim("1Gi") } as const;
  const quota = quotaOf({ "requests.storage": "10Gi" }, { "requests.storage": "1Gi" });
  assert.match((await judge(quota, claim("1e20000"), update)) ?? "", /requested: requests\.storage=100e19998/);
});

function claim(storage: string): JsonObject {
  return { spec: { resources: { requests: { storage } } } };
}
