import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { type AskedWrite, attributesOf, firstRound, objectsWith, refusalOf } from "./admission-fixture.test.ts";
import { createLimitRanger } from "./limit-ranger.ts";

const rangeOf = (...limits: readonly JsonObject[]): JsonObject => ({
  metadata: { name: "limits", namespace: "n" },
  spec: { limits: [...limits] },
});

async function judge(limit: JsonObject, spec: JsonObject, write: AskedWrite = {}): Promise<string | undefined> {
  const plugin = createLimitRanger(await objectsWith({ "limitranges/n/limits": rangeOf(limit) }));
  return refusalOf(plugin.validate?.(attributesOf({ spec }, { namespace: "n", ...write })));
}

async function complete(limits: readonly JsonObject[], pod: JsonObject): Promise<JsonObject> {
  const plugin = createLimitRanger(await objectsWith({ "limitranges/n/limits": rangeOf(...limits) }));
  const completed = await plugin.mutate?.(attributesOf(pod, { namespace: "n" }), firstRound);
  assert.ok(completed);
  return completed;
}

const refused = (why: string) => `pods "a" is forbidden: ${why}`;
const container = (requests: JsonObject, limits: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  name: "c",
  resources: { requests, limits },
  ...more,
});
const pod = (requests: JsonObject, limits: JsonObject = {}): JsonObject => ({
  containers: [container(requests, limits)],
});

test("containers get the defaults that they lack, and an annotation says which", async () => {
  const defaults = { type: "Container", defaultRequest: { memory: "1Mi", cpu: "100m" }, default: { cpu: "1" } };
  const object = { spec: { containers: [{ name: "a" }, container({ cpu: "5" })], initContainers: [{ name: "i" }] } };
  const completed = await complete([defaults], object);
  assert.deepEqual(completed.spec, {
    containers: [
      { name: "a", resources: { requests: { cpu: "100m", memory: "1Mi" }, limits: { cpu: "1" } } },
      container({ cpu: "5", memory: "1Mi" }, { cpu: "1" }),
    ],
    initContainers: [{ name: "i", resources: { requests: { cpu: "100m", memory: "1Mi" }, limits: { cpu: "1" } } }],
  });
  const notes = [
    "cpu, memory request for container a; cpu limit for container a",
    "memory request for container c; cpu limit for container c",
    "cpu, memory request for init container i; cpu limit for init container i",
  ];
  assert.deepEqual(completed.metadata, {
    annotations: { "kubernetes.io/limit-ranger": `LimitRanger plugin set: ${notes.join("; ")}` },
  });
});

test("a pod that lacks nothing is left as it is, and so is one whose namespace has other limits only", async () => {
  const full = { spec: pod({ cpu: "1" }) };
  assert.equal(await complete([{ type: "Container", defaultRequest: { cpu: "2" } }], full), full);
  assert.equal(await complete([{ type: "Pod", max: { cpu: "2" } }], full), full);
});

test("the smallest amount is asked of requests, and of limits where there are any", async () => {
  const least = { type: "Container", min: { cpu: "100m" } };
  assert.equal(await judge(least, pod({ cpu: "100m" })), undefined);
  assert.equal(
    await judge(least, pod({ cpu: "99m" })),
    refused("minimum cpu usage per Container is 100m, but request is 99m"),
  );
  assert.equal(
    await judge(least, pod({ cpu: "100m" }, { cpu: "50m" })),
    refused("minimum cpu usage per Container is 100m, but limit is 50m"),
  );
  assert.equal(
    await judge(least, pod({})),
    refused("minimum cpu usage per Container is 100m.  No request is specified"),
  );
});

test("the largest amount is asked of limits, and of requests where there are any", async () => {
  const most = { type: "Container", max: { memory: "1Gi" } };
  assert.equal(await judge(most, pod({ memory: "1Gi" }, { memory: "1024Mi" })), undefined);
  assert.equal(
    await judge(most, pod({ memory: "2Gi" }, { memory: "1Gi" })),
    refused("maximum memory usage per Container is 1Gi, but request is 2Gi"),
  );
  assert.equal(
    await judge(most, pod({}, { memory: "2Gi" })),
    refused("maximum memory usage per Container is 1Gi, but limit is 2Gi"),
  );
  assert.equal(
    await judge(most, pod({ memory: "1" })),
    refused("maximum memory usage per Container is 1Gi.  No limit is specified"),
  );
});

