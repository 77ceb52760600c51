import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import {
  assertConflicts,
  assertOwners,
  assertUntyped,
  configMap,
  deployment,
  owners,
  pods,
  target,
} from "./applying.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const container = (name: string, more: Json = {}) => ({ name, image: `${name}:1`, ...more });

/** A body that has nothing but containers, for a manager beside the one that made the Deployment. */
const onlyContainers = (...containers: Json[]) => ({ spec: { template: { spec: { containers } } } });

function containersOf(answer: Answer): Json[] {
  assertAnswer(answer, answer.status < 300 ? answer.status : 200);
  return answer.body.spec.template.spec.containers;
}

const namesOf = (answer: Answer) => containersOf(answer).map(({ name }) => name);

test("the items of a list with a key are owned one by one, with their key", async () => {
  const answer = await deployment(client, namespace).apply("one", pods([container("a"), container("b")]));
  const item = { ".": {}, "f:image": {}, "f:name": {} };
  assertOwners(answer, 201, {
    "one Apply": {
      "f:spec": {
        "f:selector": {},
        "f:template": {
          "f:metadata": { "f:labels": { "f:app": {} } },
          "f:spec": { "f:containers": { 'k:{"name":"a"}': item, 'k:{"name":"b"}': item } },
        },
      },
    },
  });
});

test("managers add items to one list, and each removes only its own", async () => {
  const object = deployment(client, namespace);
  await object.apply("one", pods([container("a"), container("b")]));
  assert.deepEqual(namesOf(await object.apply("two", onlyContainers(container("side")))), ["a", "b", "side"]);
  assert.deepEqual(namesOf(await object.apply("one", pods([container("a")]))), ["a", "side"]);
  assert.deepEqual(namesOf(await object.apply("two", {})), ["a"]);
});

test("new items come where the applied list has them, among the items of others", async () => {
  const object = deployment(client, namespace);
  await object.apply("one", pods([container("a")]));
  await object.apply("two", onlyContainers(container("side")));
  const answer = await object.apply("one", pods([container("n"), container("a"), container("z")]));
  assert.deepEqual(namesOf(answer), ["n", "a", "side", "z"]);
});

test("the order of the applied list is taken over", async () => {
  const object = deployment(client, namespace);
  await object.apply("one", pods([container("a"), container("b"), container("c")]));
  const answer = await object.apply("one", pods([container("c"), container("b"), container("a")]));
  assert.deepEqual(namesOf(answer), ["c", "b", "a"]);
  assertAnswer(answer, 200, { metadata: { generation: 2 } });
});

test("a conflict in an item names it by its key", async () => {
  const object = deployment(client, namespace);
  await object.apply("one", pods([container("a")]));
  const other = onlyContainers({ name: "a", image: "other", env: [{ name: "X", value: "1" }] });
  assertConflicts(await object.apply("two", other), ['"one"', '.spec.template.spec.containers[name="a"].image']);
});

test("two managers may own different fields of one item, which goes with the last of them", async () => {
  const object = deployment(client, namespace);
  await object.apply("one", pods([container("a"), container("b")]));
  const env = [{ name: "X", value: "1" }];
  assertAnswer(await object.apply("two", onlyContainers({ name: "b", env })), 200);
  const answer = await object.apply("one", pods([container("a")]));
  // The image went with its owner, and without an image the item that is left is not valid.
  const message = `Deployment.apps "${object.name}" is invalid: spec.template.spec.containers[1].image: Required value`;
  assertStatus(answer, 422, "Invalid", message);
  assert.deepEqual(namesOf(await object.apply("two", onlyContainers({ name: "b" }))), ["a", "b"]);
  await object.apply("two", {});
  assert.deepEqual(namesOf(await object.apply("one", pods([container("a")]))), ["a"]);
});

test("an applied list may not have a key twice", async () => {
  const object = deployment(client, namespace);
  assertUntyped(
    await object.apply("one", pods([container("a"), container("a")])),
    `/${object.name}; apps/v1, Kind=Deployment`,
    '.spec.template.spec.containers: duplicate entries for key [name="a"]',
  );
});

test("an item without its key has the key's default, if only for its identity", async () => {
  const object = deployment(client, namespace);
  const ports = [{ containerPort: 80 }, { containerPort: 80, protocol: "UDP" }];
  const answer = await object.apply("one", pods([container("a", { ports })]));
  assertAnswer(answer, 201);
  const [{ "f:ports": owned }] = Object.values(
    owners(answer)["one Apply"]["f:spec"]["f:template"]["f:spec"]["f:containers"],
  ) as Json[];
  assert.deepEqual(owned, {
    'k:{"containerPort":80,"protocol":"TCP"}': { ".": {}, "f:containerPort": {} },
    'k:{"containerPort":80,"protocol":"UDP"}': { ".": {}, "f:containerPort": {}, "f:protocol": {} },
  });
  const named = onlyContainers({ name: "a", ports: [{ containerPort: 80, protocol: "TCP", name: "web" }] });
  assert.deepEqual(containersOf(await object.apply("two", named))[0].ports, [
    { name: "web", containerPort: 80, protocol: "TCP" },
    { containerPort: 80, protocol: "UDP" },
  ]);
  const twice = [{ containerPort: 80 }, { containerPort: 80, protocol: "TCP" }];
  assertUntyped(
    await object.apply("one", pods([container("a", { ports: twice })])),
    `/${object.name}; apps/v1, Kind=Deployment`,
    '.spec.template.spec.containers[name="a"].ports: duplicate entries for key [containerPort=80,protocol="TCP"]',
  );
});

