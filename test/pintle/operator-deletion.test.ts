/** What is done before an object goes: only what is needed, in order, and whatever happens meanwhile. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap, Namespace, Secret } from "@pintle/kinds";
import { defineOperator, many, type Operator } from "pintle";
import { Box, box, boxesOf, Crate, mapsOf, sayConditions, textBoxes } from "./operator-boxes.ts";
import { type OperatorPlane, startOperatorPlane, summarize } from "./operator-plane.ts";

const finalizer = "pintle.dev/box";
const finalizersOf = async (plane: OperatorPlane, name = "a") =>
  (await ignoreNotFound(boxesOf(plane).get(name)))?.metadata.finalizers;

test("without anything to wait for there is no finalizer, and the garbage collector takes the children", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.equal(await finalizersOf(plane), undefined);
  await boxesOf(plane).delete("a");
  await plane.settle();
  assert.equal((await mapsOf(plane).list({ labelSelector: "pintle.dev/owner-uid" })).items.length, 0);
});

/** Knows of what lives outside, and forgets it in the end. */
function outsideBoxes(outside: Set<string>, failure?: () => unknown): Operator {
  return defineOperator(Box, {
    owns: { map: ConfigMap },
    desired: ({ metadata }) => {
      outside.add(metadata.name ?? "");
      return { map: ConfigMap({}) };
    },
    finalize: ({ metadata }) => {
      const error = failure?.();
      if (error !== undefined) throw error;
      outside.delete(metadata.name ?? "");
    },
  });
}

test("the finalizer is there before the first child, finalize is called before the object goes, and then it goes", async () => {
  const outside = new Set<string>();
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [outsideBoxes(outside)] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.deepEqual(await finalizersOf(plane), [finalizer]);
  assert.equal(summarize(plane.life.writes)[0], "PATCH boxes/a");
  assert.match(plane.life.writes[0]?.body ?? "", /"resourceVersion":"\d+"/);
  await boxesOf(plane).delete("a");
  await plane.settle();
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
  assert.deepEqual([...outside], []);
});

test("a finalize that fails is tried again ever more slowly, and a condition and an Event say why", async () => {
  const outside = new Set<string>();
  let tries = 0;
  const failure = () => {
    tries += 1;
    return tries < 5 ? new Error("the registry does not answer") : undefined;
  };
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [outsideBoxes(outside, failure)] });
  await boxesOf(plane).create(box("a"));
  await boxesOf(plane).patch("a", { merge: { metadata: { finalizers: ["test.dev/stay"] } } });
  await plane.settle();
  await boxesOf(plane).delete("a");
  await plane.advance(10);
  const failing = await boxesOf(plane).get("a");
  assert.deepEqual(sayConditions(failing), { Ready: "False/FinalizeFailed", Degraded: "True/FinalizeFailed" });
  assert.equal(
    failing.status?.conditions?.find(({ type }) => type === "Ready")?.message,
    "the registry does not answer",
  );
  await plane.settle();
  assert.equal(tries, 5);
  assert.deepEqual([...outside], []);
  assert.deepEqual(await finalizersOf(plane), ["test.dev/stay"]);
  assert.ok((await plane.eventsOf("a")).includes("FinalizeFailed: the registry does not answer"));
});

test("a finalizer that somebody takes off comes back, and goes when a later version needs it no more", async () => {
  const outside = new Set<string>();
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [outsideBoxes(outside)] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await boxesOf(plane).patch("a", { merge: { metadata: { finalizers: null } } });
  await plane.settle();
  assert.deepEqual(await finalizersOf(plane), [finalizer]);
  await plane.restart(() => [textBoxes()]);
  assert.equal(await finalizersOf(plane), undefined);
});

test("an object that is to be deleted when a version comes that needs no finalizer goes at once", async () => {
  const isDown = () => new Error("down");
  await using plane = await startOperatorPlane({
    resources: [Box],
    operators: () => [outsideBoxes(new Set(), isDown)],
  });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await boxesOf(plane).delete("a");
  await plane.advance("1s");
  assert.deepEqual(await finalizersOf(plane), [finalizer]);
  const stopping = plane.life.running.stop();
  await plane.advance("1m");
  await stopping;
  await plane.begin(() => [textBoxes()]);
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
});

