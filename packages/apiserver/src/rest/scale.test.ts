import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, deploys, type Json, RestFixture } from "./rest-fixture.test.ts";

async function withDeployment(): Promise<RestFixture> {
  const server = new RestFixture();
  const spec = { replicas: 2, selector: { matchLabels: { app: "a" } }, template: {} };
  await server.make(deploys, { metadata: { name: "d" }, spec });
  return server;
}

test("a Scale shows replicas and selector, and nothing of who manages them", async () => {
  const server = await withDeployment();
  const { metadata } = (await server.get(`${deploys}/d`)).body;
  const { uid, resourceVersion, creationTimestamp } = metadata;
  assert.deepEqual((await server.get(`${deploys}/d/scale`)).body, {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name: "d", namespace: "ns", uid, resourceVersion, creationTimestamp },
    spec: { replicas: 2 },
    status: { replicas: 0, selector: "app=a" },
  });
});

test("whatever writes the Scale changes the replicas alone, and is recorded with the subresource", async () => {
  const server = await withDeployment();
  const put = await server.update(`${deploys}/d/scale`, { metadata: { name: "d" }, spec: { replicas: 4 } });
  assert.deepEqual([put.status, put.body.spec], [200, { replicas: 4 }]);
  const patched = await server.patch("merge", `${deploys}/d/scale`, { spec: { replicas: 5 } }, { fieldManager: "hpa" });
  assert.deepEqual([patched.status, patched.body.spec], [200, { replicas: 5 }]);
  const { metadata, spec } = (await server.get(`${deploys}/d`)).body;
  assert.deepEqual([spec.replicas, metadata.generation], [5, 3]);
  const entry = metadata.managedFields.find(({ manager }: Json) => manager === "hpa");
  assert.deepEqual(
    [entry.subresource, entry.apiVersion, entry.fieldsV1],
    ["scale", "apps/v1", { "f:spec": { "f:replicas": {} } }],
  );
});

test("refusals name the Scale, the object or the endpoint", async () => {
  const server = await withDeployment();
  const put = (body: object) => server.update(`${deploys}/d/scale`, body);
  const negative = "spec.replicas: Invalid value: -4: must be greater than or equal to 0";
  assertRefused(
    await put({ metadata: { name: "d" }, spec: { replicas: -4 } }),
    422,
    `Scale.autoscaling "d" is invalid: ${negative}`,
  );
  assertRefused(
    await put({ metadata: { name: "d", resourceVersion: "1" } }),
    409,
    /^Operation cannot be fulfilled on deployments.apps "d": the object has been modified/,
  );
  assertRefused(
    await server.patch("merge", `${deploys}/d/scale`, { metadata: { uid: "x" } }),
    409,
    /^Operation cannot be fulfilled on deployments\/scale.apps "d": Precondition failed/,
  );
  assertRefused(
    await put({ apiVersion: "extensions/v1beta1", kind: "Scale", metadata: { name: "d" } }),
    400,
    "the API version in the data (extensions/v1beta1) does not match the expected API version (autoscaling/v1)",
  );
  assertRefused(await server.get(`${deploys}/absent/scale`), 404, 'deployments.apps "absent" not found');
});
