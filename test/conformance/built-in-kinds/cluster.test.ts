import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, assertWhole, containers, dryRun, type Made, make } from "./objects.ts";

const client = connect();
after(() => client.close());

const namespaces = "/api/v1/namespaces";
const nodes = "/api/v1/nodes";
const priorities = "/apis/scheduling.k8s.io/v1/priorityclasses";
const change = (path: string, body: Json) => client.patch("merge", path, body);

/** Makes a cluster-wide object for the time of the check. */
async function during(collection: string, body: Json, check: (made: Made) => Promise<void>): Promise<void> {
  const made = await make(client, collection, body);
  try {
    await check(made);
  } finally {
    await client.delete(made.path);
  }
}

test("a Namespace is active, has a finalizer in its specification and its name as a label", async () => {
  const { name, body } = await make(client, namespaces, { spec: { finalizers: ["example.com/own"] } });
  assertWhole(body, { spec: { finalizers: ["example.com/own", "kubernetes"] }, status: { phase: "Active" } });
  assert.deepEqual(body.metadata.labels, { "kubernetes.io/metadata.name": name });
  assert.deepEqual([body.metadata.generation, body.metadata.finalizers], [undefined, undefined]);
});

test("the label with a Namespace's name is always right", async () => {
  const name = await client.namespace({ team: "shop" });
  const path = `${namespaces}/${name}`;
  for (const labels of [{ "kubernetes.io/metadata.name": "x" }, { "kubernetes.io/metadata.name": null }]) {
    assertAnswer(await change(path, { metadata: { labels } }), 200, {
      metadata: { labels: { "kubernetes.io/metadata.name": name, team: "shop" } },
    });
  }
});

test("the finalizers in a Namespace's specification change through finalize only", async () => {
  const name = await client.namespace();
  const path = `${namespaces}/${name}`;
  const finalizers = ["kubernetes", "example.com/own"];
  assertAnswer(await change(path, { spec: { finalizers } }), 200, { spec: { finalizers: ["kubernetes"] } });

  const finalize = (given: string[]) =>
    client.update(`${path}/finalize`, { metadata: { name }, spec: { finalizers: given } });
  assertAnswer(await finalize(finalizers), 200, { spec: { finalizers } });
  assertAnswer(await finalize(["kubernetes"]), 200, { spec: { finalizers: ["kubernetes"] } });
  assertInvalid(
    await finalize(["own"]),
    `Namespace "${name}"`,
    'spec.finalizers[0]: Invalid value: "own": name is neither a standard finalizer name nor is it fully qualified',
  );
});

test("a Namespace's phase follows from its deletion", async () => {
  const name = await client.namespace();
  assertInvalid(
    await change(`${namespaces}/${name}/status`, { status: { phase: "Terminating" } }),
    `Namespace "${name}"`,
    "status.Phase: Invalid value: \"Terminating\": may only be 'Active' if `deletionTimestamp` is empty",
  );
});

test("a new Node is tainted as not ready, and all that it has can be allocated", async () => {
  const spec = { podCIDR: "10.2.0.0/24" };
  await during(nodes, { spec, status: { capacity: { cpu: "4" } } }, async ({ body }) => {
    assert.deepEqual(body.spec, {
      podCIDR: "10.2.0.0/24",
      podCIDRs: ["10.2.0.0/24"],
      taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }],
    });
    // Unlike other kinds a Node may come with its status: the kubelet registers it whole.
    assertContains(body.status, {
      capacity: { cpu: "4" },
      allocatable: { cpu: "4" },
      daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
      nodeInfo: { machineID: "", kubeletVersion: "", operatingSystem: "", architecture: "" },
    });
  });
});

test("a Node's addresses for pods and its provider's name are written once", async () => {
  await during(nodes, { spec: { podCIDR: "10.2.0.0/24" } }, async ({ name, path }) => {
    const refused = async (spec: Json, problem: string) =>
      assertInvalid(await change(path, { spec }), `Node "${name}"`, problem);
    await refused(
      { podCIDR: "10.3.0.0/24", podCIDRs: ["10.3.0.0/24"] },
      'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
    );
    assertAnswer(await change(path, { spec: { providerID: "cloud://1" } }), 200);
    await refused(
      { providerID: "cloud://2" },
      'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
    );
  });
});

test("a Node's taints are unique by key and effect", async () => {
  await during(nodes, {}, async ({ path }) => {
    const taint = { key: "a", effect: "NoSchedule" };
    const answer = await change(path, { spec: { taints: [taint, taint] } });
    const problem =
      'metadata.taints[1]: Duplicate value: {"Key":"a","Value":"","Effect":"NoSchedule","TimeAdded":null}: ' +
      "taints must be unique by key and effect pair";
    assertStatus(answer, 422, "Invalid", new RegExp(`is invalid: ${problem.replace(/[[\]{}]/g, "\\$&")}$`));
    const taints = [taint, { ...taint, effect: "NoExecute" }];
    assertAnswer(await change(path, { spec: { taints, unschedulable: true } }), 200, {
      spec: { taints, unschedulable: true },
    });
  });
});

