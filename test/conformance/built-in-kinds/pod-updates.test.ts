import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, containers, dryRun, type Made, make } from "./objects.ts";

const client = connect();
let namespace: string;
let pods: string;
before(async () => {
  namespace = await client.namespace();
  pods = `/api/v1/namespaces/${namespace}/pods`;
});
after(() => client.close());

const makePod = (spec: Json = {}): Promise<Made> => make(client, pods, { spec: { containers, ...spec } });

const mayChange =
  "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`," +
  "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations)," +
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n";

test("a pod without containers is refused", async () => {
  const problem = "spec.containers: Required value";
  for (const body of [{}, { spec: {} }, { spec: { containers: [] } }]) {
    assertInvalid(await client.create(pods, { metadata: { name: "a" }, ...body }, dryRun), 'Pod "a"', problem);
  }
});

test("all problems of a pod are told at once", async () => {
  const spec = { containers: [...containers, ...containers], restartPolicy: "Sometimes" };
  assertInvalid(
    await client.create(pods, { metadata: { name: "a" }, spec }, dryRun),
    'Pod "a"',
    'spec.containers[1].name: Duplicate value: "main"',
    'spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
  );
});

test("the image of a running pod's container can change, and nothing follows from it", async () => {
  const { path } = await makePod();
  const answer = await client.patch("strategic", path, { spec: { containers: [{ name: "main", image: "busybox" }] } });
  // The pull policy was decided when the pod was made.
  assertAnswer(answer, 200, { metadata: { generation: 2 } });
  assertContains(answer.body.spec.containers[0], { image: "busybox", imagePullPolicy: "IfNotPresent" });
});

test("other fields cannot, and the refusal shows the difference in Go's names", async () => {
  const { name, path } = await makePod();
  const answer = await client.patch("strategic", path, { spec: { containers: [{ name: "main", command: ["sh"] }] } });
  const difference = `@@ -5,7 +5,9 @@
   {
    "Name": "main",
    "Image": "busybox:1.36",
-   "Command": null,
+   "Command": [
+    "sh"
+   ],
    "Args": null,
    "WorkingDir": "",
    "Ports": null,
`;
  assertInvalid(answer, `Pod "${name}"`, mayChange + difference);
});

test("a pod is not scheduled by writing its nodeName", async () => {
  const { path } = await makePod();
  const answer = await client.patch("merge", path, { spec: { nodeName: "node-1" } });
  assertStatus(
    answer,
    422,
    "Invalid",
    /pod updates may not change fields other than .*\n- "NodeName": "",\n\+ "NodeName": "node-1",/s,
  );
});

test("containers can neither be added nor removed", async () => {
  const { name, path } = await makePod({ containers: [...containers, { name: "second", image: "busybox:1.36" }] });
  for (const change of [containers, [...containers, { name: "second", image: "x" }, { name: "third", image: "x" }]]) {
    const answer = await client.patch("merge", path, { spec: { containers: change } });
    assertInvalid(answer, `Pod "${name}"`, "spec.containers: Forbidden: pod updates may not add or remove containers");
  }
});

test("the deadline may only come nearer", async () => {
  const { name, path } = await makePod({ activeDeadlineSeconds: 50 });
  assertInvalid(
    await client.patch("merge", path, { spec: { activeDeadlineSeconds: 60 } }),
    `Pod "${name}"`,
    "spec.activeDeadlineSeconds: Invalid value: 60: must be less than or equal to previous value",
  );
  assertAnswer(await client.patch("merge", path, { spec: { activeDeadlineSeconds: 40 } }), 200);
  assertInvalid(
    await client.patch("merge", path, { spec: { activeDeadlineSeconds: null } }),
    `Pod "${name}"`,
    "spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value",
  );
});

test("tolerations can be added", async () => {
  const { path } = await makePod();
  const added = { key: "example.com/gpu", operator: "Exists" };
  const answer = await client.patch("json", path, [{ op: "add", path: "/spec/tolerations/-", value: added }]);
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.spec.tolerations[2], added);
});

test("the status changes through its own path only", async () => {
  const { path } = await makePod();
  assertAnswer(await client.patch("merge", path, { status: { phase: "Running" } }), 200, {
    status: { phase: "Pending" },
  });
  const status = { phase: "Running", podIP: "10.1.1.1", conditions: [{ type: "Ready", status: "True" }] };
  const answer = await client.patch("merge", `${path}/status`, { status });
  assertAnswer(answer, 200, { metadata: { generation: 1 }, status: { phase: "Running", qosClass: "BestEffort" } });
  assertContains(answer.body.status, { podIPs: [{ ip: "10.1.1.1" }], conditions: [{ lastProbeTime: null }] });
});

test("a write of the status ignores the specification but not labels", async () => {
  const { path } = await makePod();
  const answer = await client.patch("merge", `${path}/status`, {
    metadata: { labels: { a: "b" } },
    spec: { activeDeadlineSeconds: 1 },
    status: { phase: "Running" },
  });
  assertAnswer(answer, 200, { metadata: { labels: { a: "b" } }, spec: { activeDeadlineSeconds: undefined } });
});

function bind(name: string, binding: Json): Promise<Answer> {
  return client.create(`${pods}/${name}/binding`, { metadata: { name }, ...binding });
}