test("the finalizers of others are kept, also when they come at the same moment", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [outsideBoxes(new Set())] });
  let isFirst = true;
  plane.life.faults.request = async ({ method, path }, send) => {
    if (method === "PATCH" && path.endsWith("/boxes/a") && isFirst) {
      isFirst = false;
      await boxesOf(plane).patch("a", { merge: { metadata: { finalizers: ["test.dev/other"] } } });
    }
    return await send();
  };
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.deepEqual(await finalizersOf(plane), ["test.dev/other", finalizer]);
});

/** In this order: maps, then secrets. In the end the other way round, each with a finalizer of the test. */
function orderedBoxes(evaluations: string[] = []): Operator {
  const metadata = { finalizers: ["test.dev/slow"] };
  return defineOperator(Box, {
    owns: { map: ConfigMap, secrets: many(Secret) },
    orderedDeletion: true,
    desired: ({ metadata: { name = "" } }) => {
      evaluations.push(name);
      return { map: ConfigMap({ metadata }), secrets: { x: Secret({ metadata }), y: Secret({ metadata }) } };
    },
    finalize: () => void evaluations.push("finalized"),
  });
}

const secretsOf = ({ client }: OperatorPlane) => client.resource(Secret, { namespace: "default" });

async function whatIsLeft(plane: OperatorPlane): Promise<readonly string[]> {
  const labelSelector = "pintle.dev/owner-uid";
  const objects = [
    ...(await mapsOf(plane).list({ labelSelector })).items,
    ...(await secretsOf(plane).list({ labelSelector })).items,
  ];
  return objects.map(({ metadata }) => `${metadata.name}${metadata.deletionTimestamp ? " going" : ""}`);
}

test("in an ordered deletion each slot is empty before the one declared before it is emptied, and desired is not asked any more", async () => {
  const evaluations: string[] = [];
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [orderedBoxes(evaluations)] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  evaluations.length = 0;
  await boxesOf(plane).delete("a");
  await plane.settle();
  assert.deepEqual(await whatIsLeft(plane), ["a", "a-x going", "a-y going"]);
  const readyOf = async () => (await boxesOf(plane).get("a")).status?.conditions?.find(({ type }) => type === "Ready");
  assert.equal((await readyOf())?.reason, "Deleting");
  assert.equal((await readyOf())?.message, "Waits for Secret default/a-x, Secret default/a-y to be gone");
  await secretsOf(plane).patch("a-x", { merge: { metadata: { finalizers: null } } });
  await plane.settle();
  assert.deepEqual(await whatIsLeft(plane), ["a", "a-y going"]);
  assert.equal((await readyOf())?.message, "Waits for Secret default/a-y to be gone");
  await secretsOf(plane).patch("a-y", { merge: { metadata: { finalizers: null } } });
  await plane.settle();
  assert.deepEqual(await whatIsLeft(plane), ["a going"]);
  assert.deepEqual(evaluations, []);
  await mapsOf(plane).patch("a", { merge: { metadata: { finalizers: null } } });
  await plane.settle();
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
  assert.deepEqual(evaluations, ["finalized"]);
});

test("kubectl replace that drops labels, annotations and status in mid-cleanup, and a new process, lose nothing", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [orderedBoxes()] });
  const boxes = boxesOf(plane);
  await boxes.create({ ...box("a"), metadata: { name: "a", labels: { of: "user" }, annotations: { of: "user" } } });
  await plane.settle();
  await boxes.delete("a");
  await plane.settle();
  const { metadata } = await boxes.get("a");
  const { finalizers = [], resourceVersion = "" } = metadata;
  const bare = { name: "a", finalizers, resourceVersion };
  await boxes.update(Box({ metadata: bare, spec: { text: "replaced" } }));
  await boxes.status.patch("a", { merge: { status: null } });
  await plane.settle();
  await plane.restart();
  assert.deepEqual(await whatIsLeft(plane), ["a", "a-x going", "a-y going"]);
  for (const name of ["a-x", "a-y"])
    await secretsOf(plane).patch(name, { merge: { metadata: { finalizers: null, labels: null } } });
  await plane.settle();
  await mapsOf(plane).patch("a", { merge: { metadata: { finalizers: null } } });
  await plane.settle();
  assert.deepEqual(await whatIsLeft(plane), []);
  assert.equal(await ignoreNotFound(boxes.get("a")), undefined);
});

