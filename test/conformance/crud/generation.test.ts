import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { deployment, deploymentsIn, type Made, make, pod, podTemplate } from "./objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const selector = { matchLabels: { app: "a" } };
const jobTemplate = { spec: { containers: [{ name: "c", image: "i" }], restartPolicy: "Never" } };

/** Where a kind is, the spec of an object, and a change of it. */
type Kind = readonly [collection: string, spec: Json, change: Json];

const counted: readonly Kind[] = [
  ["/apis/apps/v1/namespaces/{ns}/deployments", deployment().spec, { replicas: 2 }],
  ["/apis/apps/v1/namespaces/{ns}/replicasets", deployment().spec, { replicas: 2 }],
  ["/apis/apps/v1/namespaces/{ns}/statefulsets", { ...deployment().spec, serviceName: "s" }, { replicas: 2 }],
  ["/apis/apps/v1/namespaces/{ns}/daemonsets", { selector, template: podTemplate() }, { minReadySeconds: 2 }],
  ["/apis/batch/v1/namespaces/{ns}/jobs", { template: jobTemplate }, { parallelism: 2 }],
  [
    "/apis/batch/v1/namespaces/{ns}/cronjobs",
    { schedule: "* * * * *", jobTemplate: { spec: { template: jobTemplate } } },
    { suspend: true },
  ],
  [
    "/api/v1/namespaces/{ns}/replicationcontrollers",
    { replicas: 1, selector: { app: "a" }, template: podTemplate() },
    { replicas: 2 },
  ],
  ["/api/v1/namespaces/{ns}/pods", pod().spec, { activeDeadlineSeconds: 5 }],
  [
    "/apis/networking.k8s.io/v1/namespaces/{ns}/ingresses",
    { defaultBackend: { service: { name: "s", port: { number: 80 } } } },
    { ingressClassName: "x" },
  ],
  ["/apis/networking.k8s.io/v1/namespaces/{ns}/networkpolicies", { podSelector: {} }, { policyTypes: ["Egress"] }],
  ["/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets", { minAvailable: 1 }, { minAvailable: 2 }],
];

const uncounted: readonly Kind[] = [
  ["/api/v1/namespaces/{ns}/services", { ports: [{ port: 80 }] }, { sessionAffinity: "ClientIP" }],
  [
    "/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers",
    { maxReplicas: 1, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" } },
    { maxReplicas: 2 },
  ],
];

const nameOf = (collection: string) => collection.split("/").at(-1);

/** Changes the object as it is now, and gives its generation after that. */
async function change(path: string, metadata: Json, spec: Json): Promise<number | undefined> {
  const { body } = await client.get(path);
  const answer = await client.update(path, {
    ...body,
    metadata: { ...body.metadata, ...metadata },
    spec: { ...body.spec, ...spec },
  });
  assertAnswer(answer, 200);
  return answer.body.metadata.generation;
}

function makeOf([collection, spec]: Kind, metadata: Json = {}): Promise<Made> {
  return make(client, collection.replace("{ns}", namespace), { metadata, spec });
}

for (const kind of counted) {
  test(`the generation of ${nameOf(kind[0])} begins with 1 and counts the changes of spec`, async () => {
    const { path, body } = await makeOf(kind, { generation: 9 });
    assert.equal(body.metadata.generation, 1);
    assert.equal(await change(path, { labels: { a: "1" } }, {}), 1, "labels are no part of spec");
    assert.equal(await change(path, { finalizers: ["example.com/a"] }, {}), 1, "finalizers are no part of spec");
    assert.equal(await change(path, {}, kind[2]), 2);
    assert.equal(await change(path, {}, {}), 2, "nothing changed");
    assert.equal(await change(path, { generation: 77 }, {}), 2, "a client does not set it");
  });
}

for (const kind of uncounted) {
  test(`${nameOf(kind[0])} have no generation`, async () => {
    const { path, body } = await makeOf(kind);
    assert.equal(body.metadata.generation, undefined);
    assert.equal(await change(path, {}, kind[2]), undefined);
  });

  test(`${nameOf(kind[0])} keep for ever the generation that they are created with`, async () => {
    const { path, body } = await makeOf(kind, { generation: 9 });
    assert.equal(body.metadata.generation, 9);
    assert.equal(await change(path, {}, kind[2]), 9);
    assert.equal(await change(path, { generation: 10 }, {}), 9);
  });
}

test("an annotation of a Deployment counts: it is copied to the ReplicaSet", async () => {
  const { path } = await make(client, deploymentsIn(namespace), deployment());
  assert.equal(await change(path, { annotations: { a: "1" } }, {}), 2);
});

test("an annotation of any other kind does not count", async () => {
  for (const kind of counted.slice(1)) {
    const { path } = await makeOf(kind);
    assert.equal(await change(path, { annotations: { a: "1" } }, {}), 1, kind[0]);
  }
});

test("a label of an EndpointSlice counts", async () => {
  const slices = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`;
  const { name, path, body } = await make(client, slices, { addressType: "IPv4", endpoints: [] });
  const answer = await client.update(path, { ...body, metadata: { name, labels: { a: "1" } } });
  assertAnswer(answer, 200, { metadata: { generation: 2 } });
});

test("the beginning of a deletion counts once, and what comes after as before", async () => {
  const { path } = await make(client, deploymentsIn(namespace), {
    ...deployment(),
    metadata: { finalizers: ["example.com/a"] },
  });
  assertAnswer(await client.delete(path), 200, { metadata: { generation: 2 } });
  assertAnswer(await client.delete(path), 200, { metadata: { generation: 2 } });
  assert.equal(await change(path, {}, { replicas: 3 }), 3);
  assert.equal(await change(path, { finalizers: [] }, {}), 3);
});

test("the beginning of a deletion gives no generation to an object that has none", async () => {
  const { path } = await make(client, `/api/v1/namespaces/${namespace}/secrets`, {
    metadata: { finalizers: ["example.com/a"] },
  });
  assertAnswer(await client.delete(path), 200, { metadata: { generation: undefined } });
});

test("a change of status or scale: status does not count, scale does", async () => {
  const { name, path, body } = await make(client, deploymentsIn(namespace), deployment());
  const status = await client.update(`${path}/status`, { ...body, status: { observedGeneration: 1 } });
  assertAnswer(status, 200, { metadata: { generation: 1 }, status: { observedGeneration: 1 } });
  assertAnswer(await client.update(`${path}/scale`, { metadata: { name }, spec: { replicas: 4 } }), 200);
  assertAnswer(await client.get(path), 200, { metadata: { generation: 2 } });
});