test("a Node's heartbeat is a write of its status", async () => {
  await during(nodes, {}, async ({ name, path }) => {
    const status = {
      capacity: { cpu: "4", memory: "1Gi" },
      conditions: [{ type: "Ready", status: "True" }],
      addresses: [{ type: "InternalIP", address: "203.0.113.7" }],
    };
    const answer = await change(`${path}/status`, { status, spec: { unschedulable: true } });
    assertAnswer(answer, 200, { spec: { unschedulable: undefined }, status });
    assertInvalid(
      await change(`${path}/status`, { status: { allocatable: { "example.com/gpu": "1.5" } } }),
      `Node "${name}"`,
      'status.allocatable.example.com/gpu: Invalid value: "1500m": must be an integer',
    );
  });
});

test("a PriorityClass preempts, and its value and policy stay", async () => {
  await during(priorities, { value: 5 }, async ({ name, path, body }) => {
    assertWhole(body, { value: 5, preemptionPolicy: "PreemptLowerPriority" });
    const subject = `PriorityClass.scheduling.k8s.io "${name}"`;
    assertInvalid(await change(path, { value: 6 }), subject, "value: Forbidden: may not be changed in an update.");
    assertInvalid(
      await change(path, { preemptionPolicy: "Never" }),
      subject,
      'preemptionPolicy: Invalid value: "Never": field is immutable',
    );
    assertAnswer(await change(path, { description: "new" }), 200, { description: "new" });
  });
});

test("the system's priorities are there from the beginning and beyond reach", async () => {
  assertAnswer(await client.get(`${priorities}/system-node-critical`), 200, { value: 2000001000 });
  assertAnswer(await client.get(`${priorities}/system-cluster-critical`), 200, { value: 2000000000 });
  assertStatus(
    await client.delete(`${priorities}/system-node-critical`, undefined, dryRun),
    403,
    "Forbidden",
    'priorityclasses.scheduling.k8s.io "system-node-critical" is forbidden: this is a system priority class and cannot be deleted',
  );
  const create = (name: string, value: number) => client.create(priorities, { metadata: { name }, value }, dryRun);
  assertInvalid(
    await create("system-own", 5),
    'PriorityClass.scheduling.k8s.io "system-own"',
    "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. " +
      "error: system-own is not a known system priority class",
  );
  assertInvalid(
    await create("own", 1_000_000_001),
    'PriorityClass.scheduling.k8s.io "own"',
    "value: Forbidden: maximum allowed value of a user defined priority is 1000000000",
  );
});

test("a RuntimeClass's handler stays, and its overhead and scheduling come to the pods", async () => {
  const runtimes = "/apis/node.k8s.io/v1/runtimeclasses";
  const content = {
    handler: "fast",
    overhead: { podFixed: { cpu: "1" } },
    scheduling: { nodeSelector: { runtime: "fast" } },
  };
  const pods = `${namespaces}/${await client.namespace()}/pods`;
  await during(runtimes, content, async ({ name, path, body }) => {
    assertWhole(body, content);
    assertInvalid(
      await change(path, { handler: "slow" }),
      `RuntimeClass.node.k8s.io "${name}"`,
      'handler: Invalid value: "slow": field is immutable',
    );
    const pod = await client.create(pods, {
      metadata: { name: uniqueName("a") },
      spec: { containers, runtimeClassName: name },
    });
    assertAnswer(pod, 201, { spec: { overhead: { cpu: "1" }, nodeSelector: { runtime: "fast" } } });
  });
});

test("Roles have rules or null, Bindings fill in the groups of what they name", async () => {
  const rbac = "/apis/rbac.authorization.k8s.io/v1";
  const role = await client.create(`${rbac}/clusterroles`, { metadata: { name: uniqueName("a") } }, dryRun);
  assertWhole(role.body, { rules: null });
  const subjects = [
    { kind: "User", name: "alice" },
    { kind: "ServiceAccount", name: "robot", namespace: "x" },
  ];
  const roleRef = { kind: "ClusterRole", name: "view" };
  const binding = await client.create(
    `${rbac}/clusterrolebindings`,
    { metadata: { name: uniqueName("a") }, roleRef, subjects },
    dryRun,
  );
  assertWhole(binding.body, {
    subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "alice" }, subjects[1]],
    roleRef: { apiGroup: "rbac.authorization.k8s.io", ...roleRef },
  });
});
