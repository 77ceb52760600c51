/** A version that has lost the rights to a kind together with the kind itself: it works on, says what is missing, and loses nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap, Namespace, Secret } from "@pintle/kinds";
import { ApiError, type TransportResponse } from "@pintle/machinery";
import { defineOperator, type Operator, yes } from "pintle";
import { Box, box, boxesOf, Crate, sayConditions, textBoxes, textsOf } from "./operator-boxes.ts";
import { type Faults, type OperatorPlane, startOperatorPlane } from "./operator-plane.ts";

const verbs: Readonly<Record<string, string>> = { GET: "list", DELETE: "delete" };

/** No role allows these any more. */
function without(plural: string, methods: readonly string[] = ["GET", "DELETE"]): Faults {
  return {
    request: ({ method, path }) => {
      const isMeant = methods.includes(method) && /\/([a-z]+)(\/space-of-a|\/a)?$/.exec(path)?.[1] === plural;
      return isMeant ? Promise.resolve(refusal(plural, verbs[method] ?? "")) : undefined;
    },
  };
}

/** As an API server refuses what no role allows. */
function refusal(plural: string, verb: string): TransportResponse {
  const why = `User "boxes" cannot ${verb} resource "${plural}"`;
  const { status } = ApiError.forbidden({ group: "", resource: plural }, "", why);
  const body = (async function* () {
    yield new TextEncoder().encode(JSON.stringify(status));
  })();
  return { status: 403, headers: { "content-type": "application/json" }, body };
}

function secretBoxes(): Operator {
  return defineOperator(Box, {
    owns: { secret: Secret, text: ConfigMap },
    desired: () => ({ secret: Secret({}), text: ConfigMap({ data: { text: "of the first version" } }) }),
  });
}

const secretsIn = async ({ client }: OperatorPlane) =>
  (await client.resource(Secret).list({ labelSelector: "pintle.dev/owner-uid" })).items.length;
const inventoryOf = async (plane: OperatorPlane) =>
  (await boxesOf(plane).get("a")).status?.inventory?.map(({ kind }) => kind);
const complaintsOf = async (plane: OperatorPlane) =>
  (await plane.eventsOf("a")).filter((event) => event.startsWith("RightsMissing: "));

const complaint = (kind: string, plural: string, verb: string) =>
  `children of the kind ${kind}, which is not owned any more, may be left: ${plural} is forbidden: ` +
  `User "boxes" cannot ${verb} resource "${plural}"; ` +
  `allow list and delete of ${plural} until they are gone, by rules of manifestsOf or by a role of your own`;

for (const [verb, methods] of Object.entries({ list: ["GET", "DELETE"], delete: ["DELETE"] })) {
  test(`a version without the right to ${verb} what the one before it owned works on, says so once, and prunes it when it may`, async () => {
    await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretBoxes()] });
    await boxesOf(plane).create(box("a"));
    await plane.settle();
    const life = await plane.restart(() => [textBoxes()], without("secrets", methods));
    assert.deepEqual(await textsOf(plane), { a: "hello" });
    await boxesOf(plane).patch("a", { merge: { spec: { text: "changed" } } });
    await plane.settle();
    assert.deepEqual(await textsOf(plane), { a: "changed" });
    assert.deepEqual(sayConditions(await boxesOf(plane).get("a")), { Ready: "True/Seen", Degraded: "False/AsDesired" });
    assert.deepEqual(await inventoryOf(plane), ["ConfigMap", "Secret"]);
    assert.equal(await secretsIn(plane), 1);
    await plane.advance("30m");
    assert.deepEqual(await complaintsOf(plane), [`RightsMissing: ${complaint("Secret", "secrets", verb)}`]);

    delete life.faults.request;
    await plane.advance("10m");
    assert.equal(await secretsIn(plane), 0);
    assert.deepEqual(await inventoryOf(plane), ["ConfigMap"]);
  });
}

