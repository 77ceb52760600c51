/** What a ModelBox supports, feature by feature, on a Kubernetes with simulated nodes; sizes, Services and probes are in feature-tables.test.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Deployment, ReplicaSet } from "@pintle/kinds";
import { ApiError } from "@pintle/machinery";
import { conditionOf, conditionsOf, eventsOf, namespace, sample, startBoxPlane } from "./box-plane.ts";

const name = "modelbox-sample";
const podSpecOf = ({ spec }: Deployment) => spec?.template.spec ?? assert.fail("no pod spec");
const ready = { Ready: "True AllReady", Progressing: "False RolledOut", Degraded: "False AsDesired" };

test("1: the sample, as it stands, gets a Deployment and a Service of its own and becomes Ready", async () => {
  await using plane = await startBoxPlane();
  const { metadata } = await plane.boxes.create(sample());
  await plane.settle();
  const deployment = await plane.deployments.get(name);
  const service = await plane.services.get("nginx");
  assert.equal(deployment.spec?.minReadySeconds, 3);
  assert.equal(deployment.spec?.replicas, 4);
  const owner = { apiVersion: "model.github.com/v1", kind: "ModelBox", name, uid: metadata.uid ?? "" };
  for (const child of [deployment, service]) {
    assert.equal(child.metadata.labels?.modelbox, name);
    assert.deepEqual(child.metadata.ownerReferences, [{ ...owner, controller: true, blockOwnerDeletion: true }]);
  }
  assert.deepEqual(service.spec?.selector, { modelbox: name });
  assert.equal(service.spec?.type, "NodePort");
  assert.equal(service.spec?.ports?.[0]?.nodePort, 30010);
  const { metadata: held, status } = await plane.boxes.get(name);
  assert.equal(held.finalizers, undefined, "nothing holds up its end");
  assert.deepEqual(await conditionsOf(plane, name), ready);
  assert.equal(status?.observedGeneration, 1);
  const { replicas, readyReplicas, updatedReplicas, endpoint, selector } = status ?? {};
  assert.deepEqual([replicas, readyReplicas, updatedReplicas], [4, 4, 4]);
  assert.deepEqual([endpoint, selector], ["nginx.default.svc:80", `modelbox=${name}`]);
  assert.deepEqual(new Set(await eventsOf(plane, name)), new Set(["Normal Created"]));
});

test("1: with the ModelBox go its Deployment, its Service and its pods", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  assert.equal((await plane.pods.list()).items.length, 4);
  await plane.boxes.delete(name);
  await plane.settle();
  for (const kind of [plane.boxes, plane.deployments, plane.pods]) assert.deepEqual((await kind.list()).items, []);
  await assert.rejects(plane.services.get("nginx"), (error) => ApiError.is(error, "NotFound"));
});

test("2: what somebody deletes comes back, and the status says how far it is", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  const before = await plane.services.get("nginx");
  const [pod] = (await plane.pods.list()).items;
  const seen: string[] = [];
  const stopped = new AbortController();
  const watching = (async () => {
    for await (const event of plane.boxes.watch({ signal: stopped.signal })) {
      if (event.type === "MODIFIED") seen.push(event.object.status?.conditions?.[0]?.message ?? "");
    }
  })();
  await plane.services.delete("nginx");
  await plane.pods.delete(pod?.metadata.name ?? "");
  await plane.settle();
  assert.notEqual((await plane.services.get("nginx")).metadata.uid, before.metadata.uid);
  assert.equal((await plane.pods.list()).items.length, 4);
  assert.ok(seen.includes("3 of 4 are ready"), seen.join(", "));
  assert.equal(seen.at(-1), "4 of 4 are ready");
  await plane.deployments.delete(name);
  await plane.settle();
  assert.equal((await plane.deployments.get(name)).status?.readyReplicas, 4);
  assert.deepEqual(await conditionsOf(plane, name), ready);
  stopped.abort();
  await watching;
});

test("2: what somebody edits is as it was again", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  await plane.services.patch("nginx", { merge: { spec: { selector: { modelbox: "another" } } } });
  const containers = [{ name: "nginx", image: "evil:1" }];
  await plane.deployments.patch(name, {
    strategic: { spec: { replicas: 1, minReadySeconds: 0, template: { spec: { containers } } } },
  });
  await plane.settle();
  assert.deepEqual((await plane.services.get("nginx")).spec?.selector, { modelbox: name });
  const deployment = await plane.deployments.get(name);
  assert.deepEqual([deployment.spec?.replicas, deployment.spec?.minReadySeconds], [4, 3]);
  assert.equal(podSpecOf(deployment).containers[0]?.image, "nginx:1.7.9");
  for (const { spec } of (await plane.pods.list()).items) assert.equal(spec?.containers[0]?.image, "nginx:1.7.9");
  assert.deepEqual(await conditionsOf(plane, name), ready);
});

test("2: a pod whose labels somebody takes away is replaced", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  const [pod] = (await plane.pods.list()).items;
  await plane.pods.patch(pod?.metadata.name ?? "", { merge: { metadata: { labels: { modelbox: null } } } });
  await plane.settle();
  assert.equal((await plane.pods.list({ labelSelector: `modelbox=${name}` })).items.length, 4);
  assert.deepEqual(await conditionsOf(plane, name), ready);
});

test("3: pods have the business container, what is injected, and what the box adds", async () => {
  await using plane = await startBoxPlane();
  const more = { name: "more", image: "busybox:1.36", command: ["tail", "-f", "/dev/null"] };
  const prepare = { name: "prepare", image: "busybox:1.36", command: ["true"] };
  const resources = { limits: { memory: "64Mi" } };
  const envs = [{ name: "GREETING", value: "hello" }];
  await plane.boxes.create(sample({ containers: [more], initContainers: [prepare], resources, envs }));
  await plane.settle();
  const { containers, initContainers = [] } = podSpecOf(await plane.deployments.get(name));
  assert.deepEqual(
    containers.map((each) => each.name),
    ["nginx", "db-container", "more"],
  );
  assert.deepEqual(
    initContainers.map((each) => each.name),
    ["init-container", "prepare"],
  );
  for (const each of [containers[0], containers[1], initContainers[0]]) {
    assert.deepEqual(each?.env, envs, each?.name);
    assert.deepEqual(each?.resources, resources, each?.name);
  }
  // What the box adds is as the box says.
  assert.equal(containers[2]?.env, undefined);
  assert.equal((await conditionOf(plane, name, "Ready"))?.status, "True");
});

test("4: the ratio of the rolling update is that of surge and of unavailable pods", async () => {
  await using plane = await startBoxPlane();
  const ratios = { a: "30%", b: 2, c: undefined, d: "100%" } as const;
  for (const [each, rollingUpdate] of Object.entries(ratios)) {
    await plane.boxes.create({ metadata: { name: each }, spec: { image: "nginx:1.27", rollingUpdate } });
  }
  await plane.settle();
  for (const [each, rollingUpdate = "25%"] of Object.entries(ratios)) {
    const { spec } = await plane.deployments.get(each);
    const both = { maxSurge: rollingUpdate, maxUnavailable: rollingUpdate };
    assert.deepEqual(spec?.strategy, { type: "RollingUpdate", rollingUpdate: both });
  }
});

test("4: while pods are replaced there are no more and no fewer than the ratio allows", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample({ rollingUpdate: 1 }));
  await plane.settle();
  const [most, least]: [number[], number[]] = [[], []];
  const wanted = new Map<string, number>();
  const stopped = new AbortController();
  const { signal } = stopped;
  const watching = Promise.all([
    (async () => {
      for await (const event of plane.client.resource(ReplicaSet, { namespace }).watch({ signal })) {
        if (event.type === "BOOKMARK") continue;
        wanted.set(event.object.metadata.name ?? "", event.object.spec?.replicas ?? 0);
        most.push([...wanted.values()].reduce((sum, count) => sum + count, 0));
      }
    })(),
    (async () => {
      for await (const event of plane.deployments.watch({ signal })) {
        if (event.type === "MODIFIED") least.push(event.object.status?.availableReplicas ?? 0);
      }
    })(),
  ]);
  await plane.boxes.patch(name, { merge: { spec: { image: "nginx:1.27" } } });
  await plane.settle();
  stopped.abort();
  await watching;
  assert.equal(Math.max(...most), 5);
  assert.equal(Math.min(...least), 3);
  assert.equal((await conditionOf(plane, name, "Ready"))?.status, "True");
});
