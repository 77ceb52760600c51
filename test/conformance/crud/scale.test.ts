import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import {
  assertInvalid,
  assertNotFound,
  assertStale,
  deployment,
  deploymentsIn,
  type Made,
  make,
  podTemplate,
} from "./objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const makeDeployment = (): Promise<Made> => make(client, deploymentsIn(namespace), deployment({ replicas: 2 }));

test("a GET of scale gives replicas and the selector as text, under the object's name, uid and version", async () => {
  const { name, path, body } = await make(client, deploymentsIn(namespace), {
    metadata: { labels: { not: "shown" } },
    ...deployment({ replicas: 2 }),
  });
  const { uid, resourceVersion, creationTimestamp } = body.metadata;
  assert.deepEqual((await client.get(`${path}/scale`)).body, {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: 2 },
    status: { replicas: 0, selector: "app=a" },
  });
});

test("the selector of a scale has all requirements, sorted by key", async () => {
  const matchExpressions = [
    { key: "tier", operator: "In", values: ["y", "x"] },
    { key: "old", operator: "DoesNotExist" },
    { key: "zone", operator: "Exists" },
  ];
  const template = podTemplate();
  Object.assign(template.metadata.labels, { tier: "x", zone: "z" });
  const selector = { matchLabels: { app: "a" }, matchExpressions };
  const { path } = await make(client, deploymentsIn(namespace), deployment({ selector, template }));
  assertAnswer(await client.get(`${path}/scale`), 200, { status: { selector: "app=a,!old,tier in (x,y),zone" } });
});

test("replica sets, stateful sets and replication controllers scale too", async () => {
  const spec = { ...deployment().spec, replicas: 3 };
  const kinds: readonly (readonly [string, Json])[] = [
    [`/apis/apps/v1/namespaces/${namespace}/replicasets`, spec],
    [`/apis/apps/v1/namespaces/${namespace}/statefulsets`, { ...spec, serviceName: "s" }],
    [`/api/v1/namespaces/${namespace}/replicationcontrollers`, { ...spec, selector: { app: "a" } }],
  ];
  for (const [collection, spec] of kinds) {
    const { name, path } = await make(client, collection, { spec });
    assertAnswer(await client.get(`${path}/scale`), 200, {
      kind: "Scale",
      apiVersion: "autoscaling/v1",
      spec: { replicas: 3 },
      status: { replicas: 0, selector: "app=a" },
    });
    assertAnswer(await client.update(`${path}/scale`, { metadata: { name }, spec: { replicas: 1 } }), 200);
    assertAnswer(await client.get(path), 200, { spec: { replicas: 1 } });
  }
});

test("a PUT to scale changes the replicas and nothing else", async () => {
  const { name, path, body } = await makeDeployment();
  const answer = await client.update(`${path}/scale`, {
    metadata: { name, namespace, labels: { not: "taken" } },
    spec: { replicas: 4 },
    status: { replicas: 100, selector: "no=no" },
  });
  assertAnswer(answer, 200, { spec: { replicas: 4 }, status: { replicas: 0, selector: "app=a" } });

  const after = await client.get(path);
  assertAnswer(after, 200, { metadata: { labels: undefined, resourceVersion: answer.body.metadata.resourceVersion } });
  assert.deepEqual(after.body.spec, { ...body.spec, replicas: 4 });
});

test("a PUT to scale without spec means no replicas", async () => {
  const { name, path } = await makeDeployment();
  const answer = await client.update(`${path}/scale`, { metadata: { name } });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.spec, {}, "zero is left out");
  assertAnswer(await client.get(path), 200, { spec: { replicas: 0 } });
});

test("a PUT to scale with the replicas that there are is no new generation", async () => {
  const { name, path } = await makeDeployment();
  assertAnswer(await client.update(`${path}/scale`, { metadata: { name }, spec: { replicas: 2 } }), 200);
  // Its resourceVersion may be new all the same: who manages the replicas is written down again.
  assertAnswer(await client.get(path), 200, { metadata: { generation: 1 }, spec: { replicas: 2 } });
});

