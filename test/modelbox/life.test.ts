/** What happens to a ModelBox in its life: it is scaled, renamed, given bad images, and replaced by people in a hurry. */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { type BoxPlane, conditionOf, conditionsOf, eventsOf, namespace, sample, startBoxPlane } from "./box-plane.ts";

const name = "modelbox-sample";
const badImages = { kubelet: { images: [{ name: "*:bad", pullError: "not found" }] } };

/** Every state in which somebody who watches has seen the box. */
function watchReady({ boxes }: BoxPlane) {
  const seen: { readonly generation: number; readonly observed: number; readonly ready: string }[] = [];
  const stopped = new AbortController();
  const watching = (async () => {
    for await (const event of boxes.watch({ signal: stopped.signal })) {
      if (event.type !== "ADDED" && event.type !== "MODIFIED") continue;
      const { metadata, status } = event.object;
      const ready = status?.conditions?.find(({ type }) => type === "Ready");
      if (!ready) continue;
      seen.push({ generation: metadata.generation ?? 0, observed: ready.observedGeneration ?? 0, ready: ready.status });
    }
  })();
  return {
    seen,
    async stop() {
      stopped.abort();
      await watching;
    },
  };
}

test("a box with a bad image is never Ready, from the first moment until its rollout is stuck and after", async () => {
  await using plane = await startBoxPlane(badImages);
  const watch = watchReady(plane);
  await plane.boxes.create(sample({ image: "nginx:bad" }));
  await plane.advance("30m");
  await watch.stop();
  assert.ok(watch.seen.length > 0);
  assert.ok(watch.seen.every(({ ready }) => ready !== "True"));
  assert.deepEqual(await conditionsOf(plane, name), {
    Ready: "False ProgressDeadlineExceeded",
    Progressing: "False ProgressDeadlineExceeded",
    Degraded: "True ProgressDeadlineExceeded",
  });
});

test("a box that gets a bad image is not Ready with it, and Ready again when it gets the old one back", async () => {
  await using plane = await startBoxPlane(badImages);
  await plane.boxes.create(sample());
  await plane.settle();
  const watch = watchReady(plane);
  await plane.boxes.patch(name, { merge: { spec: { image: "nginx:bad" } } });
  await plane.advance("30m");
  assert.equal((await conditionOf(plane, name, "Ready"))?.status, "False");
  // Most of the old pods are still there.
  assert.ok(((await plane.boxes.get(name)).status?.readyReplicas ?? 0) >= 2);
  assert.ok(watch.seen.every(({ observed, ready }) => observed < 2 || ready !== "True"));
  await plane.boxes.patch(name, { merge: { spec: { image: "nginx:1.7.9" } } });
  await plane.advance("2m");
  await watch.stop();
  assert.deepEqual(watch.seen.at(-1), { generation: 3, observed: 3, ready: "True" });
  assert.equal((await conditionsOf(plane, name)).Degraded, "False AsDesired");
});

test("when spec.name changes, the new Service is there before the old one goes", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample({ ports: [{ port: 80 }] }));
  await plane.settle();
  const seen: string[] = [];
  const stopped = new AbortController();
  const watching = (async () => {
    for await (const event of plane.services.watch({ labelSelector: "modelbox", signal: stopped.signal })) {
      if (event.type === "ADDED" || event.type === "DELETED") seen.push(`${event.type} ${event.object.metadata.name}`);
    }
  })();
  await plane.settle();
  await plane.boxes.patch(name, { merge: { spec: { name: "web" } } });
  await plane.settle();
  stopped.abort();
  await watching;
  assert.deepEqual(seen, ["ADDED nginx", "ADDED web", "DELETED nginx"]);
  assert.equal((await plane.boxes.get(name)).status?.endpoint, "web.default.svc:80");
  const { spec } = await plane.deployments.get(name);
  assert.equal(spec?.template.spec?.containers[0]?.name, "web");
  assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
});

const nodePortOf = async ({ services }: BoxPlane, service: string) =>
  (await services.get(service)).spec?.ports?.[0]?.nodePort;

test("when spec.name changes, the new Service gets the nodePort that the old one had", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  await plane.boxes.patch(name, { merge: { spec: { name: "web" } } });
  await plane.advance("1m");
  assert.equal(await nodePortOf(plane, "web"), 30010);
  assert.equal(await ignoreNotFound(plane.services.get("nginx")), undefined);
  const { Ready, Degraded } = await conditionsOf(plane, name);
  assert.deepEqual({ Ready, Degraded }, { Ready: "True AllReady", Degraded: "False AsDesired" });
  assert.ok(!(await eventsOf(plane, name)).some((event) => event.startsWith("Warning")));
});

test("an operator that dies between the new Service and the end of the old one hands the nodePort over in its next life", async () => {
  await using plane = await startBoxPlane({ isStarted: false });
  const isEnd = (method: string, path: string) => method === "DELETE" && path.endsWith("/services/nginx");
  await plane.startOperator({ fateOf: ({ method, path }) => (isEnd(method, path) ? "dies before" : "done") });
  await plane.boxes.create(sample());
  await plane.settle();
  await plane.boxes.patch(name, { merge: { spec: { name: "web" } } });
  await plane.advance("1m");
  assert.ok(plane.isOperatorDead);
  assert.equal(await nodePortOf(plane, "nginx"), 30010);
  await plane.startOperator();
  await plane.advance("1m");
  assert.equal(await nodePortOf(plane, "web"), 30010);
  assert.equal(await ignoreNotFound(plane.services.get("nginx")), undefined);
  assert.equal((await conditionsOf(plane, name)).Degraded, "False AsDesired");
});