test("a container without a name is one with an empty name, which is not valid", async () => {
  const object = deployment(client, namespace);
  const message = `Deployment.apps "${object.name}" is invalid: spec.template.spec.containers[0].name: Required value`;
  assertStatus(await object.apply("one", pods([{ image: "a" }])), 422, "Invalid", message);
});

test("ports of a Service are told apart by port and protocol", async () => {
  const service = target(client, `/api/v1/namespaces/${namespace}/services`, "v1", "Service");
  const tcp = { name: "tcp", port: 53 };
  const udp = { name: "udp", port: 53, protocol: "UDP" };
  await service.apply("one", { spec: { ports: [tcp, udp] } });
  const answer = await service.apply("one", { spec: { ports: [udp] } });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.spec.ports, [{ ...udp, targetPort: 53 }]);
});

test("atomic lists, maps and structs have one owner and change whole", async () => {
  const object = deployment(client, namespace);
  const body = pods([container("a", { args: ["1", "2"] })]);
  body.spec.template.spec.tolerations = [{ key: "k", operator: "Exists" }];
  assertAnswer(await object.apply("one", body), 201);
  const other = onlyContainers({ name: "a", args: ["1"] });
  const tolerations = [{ key: "l", operator: "Exists" }];
  const selector = { matchLabels: { app: "other" } };
  const wanted = { spec: { selector, template: { spec: { ...other.spec.template.spec, tolerations } } } };
  assertConflicts(
    await object.apply("two", wanted),
    ['"one"', ".spec.selector"],
    ['"one"', ".spec.template.spec.tolerations"],
    ['"one"', '.spec.template.spec.containers[name="a"].args'],
  );
  const service = target(client, `/api/v1/namespaces/${namespace}/services`, "v1", "Service");
  await service.apply("one", { spec: { ports: [{ port: 80 }], selector: { a: "1", b: "2" } } });
  assertConflicts(await service.apply("two", { spec: { selector: { c: "3" } } }), ['"one"', ".spec.selector"]);
  const answer = await service.apply("two", { spec: { selector: { c: "3" } } }, { force: true });
  assert.deepEqual(answer.body.spec.selector, { c: "3" });
});

test("items of a set are owned by their value, shared, and removed by the last owner", async () => {
  const object = configMap(client, namespace);
  const finalizers = (...names: string[]) => ({ metadata: { finalizers: names } });
  assertOwners(await object.apply("one", finalizers("e.io/1", "e.io/2")), 201, {
    "one Apply": { "f:metadata": { "f:finalizers": { 'v:"e.io/1"': {}, 'v:"e.io/2"': {} } } },
  });
  const after = async (manager: string, ...names: string[]) =>
    (await object.apply(manager, finalizers(...names))).body.metadata.finalizers;
  assert.deepEqual(await after("two", "e.io/3", "e.io/1"), ["e.io/3", "e.io/1", "e.io/2"]);
  assert.deepEqual(await after("one", "e.io/2"), ["e.io/3", "e.io/1", "e.io/2"]);
  assert.deepEqual(await after("one"), ["e.io/3", "e.io/1"]);
  assert.equal(await after("two"), undefined);
});

test("a set may not have a value twice", async () => {
  const object = configMap(client, namespace);
  assertUntyped(
    await object.apply("one", { metadata: { finalizers: ["e.io/1", "e.io/1"] } }),
    `/${object.name}; /v1, Kind=ConfigMap`,
    '.metadata.finalizers: duplicate entries for key [="e.io/1"]',
  );
});

test("owner references are told apart by uid and each of them is atomic", async () => {
  const object = configMap(client, namespace);
  const owner = (name: string, uid: string) => ({ apiVersion: "v1", kind: "ConfigMap", name, uid });
  const refer = (manager: string, ...ownerReferences: Json[]) =>
    object.apply(manager, { metadata: { ownerReferences } });
  await refer("one", owner("a", "1"));
  const answer = await refer("two", owner("b", "2"));
  assertOwners(answer, 200, {
    "one Apply": { "f:metadata": { "f:ownerReferences": { 'k:{"uid":"1"}': {} } } },
    "two Apply": { "f:metadata": { "f:ownerReferences": { 'k:{"uid":"2"}': {} } } },
  });
  assert.deepEqual(answer.body.metadata.ownerReferences, [owner("a", "1"), owner("b", "2")]);
  assertConflicts(await refer("two", owner("z", "1")), ['"one"', '.metadata.ownerReferences[uid="1"]']);
});

test("defaults are nobody's: they conflict with no one and come back", async () => {
  const object = deployment(client, namespace);
  assertAnswer(await object.apply("one", pods([container("a")])), 201, { spec: { replicas: 1 } });
  assertAnswer(await object.apply("two", { spec: { replicas: 3 } }), 200, { spec: { replicas: 3 } });
  assertAnswer(await object.apply("two", {}), 200, { metadata: { generation: 3 }, spec: { replicas: 1 } });
});

// The stored form counts: 1024Mi was stored as 1Gi, but 1000m is another text than the 1 that is stored.
test("quantities are compared as texts", async () => {
  const pod = target(client, `/api/v1/namespaces/${namespace}/pods`, "v1", "Pod");
  const requests = (cpu: string | number, memory: string) => ({
    spec: { containers: [{ name: "a", image: "a", resources: { requests: { cpu, memory } } }] },
  });
  assertAnswer(await pod.apply("one", requests(1, "1024Mi")), 201);
  const at = '.spec.containers[name="a"].resources.requests.cpu';
  assertConflicts(await pod.apply("two", requests("1000m", "1Gi")), ['"one"', at]);
  assertAnswer(await pod.apply("two", requests("1", "1Gi")), 200);
});
