import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { createConfigMap, createDeployment } from "./objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

test("a patch of a Deployment leaves its status alone", async () => {
  const target = await createDeployment(client, namespace);
  const { resourceVersion } = target.created.metadata;
  for (const type of ["merge", "strategic"] as const) {
    const answer = await target.patch(type, { status: { replicas: 7 } });
    assertAnswer(answer, 200, { metadata: { resourceVersion } });
    assert.deepEqual(answer.body.status, {});
  }
});

// Labels are kept out too, but a Deployment's controller may write annotations together with the status.
test("a patch of a Deployment's status leaves its spec and labels alone, not its annotations", async () => {
  const target = await createDeployment(client, namespace);
  const answer = await client.patch("merge", `${target.path}/status`, {
    metadata: { labels: { a: "1" }, annotations: { b: "2" }, finalizers: ["e.io/1"] },
    spec: { replicas: 9 },
    status: { replicas: 3 },
  });
  assertAnswer(answer, 200, {
    metadata: { generation: 1, labels: undefined, annotations: { b: "2" }, finalizers: ["e.io/1"] },
    spec: { replicas: 1 },
    status: { replicas: 3 },
  });
});

test("a patch of the status is recorded with its subresource", async () => {
  const target = await createDeployment(client, namespace);
  const answer = await client.patch("merge", `${target.path}/status`, { status: { replicas: 3 } });
  assertAnswer(answer, 200);
  const [main, status] = answer.body.metadata.managedFields;
  assert.equal(main.subresource, undefined);
  assert.deepEqual(
    [status.manager, status.operation, status.subresource, status.fieldsV1],
    ["conformance", "Update", "status", { "f:status": { "f:replicas": {} } }],
  );
});

test("a status that a kind does not have cannot be patched", async () => {
  const target = await createConfigMap(client, namespace);
  assertAnswer(await client.patch("merge", `${target.path}/status`, {}), 404, {
    reason: "NotFound",
    message: "the server could not find the requested resource",
  });
});

test("each kind of patch scales", async () => {
  const { name, path, created } = await createDeployment(client, namespace);
  const { uid, creationTimestamp } = created.metadata;
  const bodies: [type: "json" | "merge" | "strategic", body: Json, replicas: number][] = [
    ["merge", { spec: { replicas: 4 } }, 4],
    ["strategic", { spec: { replicas: 5 } }, 5],
    ["json", [{ op: "replace", path: "/spec/replicas", value: 6 }], 6],
  ];
  for (const [type, body, replicas] of bodies) {
    const answer = await client.patch(type, `${path}/scale`, body);
    assertAnswer(answer, 200);
    const { resourceVersion } = answer.body.metadata;
    assert.deepEqual(answer.body, {
      kind: "Scale",
      apiVersion: "autoscaling/v1",
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: { replicas },
      status: { replicas: 0, selector: "app=a" },
    });
    assertAnswer(await client.get(path), 200, { metadata: { resourceVersion }, spec: { replicas } });
  }
});

test("a scale without its spec means no replicas", async () => {
  const { path } = await createDeployment(client, namespace);
  const answer = await client.patch("merge", `${path}/scale`, { spec: null });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.spec, {});
  assertAnswer(await client.get(path), 200, { spec: { replicas: 0 } });
});

test("a patch of a scale changes nothing but the replicas", async () => {
  const { path } = await createDeployment(client, namespace);
  const body = { metadata: { labels: { a: "1" } }, status: { replicas: 9 } };
  assertAnswer(await client.patch("merge", `${path}/scale`, body), 200, {
    metadata: { labels: undefined },
    spec: { replicas: 1 },
    status: { replicas: 0 },
  });
  assertAnswer(await client.get(path), 200, { metadata: { generation: 1, labels: undefined }, status: {} });
});

test("a patch of a scale records the replicas for its manager, with the subresource", async () => {
  const { path } = await createDeployment(client, namespace);
  assertAnswer(
    await client.patch("merge", `${path}/scale`, { spec: { replicas: 2 } }, { fieldManager: "scaler" }),
    200,
  );
  const { managedFields } = (await client.get(path)).body.metadata;
  const { manager, operation, subresource, apiVersion, fieldsV1 } = managedFields.find(
    (entry: Json) => entry.manager === "scaler",
  );
  assert.deepEqual(
    [manager, operation, subresource, apiVersion, fieldsV1],
    ["scaler", "Update", "scale", "apps/v1", { "f:spec": { "f:replicas": {} } }],
  );
});

test("a patch of a scale is refused with the names of the Scale, of the Deployment or of the endpoint", async () => {
  const { name, path, created } = await createDeployment(client, namespace);
  const patch = (body: Json) => client.patch("merge", `${path}/scale`, body);
  assertStatus(
    await patch({ spec: { replicas: -1 } }),
    422,
    "Invalid",
    `Scale.autoscaling "${name}" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0`,
    { details: { name, group: "autoscaling", kind: "Scale" } },
  );
  assertStatus(
    await patch({ metadata: { resourceVersion: "1" }, spec: { replicas: 2 } }),
    409,
    "Conflict",
    `Operation cannot be fulfilled on deployments.apps "${name}": ` +
      "the object has been modified; please apply your changes to the latest version and try again",
    { details: { name, group: "apps", kind: "deployments" } },
  );
  assertStatus(
    await patch({ metadata: { uid: "other" } }),
    409,
    "Conflict",
    `Operation cannot be fulfilled on deployments/scale.apps "${name}": ` +
      `Precondition failed: UID in precondition: other, UID in object meta: ${created.metadata.uid}`,
    { details: { name, group: "apps", kind: "deployments/scale" } },
  );
  const otherName = `the name of the object (other) does not match the name on the URL (${name})`;
  assertStatus(await patch({ metadata: { name: "other" } }), 400, "BadRequest", otherName);
  assertStatus(
    await client.patch("merge", `/apis/apps/v1/namespaces/${namespace}/deployments/absent/scale`, {}),
    404,
    "NotFound",
    'deployments.apps "absent" not found',
  );
});
