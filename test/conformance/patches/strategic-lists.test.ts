import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertUnreadable, createConfigMap, createDeployment, createTarget } from "./objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

/** The pods' spec of a Deployment with the containers `a` and `b` after a patch of that spec. */
async function podsAfter(patch: Json, more: Json = {}): Promise<Json> {
  const target = await createDeployment(client, namespace, more);
  const answer = await target.patch("strategic", { spec: { template: { spec: patch } } });
  assertAnswer(answer, 200);
  return answer.body.spec.template.spec;
}

const namesOf = (items: Json[]) => items.map(({ name }) => name);

test("a container of the patch is merged into the one of the same name", async () => {
  const { containers } = await podsAfter({ containers: [{ name: "b", image: "b:2" }] });
  assert.deepEqual(
    containers.map(({ name, image, args }: Json) => ({ name, image, args })),
    [
      { name: "a", image: "a:1", args: ["one", "two"] },
      { name: "b", image: "b:2", args: undefined },
    ],
  );
});

test("a new container comes before the ones that were there", async () => {
  const { containers } = await podsAfter({ containers: [{ name: "c", image: "c:1" }] });
  assert.deepEqual(namesOf(containers), ["c", "a", "b"]);
});

test("new items come where the patch has them, relative to the items that both have", async () => {
  const { containers } = await podsAfter({
    containers: [
      { name: "c", image: "c:1" },
      { name: "b", image: "b:2" },
      { name: "d", image: "d:1" },
    ],
  });
  assert.deepEqual(namesOf(containers), ["c", "a", "b", "d"]);
});

test("items of lists within items are merged by their own key", async () => {
  const env = [
    { name: "Y", value: "9" },
    { name: "Z", value: "3" },
  ];
  const ports = [{ containerPort: 80, name: "http" }];
  const [a] = (await podsAfter({ containers: [{ name: "a", env, ports }] })).containers;
  assert.deepEqual(a.env, [{ name: "X", value: "1" }, ...env]);
  assert.deepEqual(a.ports, [
    { containerPort: 80, name: "http", protocol: "TCP" },
    { containerPort: 81, protocol: "TCP" },
  ]);
});

test("an item that the patch has twice is merged twice", async () => {
  const { containers } = await podsAfter({
    containers: [
      { name: "b", image: "b:2", command: ["x"] },
      { name: "b", image: "b:3" },
    ],
  });
  assert.deepEqual(namesOf(containers), ["a", "b"]);
  assert.deepEqual([containers[1].image, containers[1].command], ["b:3", ["x"]]);
});

test("a list of texts without a strategy is replaced", async () => {
  assert.deepEqual((await podsAfter({ containers: [{ name: "a", args: ["three"] }] })).containers[0].args, ["three"]);
  assert.equal((await podsAfter({ containers: [{ name: "a", args: null }] })).containers[0].args, undefined);
});

test("a list of objects without a merge key is replaced", async () => {
  const toleration = (key: string) => ({ key, operator: "Exists" });
  const { tolerations } = await podsAfter({ tolerations: [toleration("z")] }, { tolerations: [toleration("y")] });
  assert.deepEqual(tolerations, [toleration("z")]);
});

test("an empty list changes nothing where lists are merged", async () => {
  assert.deepEqual(namesOf((await podsAfter({ containers: [] })).containers), ["a", "b"]);
});

test("null for a list removes it", async () => {
  const target = await createDeployment(client, namespace);
  const answer = await target.patch("strategic", { spec: { template: { spec: { containers: null } } } });
  const required = `Deployment.apps "${target.name}" is invalid: spec.template.spec.containers: Required value`;
  assertStatus(answer, 422, "Invalid", required);
});

test("maps are merged by key, and null removes a key", async () => {
  const { nodeSelector } = await podsAfter({ nodeSelector: { x: "1", y: null } }, { nodeSelector: { y: "2", z: "3" } });
  assert.deepEqual(nodeSelector, { x: "1", z: "3" });
});

test("host aliases are merged by ip, pull secrets by name, owners by uid", async () => {
  const { hostAliases, imagePullSecrets } = await podsAfter(
    { hostAliases: [{ ip: "10.0.0.1", hostnames: ["q"] }], imagePullSecrets: [{ name: "two" }] },
    {
      hostAliases: [
        { ip: "10.0.0.1", hostnames: ["p"] },
        { ip: "10.0.0.2", hostnames: ["p"] },
      ],
      imagePullSecrets: [{ name: "one" }],
    },
  );
  assert.deepEqual(hostAliases, [
    { ip: "10.0.0.1", hostnames: ["q"] },
    { ip: "10.0.0.2", hostnames: ["p"] },
  ]);
  assert.deepEqual(imagePullSecrets, [{ name: "two" }, { name: "one" }]);
  const owner = (uid: string) => ({ apiVersion: "v1", kind: "ConfigMap", name: `owner-${uid}`, uid });
  const owned = await createConfigMap(client, namespace, { metadata: { ownerReferences: [owner("1")] } });
  assertAnswer(await owned.patch("strategic", { metadata: { ownerReferences: [owner("2")] } }), 200, {
    metadata: { ownerReferences: [owner("2"), owner("1")] },
  });
  const without = { metadata: { ownerReferences: [{ uid: "1", $patch: "delete" }] } };
  assertAnswer(await owned.patch("strategic", without), 200, { metadata: { ownerReferences: [owner("2")] } });
});