test("limits may only be so many times the request", async () => {
  const ratio = { type: "Container", maxLimitRequestRatio: { cpu: "1500m" } };
  assert.equal(await judge(ratio, pod({ cpu: "2" }, { cpu: "3" })), undefined);
  const words = "cpu max limit to request ratio per Container is 1500m";
  assert.equal(
    await judge(ratio, pod({ cpu: "1" }, { cpu: "2" })),
    refused(`${words}, but provided ratio is 2.000000`),
  );
  assert.equal(
    await judge(ratio, pod({}, { cpu: "2" })),
    refused(`${words}, but no request is specified or request is 0`),
  );
  assert.equal(await judge(ratio, pod({ cpu: "2" })), refused(`${words}, but no limit is specified or limit is 0`));
  assert.equal(
    await judge(ratio, pod({ cpu: "2" }, { cpu: "0" })),
    refused(`${words}, but no limit is specified or limit is 0`),
  );
});

test("amounts beyond 64 bits of thousandths are compared in whole units", async () => {
  const most = { type: "Container", max: { memory: "8E" } };
  assert.equal(await judge(most, pod({}, { memory: "8E" })), undefined);
  assert.match((await judge(most, pod({}, { memory: "9E" }))) ?? "", /but limit is 9E$/);
});

test("init containers are judged one by one, and everything wrong is told once", async () => {
  const bounds = { type: "Container", min: { cpu: "1" }, max: { cpu: "2" } };
  const spec = { containers: [container({ cpu: "1" }, { cpu: "1" })], initContainers: [container({}), container({})] };
  const [less, more] = [
    "minimum cpu usage per Container is 1.  No request",
    "maximum cpu usage per Container is 2.  No limit",
  ];
  assert.equal(await judge(bounds, spec), refused(`[${less} is specified, ${more} is specified]`));
});

test("a pod needs what its containers need together, or one that initializes beside those that were started before", async () => {
  const sidecar = container({ cpu: "1" }, { cpu: "1" }, { restartPolicy: "Always" });
  const spec = {
    containers: [container({ cpu: "1" }, { cpu: "1" }), container({ cpu: "2" }, { cpu: "2" })],
    initContainers: [sidecar, container({ cpu: "5" }, { cpu: "5" })],
  };
  const most = (cpu: string) => judge({ type: "Pod", max: { cpu } }, spec);
  assert.equal(await most("6"), undefined);
  assert.equal(await most("5"), refused("maximum cpu usage per Pod is 5, but limit is 6"));
  const own = { ...spec, resources: { requests: { cpu: "1" }, limits: { cpu: "9", "hugepages-2Mi": "1Gi" } } };
  const judgeOwn = (max: JsonObject) => judge({ type: "Pod", max }, own);
  assert.equal(await judgeOwn({ cpu: "8" }), refused("maximum cpu usage per Pod is 8, but limit is 9"));
  assert.match((await judgeOwn({ "hugepages-2Mi": "1Gi" })) ?? "", /No limit is specified/);
});

test("claims are bounded in what they request, when they are made and when they change", async () => {
  const bounds = { type: "PersistentVolumeClaim", min: { storage: "1Gi" }, max: { storage: "2Gi" } };
  const claims = { resource: "persistentvolumeclaims" };
  const claim = (storage: string) => ({ resources: { requests: { storage } } });
  const words = (why: string) => `persistentvolumeclaims "a" is forbidden: ${why}`;
  assert.equal(await judge(bounds, claim("2Gi"), claims), undefined);
  const less = words("minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1Mi");
  assert.equal(await judge(bounds, claim("1Mi"), claims), less);
  const more = words("maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi");
  assert.equal(await judge(bounds, claim("3Gi"), { ...claims, operation: "UPDATE", old: {} }), more);
  assert.match(
    (await judge(bounds, {}, claims)) ?? "",
    /^\S+ "a" is forbidden: \[minimum .*\. {2}No request is specified, maximum/,
  );
});

test("pods are judged when they are made or resized, and nothing that is being deleted is", async () => {
  const least = { type: "Container", min: { cpu: "1" } };
  const update = { operation: "UPDATE", old: { spec: pod({}) } } as const;
  assert.equal(await judge(least, pod({}), update), undefined);
  assert.match((await judge(least, pod({}), { ...update, subresource: "resize" })) ?? "", /minimum cpu/);
  const gone = { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } };
  assert.equal(await judge(least, pod({}), { ...update, old: gone, subresource: "resize" }), undefined);
  assert.equal(await judge(least, pod({}), { subresource: "binding" }), undefined);
  assert.equal(await judge(least, pod({}), { group: "example.com" }), undefined);
  assert.equal(await judge(least, pod({}), { namespace: "m" }), undefined);
});
