import { after, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertCells, create, justNow } from "./tables.ts";

const client = connect();
after(() => client.close());

const nodes = "/api/v1/nodes";
const rbac = "/apis/rbac.authorization.k8s.io/v1";

/** Objects of the cluster are shared, so each goes when its cells have been read. */
async function assertClusterCells(collection: string, object: Json, cells: Json): Promise<void> {
  const path = await create(client, collection, object);
  await assertCells(client, path, cells);
  assertAnswer(await client.delete(path), 200);
}

async function inNamespace(resource: string, object: Json, cells: Json, root = "/api/v1"): Promise<void> {
  const collection = `${root}/namespaces/${await client.namespace()}/${resource}`;
  await assertCells(client, await create(client, collection, object), cells);
}

test("a node of which nothing is heard is of unknown state", () =>
  assertClusterCells(
    nodes,
    { metadata: { name: uniqueName("node") } },
    {
      Status: "Unknown",
      Roles: "<none>",
      Age: justNow,
      Version: "",
      "Internal-IP": "<none>",
      "External-IP": "<none>",
      "OS-Image": "<unknown>",
      "Kernel-Version": "<unknown>",
      "Container-Runtime": "<unknown>",
    },
  ));

test("a node shows its roles, its version, its addresses and what it runs", () =>
  assertClusterCells(
    nodes,
    {
      metadata: {
        name: uniqueName("node"),
        labels: {
          "node-role.kubernetes.io/worker": "",
          "node-role.kubernetes.io/control-plane": "",
          "kubernetes.io/role": "ingress",
        },
      },
      status: {
        conditions: [{ type: "Ready", status: "True" }],
        addresses: [
          { type: "Hostname", address: "h" },
          { type: "InternalIP", address: "10.0.0.9" },
          { type: "ExternalIP", address: "1.2.3.4" },
        ],
        nodeInfo: {
          kubeletVersion: "v1.36.3",
          osImage: "Some Linux",
          kernelVersion: "6.1.0",
          architecture: "arm64",
          containerRuntimeVersion: "containerd://2.0",
        },
      },
    },
    {
      Status: "Ready",
      Roles: "control-plane,ingress,worker",
      Version: "v1.36.3",
      "Internal-IP": "10.0.0.9",
      "External-IP": "1.2.3.4",
      "OS-Image": "Some Linux",
      "Kernel-Version": "6.1.0 (arm64)",
      "Container-Runtime": "containerd://2.0",
    },
  ));

test("a node that is not ready or is closed to pods says so", () =>
  assertClusterCells(
    nodes,
    {
      metadata: { name: uniqueName("node") },
      spec: { unschedulable: true },
      status: { conditions: [{ type: "Ready", status: "Unknown" }] },
    },
    { Status: "NotReady,SchedulingDisabled" },
  ));

test("a namespace shows its phase", async () => {
  const name = await client.namespace();
  await assertCells(client, `/api/v1/namespaces/${name}`, { Name: name, Status: "Active", Age: justNow });
});

test("a ConfigMap counts its keys, of text and of bytes", () =>
  inNamespace(
    "configmaps",
    { metadata: { name: "c" }, data: { a: "1", b: "2" }, binaryData: { c: "AA==" } },
    {
      Data: 3,
      Age: justNow,
    },
  ));

test("a Secret shows its type and counts its keys, and shows nothing of them", async () => {
  await inNamespace("secrets", { metadata: { name: "s" }, stringData: { a: "1" } }, { Type: "Opaque", Data: 1 });
  await inNamespace(
    "secrets",
    { metadata: { name: "s" }, type: "example.com/own" },
    { Type: "example.com/own", Data: 0 },
  );
});

test("a ServiceAccount shows its age alone, no longer its secrets", () =>
  inNamespace("serviceaccounts", { metadata: { name: "s" }, secrets: [{ name: "t" }] }, { Age: justNow }));

test("a ResourceQuota shows use of limit, those of limits apart", () =>
  inNamespace(
    "resourcequotas",
    {
      metadata: { name: "q" },
      spec: { hard: { pods: "5" } },
      status: {
        hard: { pods: "5", "requests.cpu": "2", "limits.cpu": "4" },
        used: { pods: "1", "requests.cpu": "500m" },
      },
    },
    { Request: "pods: 1/5, requests.cpu: 500m/2", Limit: "limits.cpu: 0/4", Age: justNow },
  ));

test("a binding shows its role and its subjects by their kinds", () =>
  inNamespace(
    "rolebindings",
    {
      metadata: { name: "b" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
      subjects: [
        { kind: "User", name: "alice", apiGroup: "rbac.authorization.k8s.io" },
        { kind: "User", name: "bob", apiGroup: "rbac.authorization.k8s.io" },
        { kind: "Group", name: "developers", apiGroup: "rbac.authorization.k8s.io" },
        { kind: "ServiceAccount", name: "s", namespace: "n" },
      ],
    },
    { Role: "ClusterRole/view", Users: "alice, bob", Groups: "developers", ServiceAccounts: "n/s" },
    rbac,
  ));

test("a Lease shows who holds it", async () => {
  const root = "/apis/coordination.k8s.io/v1";
  await inNamespace("leases", { metadata: { name: "l" }, spec: { holderIdentity: "me" } }, { Holder: "me" }, root);
  await inNamespace("leases", { metadata: { name: "l" } }, { Holder: "", Age: justNow }, root);
});

test("a definition shows when it was created", async () => {
  const group = `${uniqueName("tables")}.example.com`;
  const schema = { openAPIV3Schema: { type: "object" } };
  const definition = {
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
  await assertClusterCells("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition, {
    Name: `things.${group}`,
    "Created At": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  });
});

test("a PriorityClass shows its value and whether others get it by default", () =>
  assertClusterCells(
    "/apis/scheduling.k8s.io/v1/priorityclasses",
    { metadata: { name: uniqueName("priority") }, value: 7, preemptionPolicy: "Never" },
    { Value: 7, "Global-Default": false, Age: justNow, PreemptionPolicy: "Never" },
  ));

test("an APIService of the server itself is Local and available", () =>
  assertCells(client, "/apis/apiregistration.k8s.io/v1/apiservices/v1.apps", {
    Name: "v1.apps",
    Service: "Local",
    Available: "True",
  }));

test("webhook configurations count their webhooks", () =>
  assertClusterCells(
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    { metadata: { name: uniqueName("hooks") } },
    { Webhooks: 0, Age: justNow },
  ));

test("an IngressClass shows its controller and its parameters", async () => {
  const collection = "/apis/networking.k8s.io/v1/ingressclasses";
  const controller = "example.com/ingress";
  await assertClusterCells(
    collection,
    { metadata: { name: uniqueName("class") }, spec: { controller } },
    { Controller: controller, Parameters: "<none>", Age: justNow },
  );
  const parameters = { apiGroup: "example.com", kind: "Parameters", name: "p", scope: "Cluster" };
  await assertClusterCells(
    collection,
    { metadata: { name: uniqueName("class") }, spec: { controller, parameters } },
    { Parameters: "Parameters.example.com/p" },
  );
});