test("a slot whose kind a later version does not own is emptied first when the object goes", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [orderedBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const stopping = plane.life.running.stop();
  await plane.settle();
  await stopping;
  await boxesOf(plane).delete("a");
  await plane.begin(() => [
    defineOperator(Box, { owns: { map: ConfigMap }, orderedDeletion: true, desired: () => ({ map: ConfigMap({}) }) }),
  ]);
  await plane.advance("10s");
  assert.deepEqual(await whatIsLeft(plane), ["a", "a-x going", "a-y going"]);
  for (const name of ["a-x", "a-y"]) await secretsOf(plane).patch(name, { merge: { metadata: { finalizers: null } } });
  await plane.advance("10s");
  await mapsOf(plane).patch("a", { merge: { metadata: { finalizers: null } } });
  await plane.settle();
  assert.deepEqual(await whatIsLeft(plane), []);
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
});

/** A Namespace, which no box can be the controller of, and a map in another namespace. */
function farBoxes(): Operator {
  return defineOperator(Box, {
    owns: { space: Namespace, map: ConfigMap },
    desired: ({ spec, metadata }) => ({
      space: Namespace({ metadata: { name: `space-of-${metadata.name}` } }),
      map: ConfigMap({ metadata: { namespace: "kube-public" }, data: { text: spec.text } }),
    }),
  });
}

test("children that no garbage collector would find have no reference, and a finalizer sees to their end", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [farBoxes()] });
  const boxes = boxesOf(plane);
  await boxes.create(box("a"));
  await plane.settle();
  const maps = plane.client.resource(ConfigMap, { namespace: "kube-public" });
  const spaces = plane.client.resource(Namespace);
  assert.equal((await maps.get("a")).metadata.ownerReferences, undefined);
  assert.equal((await spaces.get("space-of-a")).metadata.ownerReferences, undefined);
  assert.deepEqual(await finalizersOf(plane), [finalizer]);

  await maps.patch("a", { merge: { data: { text: "edited" } } });
  await plane.settle();
  assert.deepEqual((await maps.get("a")).data, { text: "hello" });

  await plane.restart();
  await boxes.delete("a");
  await plane.settle();
  assert.equal(await ignoreNotFound(maps.get("a")), undefined);
  assert.equal(await ignoreNotFound(spaces.get("space-of-a")), undefined);
  assert.equal(await ignoreNotFound(boxes.get("a")), undefined);
});

test("the finalizer goes when the last child outside of the garbage collector's reach has gone", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [farBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await plane.restart(() => [textBoxes()]);
  await plane.advance("10s");
  assert.equal(await ignoreNotFound(plane.client.resource(Namespace).get("space-of-a")), undefined);
  assert.equal(await finalizersOf(plane), undefined);
});

test("a child in a namespace that nobody looks at is told of, since nobody could clean up after it", async () => {
  const operators = () => [farBoxes()];
  await using plane = await startOperatorPlane({ resources: [Box], operators, namespaces: ["default"] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const ready = (await boxesOf(plane).get("a")).status?.conditions?.find(({ type }) => type === "Ready");
  const remedy = "let the program look at the namespace kube-public too";
  assert.equal(ready?.message, `ConfigMap kube-public/a was made where nobody looks: ${remedy}`);
});

test("an owner of cluster scope has children in the namespaces that they name", async () => {
  const crates = defineOperator(Crate, {
    owns: { map: ConfigMap },
    desired: ({ spec }) => ({ map: ConfigMap(spec.namespace ? { metadata: { namespace: spec.namespace } } : {}) }),
  });
  await using plane = await startOperatorPlane({ resources: [Crate], operators: () => [crates] });
  const owners = plane.client.resource(Crate);
  await owners.create(Crate({ metadata: { name: "c" }, spec: { namespace: "kube-public" } }));
  await owners.create(Crate({ metadata: { name: "d" }, spec: {} }));
  await plane.settle();
  const map = await plane.client.resource(ConfigMap, { namespace: "kube-public" }).get("c");
  assert.equal(map.metadata.ownerReferences?.[0]?.kind, "Crate");
  const { status } = await owners.get("d");
  assert.deepEqual(sayConditions({ status }), { Ready: "False/InvalidDesired" });
  assert.match(
    status?.conditions?.[0]?.message ?? "",
    /has no namespace, and neither has its owner, .* give metadata\.namespace$/,
  );
  await owners.delete("c");
  await plane.settle();
  assert.equal(
    (await plane.client.resource(ConfigMap).list({ labelSelector: "pintle.dev/owner-uid" })).items.length,
    0,
  );
});
