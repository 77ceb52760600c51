import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { deployment, deploymentsIn, make, pod, podsIn } from "../crud/objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const dry = { dryRun: "All" };

test("a dry-run update counts the generation without storing it", async () => {
  const { name, path, body } = await make(client, deploymentsIn(namespace), deployment());
  const answer = await client.update(path, { ...deployment({ replicas: 3 }), metadata: { name } }, dry);
  assertAnswer(answer, 200, { metadata: { generation: 2 }, spec: { replicas: 3 } });
  assert.deepEqual((await client.get(path)).body, body);
});

test("a dry-run of status or scale stores nothing", async () => {
  const { name, path, body } = await make(client, deploymentsIn(namespace), deployment());
  const { resourceVersion } = body.metadata;
  const scale = await client.update(`${path}/scale`, { metadata: { name }, spec: { replicas: 5 } }, dry);
  assertAnswer(scale, 200, { kind: "Scale", metadata: { resourceVersion }, spec: { replicas: 5 } });
  const status = await client.update(`${path}/status`, { metadata: { name }, status: { replicas: 5 } }, dry);
  assertAnswer(status, 200, { metadata: { resourceVersion }, status: { replicas: 5 } });
  assert.deepEqual((await client.get(path)).body, body);
});

test("a dry-run of a Service takes no address and no port: it shows some that no Service can have", async () => {
  const services = `/api/v1/namespaces/${namespace}/services`;
  const ports = [
    { name: "a", port: 80 },
    { name: "b", port: 81 },
  ];
  const object = { metadata: { name: uniqueName("s") }, spec: { type: "NodePort", ports } };
  for (let i = 0; i < 2; i += 1) {
    const answer = await client.create(services, object, dry);
    assertAnswer(answer, 201, {
      metadata: { resourceVersion: undefined },
      spec: {
        clusterIP: "10.0.0.0",
        clusterIPs: ["10.0.0.0"],
        ports: [{ nodePort: 32_769 }, { nodePort: 32_770 }],
      },
    });
  }
});

test("a dry-run of a namespace gives its label and finalizer, and creates nothing", async () => {
  const name = uniqueName("ns");
  assertAnswer(await client.create("/api/v1/namespaces", { metadata: { name } }, dry), 201, {
    metadata: { labels: { "kubernetes.io/metadata.name": name } },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  });
  assertAnswer(await client.get(`/api/v1/namespaces/${name}`), 404);
});

test("a dry-run delete of a namespace is answered as Terminating, and it stays Active", async () => {
  const path = `/api/v1/namespaces/${namespace}`;
  assertAnswer(await client.delete(path, undefined, dry), 200, {
    metadata: { deletionTimestamp: /Z$/ },
    status: { phase: "Terminating" },
  });
  assertAnswer(await client.get(path), 200, {
    metadata: { deletionTimestamp: undefined },
    status: { phase: "Active" },
  });
});

test("a dry-run delete of a pod is answered with its grace period, and it stays", async () => {
  for (const [spec, seconds] of [
    [{}, 0],
    [{ nodeName: "node" }, 30],
  ] as const) {
    const { path, body } = await make(client, podsIn(namespace), pod(spec));
    assertAnswer(await client.delete(path, undefined, dry), 200, {
      kind: "Pod",
      metadata: { deletionGracePeriodSeconds: seconds, generation: 2 },
    });
    assert.deepEqual((await client.get(path)).body, body);
  }
});

test("a dry-run binding or eviction of a pod succeeds and changes nothing", async () => {
  const { name, path, body } = await make(client, podsIn(namespace), pod());
  const binding = { metadata: { name }, target: { kind: "Node", name: "node" } };
  const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name } };
  const success = { kind: "Status", status: "Success", code: 201 };
  assertAnswer(await client.create(`${path}/binding`, binding, dry), 201, success);
  assertAnswer(await client.create(`${path}/eviction`, eviction, dry), 201, success);
  const byOptions = { ...eviction, deleteOptions: { dryRun: ["All"] } };
  assertAnswer(await client.create(`${path}/eviction`, byOptions), 201, success);
  assert.deepEqual((await client.get(path)).body, body);
});

test("reviews are answered in a dry-run too: they store nothing anyway", async () => {
  const spec = { resourceAttributes: { verb: "get", resource: "pods" } };
  const review = await client.create("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", { spec }, dry);
  assertAnswer(review, 201, { kind: "SelfSubjectAccessReview", status: { allowed: true } });
});

test("a dry-run of a TokenRequest gives a token that works", async () => {
  const { name, path } = await make(client, `/api/v1/namespaces/${namespace}/serviceaccounts`);
  const answer = await client.create(`${path}/token`, { spec: {} }, dry);
  assertAnswer(answer, 201, { kind: "TokenRequest" });
  const as = answer.body.status.token;
  const self = await client.create("/apis/authentication.k8s.io/v1/selfsubjectreviews", {}, {}, { as });
  assertAnswer(self, 201, { status: { userInfo: { username: `system:serviceaccount:${namespace}:${name}` } } });
});