test("a binding sets the node, the condition PodScheduled, labels and annotations", async () => {
  const { name, path } = await makePod();
  const metadata = { name, labels: { zone: "a" }, annotations: { why: "free" } };
  const answer = await bind(name, { metadata, target: { kind: "Node", name: "node-1" } });
  assertAnswer(answer, 201, { kind: "Status", apiVersion: "v1", status: "Success", code: 201 });

  assertAnswer(await client.get(path), 200, {
    metadata: { generation: 1, labels: { zone: "a" }, annotations: { why: "free" } },
    spec: { nodeName: "node-1" },
    status: { phase: "Pending", conditions: [{ type: "PodScheduled", status: "True" }] },
  });
});

test("a pod is bound once", async () => {
  const { name } = await makePod();
  assertAnswer(await bind(name, { target: { kind: "Node", name: "node-1" } }), 201);
  const message = `Operation cannot be fulfilled on pods/binding "${name}": pod ${name} is already assigned to node "node-1"`;
  const details = { name, kind: "pods/binding" };
  assertStatus(await bind(name, { target: { kind: "Node", name: "node-2" } }), 409, "Conflict", message, { details });
});

test("bindings name their pod, and go to nodes", async () => {
  const { name } = await makePod();
  const target = { kind: "Node", name: "node-1" };
  const message = "name in URL does not match name in Binding object";
  assertStatus(await bind(name, { metadata: {}, target }), 400, "BadRequest", message);
  assertStatus(await bind("absent", { target }), 404, "NotFound", 'pods "absent" not found');
  // A slip of the registry: field errors that nobody turned into an Invalid.
  const refused = await bind(name, { target: { kind: "Pod", name: "" } });
  assertAnswer(refused, 500, {
    reason: undefined,
    message:
      '[target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>", target.name: Required value]',
  });
});

test("the collection of bindings does the same as a pod's own path", async () => {
  const { name, path } = await makePod();
  const binding = { metadata: { name }, target: { kind: "Node", name: "node-1" } };
  assertAnswer(await client.create(`/api/v1/namespaces/${namespace}/bindings`, binding), 201);
  assertAnswer(await client.get(path), 200, { spec: { nodeName: "node-1" } });
});

test("a gated pod is neither made with a node nor bound to one, until the gates are gone", async () => {
  const schedulingGates = [{ name: "example.com/wait" }];
  const { name, path } = await makePod({ schedulingGates });
  const target = { kind: "Node", name: "node-1" };
  const refused = await bind(name, { target });
  const message = `Operation cannot be fulfilled on pods/binding "${name}": pod ${name} has non-empty .spec.schedulingGates`;
  assertStatus(refused, 409, "Conflict", message);
  assertInvalid(
    await client.create(
      pods,
      { metadata: { name: "a" }, spec: { containers, schedulingGates, nodeName: "n" } },
      dryRun,
    ),
    'Pod "a"',
    "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared",
  );
  assertAnswer(await client.patch("merge", path, { spec: { schedulingGates: null } }), 200);
  assertAnswer(await bind(name, { target }), 201);
});

test("ephemeral containers come through a path of their own and stay as they are", async () => {
  const { name, path } = await makePod();
  const debug = (image: string) => ({ spec: { ephemeralContainers: [{ name: "debug", image }] } });
  const direct = await client.patch("strategic", path, debug("busybox"));
  assertStatus(direct, 422, "Invalid", /pod updates may not change fields other than/);

  const answer = await client.patch("strategic", `${path}/ephemeralcontainers`, debug("busybox"));
  assertAnswer(answer, 200, { kind: "Pod", metadata: { generation: 2 } });
  assertContains(answer.body.spec.ephemeralContainers[0], { name: "debug", imagePullPolicy: "Always", resources: {} });

  const changed = await client.patch("strategic", `${path}/ephemeralcontainers`, debug("other"));
  const message = `Pod "${name}" is invalid: spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be changed\n`;
  assertStatus(changed, 422, "Invalid", new RegExp(`^${message}`));
});

test("resources of a running pod change through resize, within the quality of service class", async () => {
  const { name, path } = await makePod();
  const requests = { cpu: "1" };
  const body = { spec: { containers: [{ name: "main", resources: { requests } }] } };
  assertInvalid(
    await client.patch("strategic", `${path}/resize`, body),
    `Pod "${name}"`,
    'spec: Invalid value: "BestEffort": Pod QOS Class may not change as a result of resizing',
  );

  const burstable = await makePod({ containers: [{ ...containers[0], resources: { requests: { cpu: "500m" } } }] });
  const answer = await client.patch("strategic", `${burstable.path}/resize`, body);
  assertAnswer(answer, 200, { metadata: { generation: 2 } });
  assert.deepEqual(answer.body.spec.containers[0].resources, { requests });
});

test("the scale of a pod and of other kinds without one is not there", async () => {
  const { path } = await makePod();
  const answer = await client.get(`${path}/scale`);
  assertStatus(answer, 404, "NotFound", "the server could not find the requested resource");
});

test("an eviction deletes a pod that no budget guards", async () => {
  const { name, path } = await makePod({ terminationGracePeriodSeconds: 0 });
  const evict = (pod: string) => client.create(`${pods}/${pod}/eviction`, { metadata: { name: pod } });
  assertAnswer(await evict(name), 201, { kind: "Status", status: "Success", code: 201 });
  assertAnswer(await client.get(path), 404);
  assertStatus(await evict(uniqueName("absent")), 404, "NotFound", /^pods "absent-\w+" not found$/);
});
