import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import {
  assertInvalid,
  assertNotFound,
  assertStale,
  configMapsIn,
  deployment,
  deploymentsIn,
  type Made,
  make,
  pod,
  podsIn,
} from "./objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const owner = { apiVersion: "v1", kind: "Owner", name: "n", uid: "u" };
const wrongMethod = "the server does not allow this method on the requested resource";

function makeDeployment(): Promise<Made> {
  return make(client, deploymentsIn(namespace), { ...deployment(), metadata: { labels: { old: "1" } } });
}

test("a PUT to status changes status and leaves spec as it is", async () => {
  const { path, body } = await makeDeployment();
  const answer = await client.update(`${path}/status`, {
    ...body,
    spec: { ...body.spec, replicas: 5 },
    status: { replicas: 3, updatedReplicas: 2 },
  });
  assertAnswer(answer, 200, { kind: "Deployment", spec: { replicas: 1 }, status: { replicas: 3, updatedReplicas: 2 } });
  assert.deepEqual((await client.get(path)).body, answer.body);
});

test("a PUT to the object leaves status as it is", async () => {
  const { name, path, body } = await makeDeployment();
  assertAnswer(await client.update(`${path}/status`, { ...body, status: { replicas: 3 } }), 200);
  const answer = await client.update(path, {
    ...deployment({ replicas: 2 }),
    metadata: { name },
    status: { replicas: 9 },
  });
  assertAnswer(answer, 200, { spec: { replicas: 2 }, status: { replicas: 3 } });
});

test("a PUT to the object that only changes status changes nothing", async () => {
  const { path, body } = await makeDeployment();
  const { resourceVersion } = body.metadata;
  const answer = await client.update(path, { ...body, status: { replicas: 9 } });
  assertAnswer(answer, 200, { metadata: { resourceVersion } });
  assert.deepEqual(answer.body.status, {});
});

test("a PUT to status needs no spec", async () => {
  const { name, path } = await makeDeployment();
  const answer = await client.update(`${path}/status`, { metadata: { name }, status: { replicas: 4 } });
  assertAnswer(answer, 200, { spec: { replicas: 1 }, status: { replicas: 4 } });
});

test("a PUT to status replaces the whole status", async () => {
  const { name, path } = await makeDeployment();
  const put = (status: Json) => client.update(`${path}/status`, { metadata: { name }, status });
  assertAnswer(await put({ replicas: 4, readyReplicas: 2 }), 200);
  const answer = await put({ replicas: 4 });
  assert.deepEqual(answer.body.status, { replicas: 4 });
});

/** What a client may change of metadata through status, by kind: more than one expects. */
const metadataThroughStatus: readonly (readonly [kind: string, made: () => Promise<Made>, kept: readonly string[]])[] =
  [
    ["a ReplicaSet", () => makeIn("/apis/apps/v1", "replicasets", deployment().spec), []],
    ["a Service", () => makeIn("/api/v1", "services", { ports: [{ port: 80 }] }), []],
    ["a ResourceQuota", () => makeIn("/api/v1", "resourcequotas", { hard: { pods: "1" } }), []],
    ["a Deployment", () => makeIn("/apis/apps/v1", "deployments", deployment().spec), ["labels"]],
    ["a Pod", () => makeIn("/api/v1", "pods", pod().spec), ["ownerReferences"]],
  ];

function makeIn(version: string, resource: string, spec: Json): Promise<Made> {
  return make(client, `${version}/namespaces/${namespace}/${resource}`, { metadata: { labels: { old: "1" } }, spec });
}

