import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, assertNotFound, pod, podTemplate, subdomainRule } from "./objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "absent" };
const rbac = "/apis/rbac.authorization.k8s.io/v1";

/** A resource as its errors name it, where it is, and the smallest object of its kind. */
type Kind = readonly [resource: string, collection: string, object: () => Json];

const created: readonly Kind[] = [
  ["events", "/api/v1/namespaces/{ns}/events", () => ({ involvedObject: { kind: "Pod", name: "x", namespace } })],
  ["endpoints", "/api/v1/namespaces/{ns}/endpoints", () => ({})],
  ["services", "/api/v1/namespaces/{ns}/services", () => ({ spec: { ports: [{ port: 80 }] } })],
  ["limitranges", "/api/v1/namespaces/{ns}/limitranges", () => ({ spec: { limits: [] } })],
  ["roles.rbac.authorization.k8s.io", `${rbac}/namespaces/{ns}/roles`, () => ({ rules: [] })],
  ["rolebindings.rbac.authorization.k8s.io", `${rbac}/namespaces/{ns}/rolebindings`, () => ({ roleRef })],
  ["clusterroles.rbac.authorization.k8s.io", `${rbac}/clusterroles`, () => ({ rules: [] })],
  ["clusterrolebindings.rbac.authorization.k8s.io", `${rbac}/clusterrolebindings`, () => ({ roleRef })],
];

const createdOnly: readonly Kind[] = [
  ["leases.coordination.k8s.io", "/apis/coordination.k8s.io/v1/namespaces/{ns}/leases", () => ({ spec: {} })],
  ["runtimeclasses.node.k8s.io", "/apis/node.k8s.io/v1/runtimeclasses", () => ({ handler: "h" })],
];

const overwritten: readonly Kind[] = [
  ["pods", "/api/v1/namespaces/{ns}/pods", () => pod()],
  ["secrets", "/api/v1/namespaces/{ns}/secrets", () => ({})],
  ["serviceaccounts", "/api/v1/namespaces/{ns}/serviceaccounts", () => ({})],
  ["resourcequotas", "/api/v1/namespaces/{ns}/resourcequotas", () => ({ spec: { hard: {} } })],
  ["podtemplates", "/api/v1/namespaces/{ns}/podtemplates", () => ({ template: podTemplate() })],
  ["nodes", "/api/v1/nodes", () => ({})],
  ["controllerrevisions.apps", "/apis/apps/v1/namespaces/{ns}/controllerrevisions", () => ({ revision: 1, data: {} })],
  ["priorityclasses.scheduling.k8s.io", "/apis/scheduling.k8s.io/v1/priorityclasses", () => ({ value: 1 })],
  ["storageclasses.storage.k8s.io", "/apis/storage.k8s.io/v1/storageclasses", () => ({ provisioner: "e.io/x" })],
  [
    "ingressclasses.networking.k8s.io",
    "/apis/networking.k8s.io/v1/ingressclasses",
    () => ({ spec: { controller: "e.io/x" } }),
  ],
];

const guarded: readonly Kind[] = [
  [
    "poddisruptionbudgets.policy",
    "/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets",
    () => ({ spec: { minAvailable: 1 } }),
  ],
  ["csidrivers.storage.k8s.io", "/apis/storage.k8s.io/v1/csidrivers", () => ({ spec: {} })],
  ["csinodes.storage.k8s.io", "/apis/storage.k8s.io/v1/csinodes", () => ({ spec: { drivers: [] } })],
  [
    "validatingwebhookconfigurations.admissionregistration.k8s.io",
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    () => ({}),
  ],
];

const collectionOf = (path: string) => path.replace("{ns}", namespace);

for (const [resource, path, object] of [...created, ...createdOnly]) {
  test(`a PUT to an absent name creates ${resource}`, async () => {
    const name = uniqueName("u");
    const collection = collectionOf(path);
    const metadata = collection.includes("/namespaces/") ? { name, namespace } : { name };
    assertAnswer(await client.update(`${collection}/${name}`, { metadata, ...object() }), 201, { metadata });
    assertAnswer(await client.get(`${collection}/${name}`), 200);
    assertAnswer(await client.delete(`${collection}/${name}`), 200);
  });
}

for (const [resource, path, object] of [...overwritten, ...guarded]) {
  test(`a PUT to an absent name creates no ${resource}`, async () => {
    const name = uniqueName("u");
    const answer = await client.update(`${collectionOf(path)}/${name}`, { metadata: { name }, ...object() });
    assertNotFound(answer, resource, name);
  });
}

for (const [resource, path, object] of [...created, ...overwritten]) {
  test(`a PUT without resourceVersion overwrites ${resource}`, async () => {
    const name = uniqueName("u");
    const collection = collectionOf(path);
    assertAnswer(await client.create(collection, { metadata: { name }, ...object() }), 201);
    // Sent back as it was answered but for the version: some fields, such as a Service's address, cannot be taken away.
    const { body } = await client.get(`${collection}/${name}`);
    const labels = { a: "1" };
    const answer = await client.update(`${collection}/${name}`, { ...body, metadata: { name, labels } });
    assertAnswer(answer, 200, { metadata: { labels } });
    assertAnswer(await client.delete(`${collection}/${name}`), 200);
  });
}

for (const [resource, path, object] of [...createdOnly, ...guarded]) {
  test(`a PUT without resourceVersion does not overwrite ${resource}`, async () => {
    const name = uniqueName("u");
    const collection = collectionOf(path);
    assertAnswer(await client.create(collection, { metadata: { name }, ...object() }), 201);
    for (const resourceVersion of [undefined, "", "0"]) {
      const metadata = { name, resourceVersion, labels: { a: "1" } };
      const answer = await client.update(`${collection}/${name}`, { metadata, ...object() });
      // Unlike any other Invalid, this one names the resource where the kind belongs.
      assertInvalid(answer, resource, name, [
        "FieldValueInvalid",
        "metadata.resourceVersion",
        "Invalid value: 0: must be specified for an update",
      ]);
    }
    assertAnswer(await client.delete(`${collection}/${name}`), 200);
  });
}

const leases = () => `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;

test("a PUT that creates overlooks the resourceVersion", async () => {
  const name = uniqueName("u");
  const answer = await client.update(`${leases()}/${name}`, { metadata: { name, resourceVersion: "5" }, spec: {} });
  assertAnswer(answer, 201);
  assert.notEqual(answer.body.metadata.resourceVersion, "5");
});

test("a PUT with a uid does not create: the object it means is gone", async () => {
  const name = uniqueName("u");
  const answer = await client.update(`${leases()}/${name}`, { metadata: { name, uid: "x" }, spec: {} });
  const message = `Operation cannot be fulfilled on leases.coordination.k8s.io "${name}": StorageError: invalid object, Code: 4, Key: /registry/leases/${namespace}/${name}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: x, UID in object meta: `;
  assertStatus(answer, 409, "Conflict", message, {
    details: { name, group: "coordination.k8s.io", kind: "leases" },
  });
});

test("a PUT that creates validates the name and needs the namespace", async () => {
  const wrong = await client.update(`${leases()}/UPPER`, { metadata: { name: "UPPER" }, spec: {} });
  assertInvalid(wrong, "Lease.coordination.k8s.io", "UPPER", [
    "FieldValueInvalid",
    "metadata.name",
    `Invalid value: "UPPER": ${subdomainRule}`,
  ]);
  const path = "/apis/coordination.k8s.io/v1/namespaces/absent/leases/a";
  assertNotFound(await client.update(path, { metadata: { name: "a" }, spec: {} }), "namespaces", "absent");
});