test("a box that takes the name of somebody else's Service keeps its old one, and says why", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample({ ports: [{ port: 80 }] }));
  await plane.services.create({
    metadata: { name: "web" },
    spec: { selector: { app: "theirs" }, ports: [{ port: 7 }] },
  });
  await plane.settle();
  const { resourceVersion } = (await plane.services.get("web")).metadata;
  await plane.boxes.patch(name, { merge: { spec: { name: "web" } } });
  await plane.settle();
  assert.equal((await conditionsOf(plane, name)).Degraded, "True NameTaken");
  assert.match((await conditionOf(plane, name, "Ready"))?.message ?? "", /Service default\/web/);
  assert.ok((await eventsOf(plane, name)).includes("Warning NameTaken"));
  assert.equal((await plane.services.get("web")).metadata.resourceVersion, resourceVersion);
  assert.equal((await plane.services.get("nginx")).spec?.ports?.[0]?.port, 80);
  await plane.services.delete("web");
  await plane.settle();
  assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
  assert.equal(await ignoreNotFound(plane.services.get("nginx")), undefined);
});

test("two boxes of one spec.name do not fight: the first has the Service until it goes", async () => {
  await using plane = await startBoxPlane();
  const ports = [{ port: 80 }];
  await plane.boxes.create(sample({ ports }, "first"));
  await plane.settle();
  await plane.boxes.create(sample({ ports }, "second"));
  await plane.settle();
  assert.equal((await conditionsOf(plane, "first")).Ready, "True AllReady");
  assert.equal((await conditionsOf(plane, "second")).Degraded, "True NameTaken");
  await plane.boxes.delete("first");
  await plane.advance("20m");
  assert.equal((await plane.services.get("nginx")).metadata.ownerReferences?.[0]?.name, "second");
  assert.equal((await conditionsOf(plane, "second")).Ready, "True AllReady");
});

test("kubectl scale and autoscalers change how many there are, by the scale subresource", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  const before = await plane.boxes.scale.get(name);
  assert.deepEqual([before.spec, before.status], [{ replicas: 4 }, { replicas: 4, selector: `modelbox=${name}` }]);
  // An autoscaler finds the pods by what the subresource says.
  const found = await plane.pods.list({ labelSelector: before.status?.selector ?? "" });
  assert.equal(found.items.length, 4);
  for (const replicas of [6, 0, 2]) {
    await plane.boxes.scale.patch(name, { merge: { spec: { replicas } } });
    await plane.settle();
    assert.equal((await plane.deployments.get(name)).spec?.replicas, replicas);
    assert.equal((await plane.boxes.scale.get(name)).status?.replicas, replicas);
    assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
  }
});

test("kubectl get shows how far a box is", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
  const path = `/apis/model.github.com/v1/namespaces/${namespace}/modelboxes`;
  const { body } = await plane.plane.transport.request({ method: "GET", path, headers });
  const table = JSON.parse(await text(body));
  assert.deepEqual(
    table.columnDefinitions.map((column: { name: string }) => column.name),
    ["Name", "Replicas", "Available", "Ready", "Endpoint", "Image", "Age"],
  );
  assert.deepEqual(table.rows[0].cells.slice(0, 6), [name, 4, 4, "True", "nginx.default.svc:80", "nginx:1.7.9"]);
});

test("a replace that drops labels, annotations and status changes nothing about the children", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  const uids = async () =>
    [await plane.deployments.get(name), await plane.services.get("nginx")].map(({ metadata }) => metadata.uid);
  const before = await uids();
  const { resourceVersion } = (await plane.boxes.get(name)).metadata;
  await plane.boxes.update({ ...sample(), metadata: { name, resourceVersion } });
  await plane.settle();
  assert.deepEqual(await uids(), before);
  assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
});

for (const isRestarted of [false, true]) {
  const when = isRestarted ? "across a restart" : "in mid-cleanup";
  test(`a replace ${when} that drops what the operator has noted down loses nothing: the old Service still goes`, async () => {
    // Webhooks would be gone with the operator, and nobody could replace anything.
    await using plane = await startBoxPlane({ hasWebhooks: !isRestarted });
    await plane.boxes.create(sample({ ports: [{ port: 80 }] }));
    await plane.settle();
    // The new Service is applied, and the old one cannot be deleted yet.
    plane.faults.request = async (request, send) => {
      if (request.method === "DELETE") throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
      return send();
    };
    await plane.boxes.patch(name, { merge: { spec: { name: "web" } } });
    await plane.advance("1m");
    assert.ok((await plane.services.get("nginx")) && (await plane.services.get("web")));
    if (isRestarted) plane.killOperator();
    const { resourceVersion } = (await plane.boxes.get(name)).metadata;
    await plane.boxes.update({
      ...sample({ ports: [{ port: 80 }], name: "web" }),
      metadata: { name, resourceVersion },
    });
    await wipeStatus(plane);
    plane.faults.request = undefined;
    if (isRestarted) await plane.startOperator();
    await plane.advance("20m");
    assert.equal(await ignoreNotFound(plane.services.get("nginx")), undefined);
    assert.equal((await plane.services.get("web")).metadata.ownerReferences?.[0]?.name, name);
    assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
  });
}

/** What kubectl replace --subresource=status does with a file that has none. */
async function wipeStatus({ boxes }: BoxPlane): Promise<void> {
  const { apiVersion, kind, metadata, spec } = await boxes.get(name);
  await boxes.status.update({ apiVersion, kind, metadata, spec, status: {} });
}