test("finalizers are merged as a set, new ones first", async () => {
  const target = await createConfigMap(client, namespace);
  assertAnswer(await target.patch("strategic", { metadata: { finalizers: ["e.io/2", "e.io/4"] } }), 200, {
    metadata: { finalizers: ["e.io/1", "e.io/2", "e.io/4", "e.io/3"] },
  });
});

// The merge key of a Service's ports is the port alone: TCP and UDP on one port cannot be told apart.
test("two ports of a Service with the same number are mixed up", async () => {
  const ports = [
    { name: "tcp", port: 53, protocol: "TCP" },
    { name: "udp", port: 53, protocol: "UDP" },
    { name: "http", port: 80 },
  ];
  const target = await createTarget(client, `/api/v1/namespaces/${namespace}/services`, { spec: { ports } });
  const second = { spec: { ports: [{ port: 53, protocol: "UDP", targetPort: 99 }] } };
  const duplicate = '{"Name":"","Protocol":"UDP","AppProtocol":null,"Port":53,"TargetPort":0,"NodePort":0}';
  const message = `Service "${target.name}" is invalid: spec.ports[1]: Duplicate value: ${duplicate}`;
  assertStatus(await target.patch("strategic", second), 422, "Invalid", message);
  const removed = await target.patch("strategic", { spec: { ports: [{ port: 80, $patch: "delete" }] } });
  assertAnswer(removed, 200);
  assert.deepEqual(namesOf(removed.body.spec.ports), ["tcp", "udp"]);
  const named = await target.patch("strategic", { spec: { ports: [{ port: 53, targetPort: "dns" }] } });
  assertAnswer(named, 200);
  assert.deepEqual(
    named.body.spec.ports.map(({ name, targetPort }: Json) => [name, targetPort]),
    [
      ["tcp", "dns"],
      ["udp", 53],
    ],
  );
});

test("conditions in a status are merged by type", async () => {
  const spec = { containers: [{ name: "a", image: "a" }] };
  const pod = await createTarget(client, `/api/v1/namespaces/${namespace}/pods`, { spec });
  const patch = (...conditions: Json[]) => client.patch("strategic", `${pod.path}/status`, { status: { conditions } });
  assertAnswer(await patch({ type: "Ready", status: "False" }, { type: "Odd", status: "False" }), 200);
  const answer = await patch({ type: "Odd", status: "True" });
  assertAnswer(answer, 200);
  assert.deepEqual(
    answer.body.status.conditions.map(({ type, status }: Json) => [type, status]),
    [
      ["Ready", "False"],
      ["Odd", "True"],
    ],
  );
});

// A mistake of the client, but the server takes it for its own.
test("an item without its merge key is answered with 500", async () => {
  const target = await createDeployment(client, namespace);
  const patch = (containers: Json) => target.patch("strategic", { spec: { template: { spec: { containers } } } });
  assertAnswer(await patch([{ image: "a:9" }]), 500, {
    kind: "Status",
    reason: undefined,
    message: "map: map[image:a:9] does not contain declared merge key: name",
    code: 500,
  });
  assertAnswer(await patch(["x"]), 500, {
    message: /^list element types are not identical: \[\[map\[args:\[one two\] .* \[x\]\]$/,
  });
});

test("a value that is no list where there is one cannot be read", async () => {
  const target = await createDeployment(client, namespace);
  assertUnreadable(
    await target.patch("strategic", { spec: { template: { spec: { containers: "x" } } } }),
    '"map[spec:map[template:map[spec:map[containers:x]]]]"',
    "cannot restore slice from string",
  );
  assertUnreadable(
    await target.patch("strategic", { spec: { replicas: "x" } }),
    '"map[spec:map[replicas:x]]"',
    "unrecognized type: int32",
  );
  assertUnreadable(
    await target.patch("strategic", { spec: { replicas: 1.5 } }),
    '"map[spec:map[replicas:1.5]]"',
    "cannot convert float64 to int32",
  );
});

test("an unknown field in an item is dropped with a warning that names the item", async () => {
  const target = await createDeployment(client, namespace);
  const containers = [{ name: "b", imag: "typo" }];
  const answer = await target.patch("strategic", { spec: { template: { spec: { containers } } } });
  assertAnswer(answer, 200, { metadata: { generation: 1 } });
  assert.deepEqual(answer.warnings, ['unknown field "spec.template.spec.containers[1].imag"']);
});