for (const [kind, made, kept] of metadataThroughStatus) {
  const all = "labels, annotations, finalizers and owners";
  test(`a PUT to the status of ${kind} changes ${all}${kept.length === 0 ? "" : `, but not ${kept}`}`, async () => {
    const { name, path, body } = await made();
    const metadata: Json = {
      labels: { new: "1" },
      annotations: { new: "1" },
      finalizers: ["example.com/new"],
      ownerReferences: [owner],
    };
    const answer = await client.update(`${path}/status`, { ...body, metadata: { name, ...metadata } });
    assertAnswer(answer, 200);
    for (const field of Object.keys(metadata)) {
      const expected = kept.includes(field) ? body.metadata[field] : metadata[field];
      assert.deepEqual(answer.body.metadata[field], expected, field);
    }
  });
}

test("a GET of status gives the whole object", async () => {
  const { path } = await makeDeployment();
  assert.deepEqual((await client.get(`${path}/status`)).body, (await client.get(path)).body);
});

test("a PUT to status that changes nothing keeps the resourceVersion", async () => {
  const { path, body } = await makeDeployment();
  const { resourceVersion } = body.metadata;
  assertAnswer(await client.update(`${path}/status`, body), 200, { metadata: { resourceVersion } });
});

test("a stale PUT to status conflicts, one without resourceVersion does not", async () => {
  const { name, path } = await makeDeployment();
  const put = (metadata: Json) => client.update(`${path}/status`, { metadata, status: { replicas: 1 } });
  assertStale(await put({ name, resourceVersion: "1" }), "deployments.apps", name);
  assertAnswer(await put({ name }), 200);
});

test("a status is validated", async () => {
  const { name, path } = await makeDeployment();
  const tooMany = "Invalid value: 2: cannot be greater than status.replicas";
  assertInvalid(
    await client.update(`${path}/status`, { metadata: { name }, status: { replicas: 1, readyReplicas: 2 } }),
    "Deployment.apps",
    name,
    ["FieldValueInvalid", "status.readyReplicas", tooMany],
  );
});

test("an absent object has no status", async () => {
  const path = `${deploymentsIn(namespace)}/absent/status`;
  assertNotFound(await client.get(path), "deployments.apps", "absent");
  assertNotFound(await client.update(path, { metadata: { name: "absent" } }), "deployments.apps", "absent");
});

test("a status is neither created nor deleted", async () => {
  const { path } = await makeDeployment();
  assertStatus(await client.create(`${path}/status`, {}), 405, "MethodNotAllowed", wrongMethod, { details: {} });
  assertStatus(await client.delete(`${path}/status`), 405, "MethodNotAllowed", wrongMethod, { details: {} });
});

test("a kind without status or scale has no such path", async () => {
  const { path } = await make(client, configMapsIn(namespace));
  for (const subresource of ["status", "scale", "nope"]) {
    const message = "the server could not find the requested resource";
    assertStatus(await client.get(`${path}/${subresource}`), 404, "NotFound", message, { details: {} });
  }
});

test("a status given on create is dropped, except for a Node", async () => {
  const running = await make(client, podsIn(namespace), { ...pod(), status: { phase: "Running", podIP: "1.2.3.4" } });
  assert.deepEqual(running.body.status, { phase: "Pending", qosClass: "BestEffort" });

  const condition = { type: "Ready", status: "True", reason: "Given" };
  const node = await make(client, "/api/v1/nodes", { status: { conditions: [condition] } });
  assert.equal(node.body.status.conditions[0].reason, "Given");
  assertAnswer(await client.delete(node.path), 200);
});

test("what is written to status is managed under that subresource", async () => {
  const { name, path } = await makeDeployment();
  const answer = await client.update(`${path}/status`, { metadata: { name }, status: { replicas: 1 } });
  const entry = answer.body.metadata.managedFields.find((field: Json) => field.subresource === "status");
  assert.deepEqual(
    { ...entry, time: undefined },
    {
      manager: "conformance",
      operation: "Update",
      apiVersion: "apps/v1",
      time: undefined,
      fieldsType: "FieldsV1",
      fieldsV1: { "f:status": { "f:replicas": {} } },
      subresource: "status",
    },
  );
});
