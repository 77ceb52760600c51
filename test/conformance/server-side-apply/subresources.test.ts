import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect } from "../client.ts";
import { assertConflicts, deployment, owners, pods, type Target } from "./applying.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const containers = [{ name: "a", image: "a:1" }];

async function applied(replicas?: number): Promise<Target> {
  const object = deployment(client, namespace);
  assertAnswer(await object.apply("one", pods(containers, { replicas })), 201);
  return object;
}

const statusOf = (answer: Answer) => {
  assertAnswer(answer, 200);
  return answer.body.status;
};

test("a status is applied at its own endpoint and recorded with it", async () => {
  const object = await applied();
  const status = { replicas: 2, conditions: [{ type: "Odd", status: "True" }] };
  const answer = await object.apply("controller", { status }, {}, "status");
  assertAnswer(answer, 200, { metadata: { generation: 1 }, status: { replicas: 2 } });
  assert.deepEqual(owners(answer)["controller Apply status"], {
    "f:status": {
      "f:conditions": { 'k:{"type":"Odd"}': { ".": {}, "f:status": {}, "f:type": {} } },
      "f:replicas": {},
    },
  });
});

test("managers apply different conditions, and each removes only its own", async () => {
  const object = await applied();
  const conditions = (...types: string[]) => ({
    status: { conditions: types.map((type) => ({ type, status: "True" })) },
  });
  const types = async (manager: string, ...applied: string[]) =>
    (statusOf(await object.apply(manager, conditions(...applied), {}, "status")).conditions ?? []).map(
      ({ type }: { type: string }) => type,
    );
  assert.deepEqual(await types("one", "A", "B"), ["A", "B"]);
  assert.deepEqual(await types("two", "C"), ["A", "B", "C"]);
  assert.deepEqual(await types("one", "B"), ["B", "C"]);
  assert.deepEqual(await types("two"), ["B"]);
});

test("a conflict in the status names the subresource", async () => {
  const object = await applied();
  await object.apply("one", { status: { replicas: 2 } }, {}, "status");
  const other = { status: { replicas: 3 } };
  const conflict = ['"one" with subresource "status"', ".status.replicas"] as const;
  assertConflicts(await object.apply("two", other, {}, "status"), conflict);
  assert.equal(statusOf(await object.apply("two", other, { force: true }, "status")).replicas, 3);
  await object.merge("three", { status: { replicas: 4 } }, "status");
  const updated = ['"three" with subresource "status" using apps/v1', ".status.replicas"] as const;
  assertConflicts(await object.apply("two", other, {}, "status"), updated);
});

test("what else is applied with a status is neither written nor owned, except annotations", async () => {
  const object = await applied();
  const body = {
    metadata: { labels: { a: "1" }, annotations: { b: "2" } },
    spec: { replicas: 9 },
    status: { replicas: 2 },
  };
  const answer = await object.apply("controller", body, {}, "status");
  assertAnswer(answer, 200, { metadata: { labels: undefined, annotations: { b: "2" } }, spec: { replicas: 1 } });
  assert.deepEqual(owners(answer)["controller Apply status"], {
    "f:metadata": { "f:annotations": { "f:b": {} } },
    "f:status": { "f:replicas": {} },
  });
});

test("a status applied with the object itself is neither written nor owned", async () => {
  const object = deployment(client, namespace);
  const answer = await object.apply("one", { ...pods(containers), status: { replicas: 9 } });
  assertAnswer(answer, 201);
  assert.deepEqual(answer.body.status, {});
  assert.deepEqual(Object.keys(owners(answer)["one Apply"]), ["f:spec"]);
});

test("giving up the object's fields does not touch those of the status, and the other way round", async () => {
  const object = await applied(3);
  await object.apply("one", { status: { replicas: 2 } }, {}, "status");
  assertAnswer(await object.apply("one", pods(containers)), 200, { spec: { replicas: 1 }, status: { replicas: 2 } });
  const answer = await object.apply("one", {}, {}, "status");
  assert.deepEqual(statusOf(answer), {});
  assert.deepEqual(Object.keys(owners(answer)), ["one Apply"]);
});

test("a status or a scale of an object that is not there is not created", async () => {
  const object = deployment(client, namespace);
  const message = `deployments.apps "${object.name}" not found`;
  const details = { name: object.name, group: "apps", kind: "deployments" };
  assertStatus(await object.apply("one", { status: {} }, {}, "status"), 404, "NotFound", message, { details });
  const scale = { apiVersion: "autoscaling/v1", kind: "Scale", spec: { replicas: 2 } };
  assertStatus(await object.apply("one", scale, {}, "scale"), 404, "NotFound", message, { details });
  assertAnswer(await client.get(object.path), 404);
});

const scale = (replicas: number) => ({ apiVersion: "autoscaling/v1", kind: "Scale", spec: { replicas } });
const replicasOwned = { "f:spec": { "f:replicas": {} } };

async function ownersOf(object: Target): Promise<ReturnType<typeof owners>> {
  return owners(await client.get(object.path));
}

test("a scale takes the replicas from the one who applied them", async () => {
  const object = await applied(3);
  assertAnswer(await object.merge("hpa", { spec: { replicas: 5 } }, "scale"), 200, { spec: { replicas: 5 } });
  const recorded = await ownersOf(object);
  assert.deepEqual(recorded["hpa Update scale"], replicasOwned);
  assert.equal(recorded["one Apply"]["f:spec"]["f:replicas"], undefined);
  const conflict = ['"hpa" with subresource "scale" using apps/v1', ".spec.replicas"] as const;
  assertConflicts(await object.apply("one", pods(containers, { replicas: 3 })), conflict);
});

// The Scale that the request sees has no managers if nobody owned the replicas, and what has none is not tracked.
test("a scale of replicas that nobody owned is not recorded", async () => {
  const object = await applied();
  await object.merge("hpa", { spec: { replicas: 5 } }, "scale");
  assert.deepEqual(Object.keys(await ownersOf(object)), ["one Apply"]);
  assertAnswer(await object.apply("one", pods(containers, { replicas: 3 })), 200, { spec: { replicas: 3 } });
});

test("a scale can be applied, and conflicts in the words of the Scale", async () => {
  const object = await applied(3);
  assertConflicts(await object.apply("scaler", scale(6), {}, "scale"), ['"one"', ".spec.replicas"]);
  assertAnswer(await object.apply("scaler", scale(6), { force: true }, "scale"), 200, {
    kind: "Scale",
    spec: { replicas: 6 },
  });
  assert.deepEqual((await ownersOf(object))["scaler Apply scale"], replicasOwned);
  const conflict = ['"scaler" with subresource "scale"', ".spec.replicas"] as const;
  assertConflicts(await object.apply("one", pods(containers, { replicas: 3 })), conflict);
  await object.merge("hpa", { spec: { replicas: 7 } }, "scale");
  const updated = ['"hpa" with subresource "scale" using autoscaling/v1', ".spec.replicas"] as const;
  assertConflicts(await object.apply("scaler", scale(6), {}, "scale"), updated);
});

test("a scale has to be applied as a Scale", async () => {
  const object = await applied();
  const answer = await object.apply("scaler", { spec: { replicas: 2 } }, {}, "scale");
  assertStatus(answer, 400, "BadRequest", "invalid object type: apps/v1, Kind=Deployment");
});
