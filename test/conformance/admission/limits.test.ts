import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";

const client = connect();
after(() => client.close());

/** A namespace with a limit, in force: a claim that is too large tells when it is. */
async function limited(limit: Json): Promise<string> {
  const namespace = await client.namespace();
  const type = "PersistentVolumeClaim";
  const probe = { type, max: { storage: "1Ti" } };
  const spec = { limits: limit.type === type ? [{ ...limit, ...probe }] : [limit, probe] };
  const path = `/api/v1/namespaces/${namespace}`;
  assertAnswer(await client.create(`${path}/limitranges`, { metadata: { name: "limits" }, spec }), 201);
  await eventually(async () => {
    const claims = `${path}/persistentvolumeclaims`;
    assertAnswer(await client.create(claims, claim("2Ti"), { dryRun: "All" }), 403);
  });
  return namespace;
}

const claim = (storage: string) => ({
  metadata: { name: "claim" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } } },
});
const container = (resources: Json, more: Json = {}) => ({ name: "main", image: "image", resources, ...more });
const create = (namespace: string, spec: Json): Promise<Answer> =>
  client.create(`/api/v1/namespaces/${namespace}/pods`, { metadata: { name: "made" }, spec }, { dryRun: "All" });
const refused = (answer: Answer, why: string | RegExp) =>
  assertStatus(answer, 403, "Forbidden", typeof why === "string" ? `pods "made" is forbidden: ${why}` : why);
const both = (cpu: string) => ({ requests: { cpu }, limits: { cpu } });

describe("limits of containers", { concurrency: 8 }, () => {
  test("give init containers their defaults, and say so behind those of containers", async () => {
    const namespace = await limited({ type: "Container", default: { cpu: "1" }, defaultRequest: { cpu: "100m" } });
    const answer = await create(namespace, {
      containers: [container({ limits: { cpu: "2" } })],
      initContainers: [{ ...container({}), name: "first" }],
    });
    assertAnswer(answer, 201, {
      metadata: {
        annotations: {
          "kubernetes.io/limit-ranger":
            "LimitRanger plugin set: cpu request for init container first; cpu limit for init container first",
        },
      },
    });
    assert.deepEqual(answer.body.spec.initContainers[0].resources, { limits: { cpu: "1" }, requests: { cpu: "100m" } });
  });

  test("give the largest amount as a default where they name no other", async () => {
    const namespace = await limited({ type: "Container", max: { memory: "1Gi" } });
    const answer = await create(namespace, { containers: [container({})] });
    const memory = { memory: "1Gi" };
    assert.deepEqual(answer.body.spec.containers[0].resources, { limits: memory, requests: memory });
  });

  test("give the smallest amount to who says nothing, and refuse less", async () => {
    const namespace = await limited({ type: "Container", min: { cpu: "1" } });
    const spec = (resources: Json) => ({ containers: [container(resources)] });
    const answer = await create(namespace, spec({}));
    assert.deepEqual(answer.body.spec.containers[0].resources, { requests: { cpu: "1" } });
    const less = { requests: { cpu: "900m" }, limits: { cpu: "2" } };
    refused(await create(namespace, spec(less)), "minimum cpu usage per Container is 1, but request is 900m");
  });

  test("compare what is written in different ways", async () => {
    const namespace = await limited({ type: "Container", max: { memory: "1Gi" }, min: { memory: "1Ki" } });
    const memory = (amount: string) => ({ containers: [container({ limits: { memory: amount } })] });
    assertAnswer(await create(namespace, memory("1024Mi")), 201);
    refused(await create(namespace, memory("1100M")), "maximum memory usage per Container is 1Gi, but limit is 1100M");
  });

  test("tell the ratio to six places, and of what is missing for one", async () => {
    const namespace = await limited({ type: "Container", maxLimitRequestRatio: { cpu: "1500m" } });
    const words = "cpu max limit to request ratio per Container is 1500m";
    const spec = (resources: Json) => ({ containers: [container(resources)] });
    const third = { requests: { cpu: "3" }, limits: { cpu: "5" } };
    refused(await create(namespace, spec(third)), `${words}, but provided ratio is 1.666667`);
    refused(await create(namespace, spec({})), `${words}, but no request is specified or request is 0`);
    const open = { requests: { cpu: "1" } };
    refused(await create(namespace, spec(open)), `${words}, but no limit is specified or limit is 0`);
  });
});

describe("limits of pods", { concurrency: 8 }, () => {
  test("are about all containers together, or one that initializes beside the sidecars before it", async () => {
    const namespace = await limited({ type: "Pod", max: { cpu: "5" } });
    const containers = [container(both("2")), { ...container(both("3")), name: "other" }];
    assertAnswer(await create(namespace, { containers }), 201);
    const sidecar = { ...container(both("1"), { restartPolicy: "Always" }), name: "side" };
    const more = await create(namespace, { containers, initContainers: [sidecar] });
    refused(more, "maximum cpu usage per Pod is 5, but limit is 6");
    const first = { ...container(both("5")), name: "first" };
    const initContainers = [sidecar, first];
    const initializing = await create(namespace, { containers: [container(both("1"))], initContainers });
    refused(initializing, "maximum cpu usage per Pod is 5, but limit is 6");
    const before = { containers: [container(both("1"))], initContainers: [first, sidecar] };
    assertAnswer(await create(namespace, before), 201);
  });

  test("look at what the pod says for itself before they add up", async () => {
    const namespace = await limited({ type: "Pod", max: { cpu: "5" }, min: { cpu: "2" } });
    const own = (cpu: string) => ({ resources: both(cpu), containers: [container(both("1"))] });
    assertAnswer(await create(namespace, own("4")), 201);
    refused(await create(namespace, own("6")), "maximum cpu usage per Pod is 5, but limit is 6");
    const little = await create(namespace, { containers: [container(both("1"))] });
    refused(little, "minimum cpu usage per Pod is 2, but request is 1");
  });
});

describe("limits of claims", { concurrency: 8 }, () => {
  test("have a least amount, too", async () => {
    const namespace = await limited({ type: "PersistentVolumeClaim", min: { storage: "1Gi" } });
    const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
    const words = "minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1Mi";
    assertStatus(
      await client.create(path, claim("1Mi"), { dryRun: "All" }),
      403,
      "Forbidden",
      `persistentvolumeclaims "claim" is forbidden: ${words}`,
    );
    assertAnswer(await client.create(path, claim("1Gi"), { dryRun: "All" }), 201);
  });
});