test("negative replicas are the scale's error", async () => {
  const { name, path } = await makeDeployment();
  const answer = await client.update(`${path}/scale`, { metadata: { name }, spec: { replicas: -4 } });
  const message = "Invalid value: -4: must be greater than or equal to 0";
  assertInvalid(answer, "Scale.autoscaling", name, ["FieldValueInvalid", "spec.replicas", message]);
});

test("a stale PUT to scale conflicts in the name of the object", async () => {
  const { name, path } = await makeDeployment();
  const answer = await client.update(`${path}/scale`, { metadata: { name, resourceVersion: "1" } });
  assertStale(answer, "deployments.apps", name);
});

test("a PUT to scale with another uid conflicts", async () => {
  const { name, path, body } = await makeDeployment();
  const answer = await client.update(`${path}/scale`, { metadata: { name, uid: "other" } });
  const message = `Operation cannot be fulfilled on deployments.apps "${name}": StorageError: invalid object, Code: 4, Key: /registry/deployments/${namespace}/${name}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: other, UID in object meta: ${body.metadata.uid}`;
  assertStatus(answer, 409, "Conflict", message, { details: { name, group: "apps", kind: "deployments" } });
});

test("the name in a scale has to be the URL's", async () => {
  const { name, path } = await makeDeployment();
  const none = `the name of the object (${name} based on URL) was undeterminable: name must be provided`;
  assertStatus(await client.update(`${path}/scale`, { spec: { replicas: 1 } }), 400, "BadRequest", none);
  const other = `the name of the object (other) does not match the name on the URL (${name})`;
  assertStatus(await client.update(`${path}/scale`, { metadata: { name: "other" } }), 400, "BadRequest", other);
});

test("a PUT to scale takes a Scale of autoscaling/v1 and nothing else", async () => {
  const { name, path } = await makeDeployment();
  const put = (type: Json) => client.update(`${path}/scale`, { ...type, metadata: { name } });
  const kind =
    'Deployment in version "v1" cannot be handled as a Scale: converting (v1.Deployment) to (autoscaling.Scale): unknown conversion';
  assertStatus(await put({ apiVersion: "apps/v1", kind: "Deployment" }), 400, "BadRequest", kind);
  const version =
    "the API version in the data (extensions/v1beta1) does not match the expected API version (autoscaling/v1)";
  assertStatus(await put({ apiVersion: "extensions/v1beta1", kind: "Scale" }), 400, "BadRequest", version);
  assertAnswer(await put({ apiVersion: "autoscaling/v1", kind: "Scale" }), 200);
});

test("an absent object has no scale", async () => {
  const path = `${deploymentsIn(namespace)}/absent/scale`;
  assertNotFound(await client.get(path), "deployments.apps", "absent");
  const answer = await client.update(path, { metadata: { name: "absent" }, spec: { replicas: 1 } });
  assertNotFound(answer, "deployments.apps", "absent");
});

test("a scale is neither created nor deleted, and a DaemonSet has none", async () => {
  const { path } = await makeDeployment();
  const message = "the server does not allow this method on the requested resource";
  assertStatus(await client.create(`${path}/scale`, {}), 405, "MethodNotAllowed", message, { details: {} });
  assertStatus(await client.delete(`${path}/scale`), 405, "MethodNotAllowed", message, { details: {} });
  const none = await client.get(`/apis/apps/v1/namespaces/${namespace}/daemonsets/absent/scale`);
  assertStatus(none, 404, "NotFound", "the server could not find the requested resource", { details: {} });
});

test("a scale has no managedFields, but the object records who scaled it", async () => {
  const { name, path } = await makeDeployment();
  const options = { headers: { "user-agent": "scaler/1" } };
  const answer = await client.update(`${path}/scale`, { metadata: { name }, spec: { replicas: 4 } }, {}, options);
  assertAnswer(answer, 200, { metadata: { managedFields: undefined } });

  const { managedFields } = (await client.get(path)).body.metadata;
  const entry = managedFields.find((field: Json) => field.manager === "scaler");
  assert.deepEqual(
    { ...entry, time: undefined },
    {
      manager: "scaler",
      operation: "Update",
      apiVersion: "apps/v1",
      time: undefined,
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": { "f:replicas": {} } },
      subresource: "scale",
    },
  );
});