test("a schedule of the operator's own goes on while rights are missing", async () => {
  let runs = 0;
  const status = () => {
    runs += 1;
    return { conditions: { Ready: yes("Looked") } };
  };
  const operator = defineOperator(Box, { schedule: "1m", status });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await plane.restart(() => [operator], without("secrets"));
  runs = 0;
  await plane.advance("5m");
  assert.equal(runs, 5);
});

test("a kind whose definition is gone is forgotten, though servers refuse it before they look for it", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  Object.assign(plane.life.faults, without("gones"));
  const gone = { group: "gone.dev", version: "v1", kind: "Gone", plural: "gones" };
  await boxesOf(plane).status.patch("a", { merge: { status: { inventory: [gone] } } });
  await plane.settle();
  assert.deepEqual(await inventoryOf(plane), ["ConfigMap"]);
  assert.deepEqual(await complaintsOf(plane), []);
});

/** A Namespace, which no box can be the controller of. */
function spaceBoxes(): Operator {
  return defineOperator(Box, {
    owns: { space: Namespace },
    desired: ({ metadata }) => ({ space: Namespace({ metadata: { name: `space-of-${metadata.name}` } }) }),
  });
}

test("an object stays as long as there may be children that nobody else would find, and says what to do", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [spaceBoxes()] });
  const boxes = boxesOf(plane);
  const space = () => ignoreNotFound(plane.client.resource(Namespace).get("space-of-a"));
  await boxes.create(box("a"));
  await plane.settle();
  const life = await plane.restart(() => [textBoxes()], without("namespaces"));
  await plane.advance("1h");
  assert.deepEqual((await boxes.get("a")).metadata.finalizers, ["pintle.dev/box"]);

  await boxes.delete("a");
  await plane.advance("1h");
  const { status } = await boxes.get("a");
  assert.equal(sayConditions({ status }).Ready, "False/RightsMissing");
  const message = complaint("Namespace", "namespaces", "list");
  assert.equal(status?.conditions?.find(({ type }) => type === "Ready")?.message, message);
  assert.deepEqual(new Set(await complaintsOf(plane)), new Set([`RightsMissing: ${message}`]));

  delete life.faults.request;
  await plane.advance("2m");
  assert.equal(await space(), undefined);
  assert.equal(await ignoreNotFound(boxes.get("a")), undefined);
});

test("what may not be removed keeps an object that is to be deleted, too", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [spaceBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const life = await plane.restart(() => [textBoxes()], without("namespaces", ["DELETE"]));
  await boxesOf(plane).delete("a");
  await plane.advance("10m");
  const ready = (await boxesOf(plane).get("a")).status?.conditions?.find(({ type }) => type === "Ready");
  assert.equal(ready?.message, complaint("Namespace", "namespaces", "delete"));
  delete life.faults.request;
  await plane.advance("2m");
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
});

test("an object whose children the garbage collector finds gets no finalizer because of rights, and goes with all of them", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await plane.restart(() => [textBoxes()], without("secrets"));
  assert.equal((await boxesOf(plane).get("a")).metadata.finalizers, undefined);
  await boxesOf(plane).delete("a");
  await plane.settle();
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
  assert.equal(await secretsIn(plane), 0);
});

test("an owner of cluster scope, whose reference reaches everything, waits for nobody's rights", async () => {
  const owned = {
    owns: { map: ConfigMap },
    desired: () => ({ map: ConfigMap({ metadata: { namespace: "default" } }) }),
  };
  const finalized: string[] = [];
  const finalize = ({ metadata }: { readonly metadata: { readonly name?: string } }) =>
    void finalized.push(metadata.name ?? "");
  await using plane = await startOperatorPlane({
    resources: [Crate],
    operators: () => [defineOperator(Crate, { ...owned, finalize })],
  });
  const crates = plane.client.resource(Crate);
  await crates.create(Crate({ metadata: { name: "c" }, spec: {} }));
  await plane.settle();
  await plane.restart(() => [defineOperator(Crate, { finalize })], without("configmaps"));
  await crates.delete("c");
  await plane.settle();
  assert.deepEqual(finalized, ["c"]);
  assert.equal(await ignoreNotFound(crates.get("c")), undefined);
});
