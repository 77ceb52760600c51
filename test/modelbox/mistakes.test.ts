/** The mistakes that operators of this sort are known to make. None of them can be made here. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, formatTime } from "@pintle/machinery";
import { LaggingWatch } from "../runtime/lagging-watch.ts";
import { answerWithStatus } from "../runtime/wire-faults.ts";
import { conditionsOf, eventsOf, sample, startBoxPlane, writesOf } from "./box-plane.ts";

const name = "modelbox-sample";
const isService = (path: string) => path.endsWith("/services/nginx");
const imageOf = async ({ deployments }: Awaited<ReturnType<typeof startBoxPlane>>) =>
  (await deployments.get(name)).spec?.template.spec?.containers[0]?.image;

for (const fate of ["dies before", "dies after"] as const) {
  test(`B1: an operator that ${fate} it has made the Service, and after the Deployment, makes it in its next life`, async () => {
    await using plane = await startBoxPlane({ isStarted: false });
    await plane.startOperator({ fateOf: ({ path }) => (isService(path) ? fate : "done") });
    await plane.boxes.create(sample());
    await plane.settle();
    assert.ok(plane.isOperatorDead);
    assert.equal((await plane.deployments.get(name)).spec?.replicas, 4);
    await plane.startOperator();
    await plane.settle();
    assert.equal((await plane.services.get("nginx")).spec?.type, "NodePort");
    assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
  });
}

test("B2: a Service that somebody deletes comes back, also while the operator was away", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  await plane.services.delete("nginx");
  await plane.settle();
  assert.equal((await plane.services.get("nginx")).spec?.ports?.[0]?.nodePort, 30010);
  await plane.stopOperator();
  await plane.services.delete("nginx");
  await plane.startOperator();
  await plane.settle();
  assert.equal((await plane.services.get("nginx")).spec?.ports?.[0]?.nodePort, 30010);
});

test("B3: an image that is changed and changed back is the first one again", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  for (const image of ["nginx:broken", "nginx:1.7.9"]) {
    await plane.boxes.patch(name, { merge: { spec: { image } } });
    await plane.settle();
    assert.equal(await imageOf(plane), image);
  }
  // Both changes before anybody has looked.
  await plane.stopOperator();
  for (const image of ["nginx:broken", "nginx:1.7.9"]) await plane.boxes.patch(name, { merge: { spec: { image } } });
  await plane.startOperator();
  await plane.settle();
  assert.equal(await imageOf(plane), "nginx:1.7.9");
});

test("B4: after an update nothing is written any more, however often it is looked at and however long one waits", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  await plane.boxes.patch(name, { merge: { spec: { image: "nginx:1.27", replicas: 3 } } });
  await plane.settle();
  plane.requests.length = 0;
  for (let look = 0; look < 10; look += 1) {
    const annotations = { looked: formatTime(plane.clock.now() + look * 1_000) };
    await plane.boxes.patch(name, { merge: { metadata: { annotations } } });
    await plane.settle();
  }
  await plane.advance("30m");
  assert.deepEqual(writesOf(plane), []);
});

test("B5: a Deployment that is edited by hand is as it should be again, also what was edited while the operator was away", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  const edit = () => plane.deployments.patch(name, { merge: { spec: { replicas: 9, minReadySeconds: 60 } } });
  await edit();
  await plane.settle();
  assert.equal((await plane.deployments.get(name)).spec?.replicas, 4);
  await plane.stopOperator();
  await edit();
  await plane.startOperator();
  await plane.settle();
  const { spec } = await plane.deployments.get(name);
  assert.deepEqual([spec?.replicas, spec?.minReadySeconds], [4, 3]);
});

test("B6: after conflicts it is tried with what there is by then", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  let refused = 0;
  plane.faults.request = async (request, send) => {
    if (request.method === "GET" || refused >= 6) return send();
    refused += 1;
    // Somebody else comes first, every time.
    await plane.deployments.patch(name, { merge: { metadata: { annotations: { seen: String(refused) } } } });
    await plane.boxes.patch(name, { merge: { metadata: { annotations: { seen: String(refused) } } } });
    return answerWithStatus(409, "Conflict", "the object has been modified");
  };
  await plane.boxes.patch(name, { merge: { spec: { image: "nginx:1.27", replicas: 2 } } });
  await plane.settle();
  assert.equal(refused, 6);
  assert.equal(await imageOf(plane), "nginx:1.27");
  const { metadata, spec } = await plane.deployments.get(name);
  assert.deepEqual([spec?.replicas, metadata.annotations?.seen], [2, "6"]);
  assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
});

test("B7: annotations that somebody takes away are no error, and lead to nothing but their return", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  const merge = { metadata: { annotations: null, labels: null } } as never;
  for (const each of [plane.boxes, plane.deployments]) await each.patch(name, { merge });
  await plane.services.patch("nginx", { merge });
  await plane.settle();
  await plane.boxes.patch(name, { merge: { spec: { image: "nginx:1.27" } } });
  await plane.settle();
  assert.equal(await imageOf(plane), "nginx:1.27");
  assert.equal((await plane.deployments.get(name)).metadata.labels?.modelbox, name);
  assert.equal((await plane.services.get("nginx")).metadata.labels?.modelbox, name);
  assert.equal((await plane.services.list()).items.length, 2, "that of the box, and kubernetes");
  assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
});

test("B7: a Deployment and a Service of somebody else are never written, and the box says so until they go", async () => {
  await using plane = await startBoxPlane();
  const labels = { app: "theirs" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "theirs:1" }] } };
  const theirs = { metadata: { name }, spec: { replicas: 1, selector: { matchLabels: labels }, template } };
  await plane.deployments.create(theirs);
  await plane.services.create({ metadata: { name: "nginx" }, spec: { selector: labels, ports: [{ port: 7 }] } });
  await plane.settle();
  const before = [await plane.deployments.get(name), await plane.services.get("nginx")];
  await plane.boxes.create(sample());
  await plane.settle();
  const after = [await plane.deployments.get(name), await plane.services.get("nginx")];
  assert.deepEqual(
    after.map(({ metadata }) => [metadata.resourceVersion, metadata.ownerReferences]),
    before.map(({ metadata }) => [metadata.resourceVersion, undefined]),
  );
  const { Ready, Degraded } = await conditionsOf(plane, name);
  assert.deepEqual({ Ready, Degraded }, { Ready: "False NameTaken", Degraded: "True NameTaken" });
  assert.ok((await eventsOf(plane, name)).includes("Warning NameTaken"));
  await plane.deployments.delete(name);
  await plane.services.delete("nginx");
  await plane.settle();
  assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
});

test("B8: an operator that sees the Deployment late loses no update", async () => {
  await using plane = await startBoxPlane({ isStarted: false });
  const lag = new LaggingWatch();
  plane.faults.request = lag.fault;
  await plane.startOperator();
  await plane.boxes.create(sample());
  await plane.settle();
  lag.hold("/deployments");
  for (const image of ["nginx:1", "nginx:2", "nginx:3"]) {
    await plane.boxes.patch(name, { merge: { spec: { image } } });
    await plane.settle();
    assert.equal(await imageOf(plane), image);
  }
  lag.release();
  await plane.settle();
  assert.equal(await imageOf(plane), "nginx:3");
  assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
});

test("B9: a Service whose node port is taken is tried again until it is free, and the box says so meanwhile", async () => {
  await using plane = await startBoxPlane();
  const ports = [{ port: 80, nodePort: 30010 }];
  await plane.services.create({ metadata: { name: "first" }, spec: { type: "NodePort", selector: { a: "b" }, ports } });
  await plane.boxes.create(sample());
  await plane.advance("5m");
  const { Ready, Degraded } = await conditionsOf(plane, name);
  assert.deepEqual({ Ready, Degraded }, { Ready: "False Invalid", Degraded: "True Invalid" });
  const { status } = await plane.boxes.get(name);
  assert.match(status?.conditions?.[0]?.message ?? "", /30010/);
  assert.equal((await plane.deployments.get(name)).spec?.replicas, 4);
  await plane.services.delete("first");
  await plane.advance("20m");
  assert.equal((await plane.services.get("nginx")).spec?.ports?.[0]?.nodePort, 30010);
  assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
});

for (const [what, spec, field] of [
  ["a rolling update of 0%", { rollingUpdate: "0%" }, /spec\.rollingUpdate/],
  ["a named targetPort", { ports: [{ port: 80, targetPort: "http" }] }, /spec\.ports.*targetPort/],
  ["a name with dots", { name: "my.box" }, /spec\.name/],
] as const) {
  test(`B10: ${what} can never work and is refused, with and without webhooks`, async () => {
    for (const hasWebhooks of [true, false]) {
      await using plane = await startBoxPlane({ hasWebhooks });
      await assert.rejects(plane.boxes.create(sample(spec as never)), (error: unknown) => {
        assert.ok(ApiError.is(error, "Invalid"), String(error));
        assert.match(ApiError.find(error).message, field);
        return true;
      });
    }
  });
}

test("B11: spec.name is the name of the Service and of the business container, and that of the object unless given", async () => {
  for (const hasWebhooks of [true, false]) {
    await using plane = await startBoxPlane({ hasWebhooks });
    await plane.boxes.create(sample());
    await plane.boxes.create({ metadata: { name: "plain" }, spec: { image: "nginx:1.27", ports: [{ port: 80 }] } });
    await plane.settle();
    for (const [box, expected] of [
      [name, "nginx"],
      ["plain", "plain"],
    ] as const) {
      const { spec } = await plane.deployments.get(box);
      assert.equal(spec?.template.spec?.containers[0]?.name, expected);
      assert.equal((await plane.services.get(expected)).metadata.ownerReferences?.[0]?.name, box);
    }
  }
});
