/** What admission and conversion do for a ModelBox, and what is the same without webhooks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DynamicObject } from "@pintle/client";
import { ApiError } from "@pintle/machinery";
import { ModelBox } from "../../examples/modelbox/model-box.ts";
import { conditionsOf, namespace, sample, startBoxPlane } from "./box-plane.ts";

const name = "modelbox-sample";

test("without webhooks a box is completed in memory, and is otherwise the same", async () => {
  const children = async (hasWebhooks: boolean) => {
    await using plane = await startBoxPlane({ hasWebhooks });
    await plane.boxes.create({
      metadata: { name: "box" },
      spec: { image: "nginx:1.27", ports: [{ port: 80 }, { port: 81 }] },
    });
    await plane.settle();
    assert.equal((await plane.boxes.get("box")).spec.name, hasWebhooks ? "box" : undefined);
    const { spec } = await plane.deployments.get("box");
    const service = await plane.services.get("box");
    return { spec, ports: service.spec?.ports, conditions: await conditionsOf(plane, "box") };
  };
  assert.deepEqual(await children(false), await children(true));
});

test("without webhooks a clash of names is told by the box, and nothing is deleted", async () => {
  await using plane = await startBoxPlane({ hasWebhooks: false });
  await plane.boxes.create(sample());
  await plane.settle();
  const containers = [{ name: "db-container", image: "busybox:1.36" }];
  await plane.boxes.patch(name, { merge: { spec: { containers } } });
  await plane.settle();
  const { Ready, Degraded } = await conditionsOf(plane, name);
  assert.deepEqual({ Ready, Degraded }, { Ready: "False NameClash", Degraded: "True NameClash" });
  assert.equal((await plane.deployments.get(name)).status?.readyReplicas, 4);
});

test("a box may have its name made up by the server", async () => {
  await using plane = await startBoxPlane();
  const { metadata } = await plane.boxes.create({
    metadata: { generateName: "box-" },
    spec: { image: "nginx:1.27", ports: [{ port: 80 }] },
  });
  await plane.settle();
  assert.equal((await plane.services.get(metadata.name ?? "")).metadata.ownerReferences?.[0]?.uid, metadata.uid);
});

test("a moving tag is let through with a warning", async () => {
  const warned = async (image: string) => {
    await using plane = await startBoxPlane();
    const path = `/apis/model.github.com/v1/namespaces/${namespace}/modelboxes`;
    const box = ModelBox({ metadata: { name: "box" }, spec: { image } });
    const body = Buffer.from(JSON.stringify(box));
    const headers = { "content-type": "application/json" };
    const answer = await plane.plane.transport.request({ method: "POST", path, headers, body });
    assert.equal(answer.status, 201);
    return answer.headers.warning !== undefined;
  };
  const images = [
    "nginx",
    "nginx:latest",
    "registry:5000/nginx",
    "nginx:1.27",
    "nginx@sha256:0123",
    "registry:5000/nginx:1",
  ];
  const answers = await Promise.all(images.map(warned));
  assert.deepEqual(answers, [true, true, true, false, false, false]);
});

test("a box of before is served, and is a box of now", async () => {
  await using plane = await startBoxPlane();
  const old = plane.client.resource({ apiVersion: "model.github.com/v1beta1", kind: "ModelBox" }, { namespace });
  const spec = { image: "nginx:1.27", instances: 2, cpu: "250m", ports: [{ port: 80 }] };
  await old.create({ metadata: { name: "before" }, spec });
  await plane.settle();
  const { spec: now } = await plane.boxes.get("before");
  assert.deepEqual([now.replicas, now.size, now.resources], [2, "custom", { limits: { cpu: "250m" } }]);
  assert.equal((await conditionsOf(plane, "before")).Ready, "True AllReady");
  // What v1beta1 has no words for survives an edit in v1beta1.
  await plane.boxes.patch("before", { merge: { spec: { rollingUpdate: 1, probes: "none" } } });
  const read: DynamicObject = await old.get("before");
  await old.update({ ...read, spec: { ...(read.spec as object), instances: 3 } } as never);
  await plane.settle();
  const { spec: edited } = await plane.boxes.get("before");
  assert.deepEqual([edited.replicas, edited.rollingUpdate, edited.probes], [3, 1, "none"]);
  for (const [odd, field] of [
    [{ instances: -1 }, "spec.instances"],
    [{ name: "my.box" }, "spec.name"],
    [{ name: "db-container" }, "spec.name"],
    [{ ports: [{ port: 80, targetPort: "http" }] }, "targetPort"],
  ] as const) {
    const box = { metadata: { name: "odd" }, spec: { ...spec, ...odd } as never };
    await assert.rejects(old.create(box), (error: unknown) => {
      assert.ok(ApiError.is(error, "Invalid"), String(error));
      assert.ok(ApiError.find(error).message.includes(field), ApiError.find(error).message);
      return true;
    });
  }
  // What is edited in v1beta1 has to fit what v1beta1 cannot say.
  await plane.boxes.patch("before", { merge: { spec: { serviceType: "ClusterIP" } } });
  const ports = [{ port: 80, protocol: "TCP", nodePort: 30_080 }];
  await assert.rejects(old.patch("before", { merge: { spec: { ports } } }), /spec\.ports\[0\]\.nodePort/);
});
