/** The first ModelBox, run as its README tells, on the plane that is judged: what a user does with the object and with its children. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { assertAnswer } from "../conformance/answer.ts";
import type { Client } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { usePlane } from "./planes.ts";

const folder = fileURLToPath(new URL("../../examples/modelbox/", import.meta.url));
const sample = parse(readFileSync(`${folder}config/samples/model_v1_modelbox.yaml`, "utf8"));
const plane = usePlane();
let operator: ChildProcess | undefined;

/** The operator is told to install its definition itself; who comes first starts it. */
async function judged(): Promise<{ client: Client; boxes: string; deployments: string; services: string }> {
  const { client, kubeconfig } = plane();
  const flags = ["--install", "--health-probe-bind-address=0"];
  operator ??= spawn(process.execPath, ["--conditions=pintle-source", `${folder}main.ts`, ...flags], {
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ["ignore", "inherit", "ignore"],
  });
  const namespace = await client.namespace();
  const boxes = `/apis/model.github.com/v1/namespaces/${namespace}/modelboxes`;
  await eventually(async () => assertAnswer(await client.get(boxes), 200), 30_000);
  return {
    ...{ client, boxes, deployments: `/apis/apps/v1/namespaces/${namespace}/deployments` },
    services: `/api/v1/namespaces/${namespace}/services`,
  };
}

after(async () => {
  if (operator === undefined) return;
  const ended = once(operator, "exit");
  operator.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
});

/** The sample without its node port, of which a cluster has one. */
const box = (name: string) => ({
  ...sample,
  metadata: { name },
  spec: { ...sample.spec, name, ports: [{ port: 80, targetPort: 80 }] },
});

test("the sample gets its Deployment and its Service, and its status tells how far they are", async () => {
  const { client, boxes, deployments, services } = await judged();
  assertAnswer(await client.create(boxes, sample), 201);

  const { body: deployment } = await eventually(async () => {
    const found = await client.get(`${deployments}/modelbox-sample`);
    assertAnswer(found, 200);
    return found;
  });
  assert.equal(deployment.spec.replicas, 4);
  assert.deepEqual(deployment.spec.strategy.rollingUpdate, { maxSurge: "30%", maxUnavailable: "30%" });
  assert.equal(deployment.spec.template.spec.containers[0].image, "nginx:1.7.9");
  assert.equal(deployment.metadata.ownerReferences[0].name, "modelbox-sample");
  await eventually(async () => {
    const { body } = await client.get(`${services}/nginx`);
    assert.equal(body.spec?.type, "NodePort");
    assert.equal(body.spec.ports[0].nodePort, 30010);
  });
  await eventually(async () => {
    const { body } = await client.get(`${boxes}/modelbox-sample`);
    assert.equal(body.status?.observedGeneration, 1);
    assert.equal(body.status.conditions[0].message, "0 of 4 are ready");
  });
});

test("what somebody deletes or edits comes back", async () => {
  const { client, boxes, deployments, services } = await judged();
  assertAnswer(await client.create(boxes, box("repaired")), 201);
  const { body: first } = await eventually(async () => {
    const found = await client.get(`${services}/repaired`);
    assertAnswer(found, 200);
    return found;
  });

  assertAnswer(await client.delete(`${services}/repaired`), 200);
  assertAnswer(await client.patch("merge", `${deployments}/repaired`, { spec: { replicas: 1 } }), 200);

  await eventually(async () => {
    const { body } = await client.get(`${services}/repaired`);
    assert.notEqual(body.metadata?.uid ?? first.metadata.uid, first.metadata.uid);
  });
  await eventually(async () => {
    const { body } = await client.get(`${deployments}/repaired`);
    assert.equal(body.spec.replicas, 4);
  });
});

test("an image that is changed and changed back ends where it was", async () => {
  const { client, boxes, deployments } = await judged();
  assertAnswer(await client.create(boxes, box("reverted")), 201);
  const shows = (image: string) =>
    eventually(async () => {
      const { body } = await client.get(`${deployments}/reverted`);
      assert.equal(body.spec?.template.spec.containers[0].image, image);
    });
  await shows("nginx:1.7.9");
  for (const image of ["nginx:broken", "nginx:1.7.9"]) {
    assertAnswer(await client.patch("merge", `${boxes}/reverted`, { spec: { image } }), 200);
    await shows(image);
  }
});

test("a Deployment of somebody else is left as it is", async () => {
  const { client, boxes, deployments, services } = await judged();
  const labels = { app: "theirs" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "theirs" }] } };
  const theirs = { metadata: { name: "foreign" }, spec: { selector: { matchLabels: labels }, template } };
  assertAnswer(await client.create(deployments, theirs), 201);
  assertAnswer(await client.create(boxes, box("foreign")), 201);
  assertAnswer(await client.create(boxes, box("after")), 201);

  await eventually(async () => assertAnswer(await client.get(`${services}/after`), 200));
  const { body } = await client.get(`${deployments}/foreign`);
  assert.equal(body.metadata.ownerReferences, undefined);
  assert.equal(body.spec.template.spec.containers[0].image, "theirs");
});
