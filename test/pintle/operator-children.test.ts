/** An operator's children: made in order, complete, repaired, and written only when something would change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Secret, Service } from "@pintle/kinds";
import { defineOperator, many, type Operator } from "pintle";
import { Box, box, boxesOf, mapsOf, textBoxes, textsOf } from "./operator-boxes.ts";
import { startOperatorPlane, summarize } from "./operator-plane.ts";

test("a child is named after its owner, has its label, slot and controller reference, and is applied under the operator's name", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  const owner = await boxesOf(plane).create(box("a"));
  await plane.settle();
  const { metadata, data } = await mapsOf(plane).get("a");
  assert.deepEqual(data, { text: "hello" });
  assert.deepEqual(metadata.labels, { "pintle.dev/owner-uid": owner.metadata.uid });
  assert.deepEqual(metadata.annotations, { "pintle.dev/slot": "text" });
  assert.deepEqual(metadata.ownerReferences, [
    {
      apiVersion: "samples.dev/v1",
      kind: "Box",
      name: "a",
      uid: owner.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    },
  ]);
  assert.deepEqual(
    metadata.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`),
    ["pintle-box Apply"],
  );
  assert.deepEqual(await plane.eventsOf("a"), ["Created: Created ConfigMap default/a"]);
});

function orderedSlots(): Operator {
  return defineOperator(Box, {
    owns: { settings: ConfigMap, password: Secret, front: Service, extraSettings: ConfigMap },
    desired: () => ({
      extraSettings: ConfigMap({}),
      front: Service({ spec: { ports: [{ port: 80 }] } }),
      password: Secret({ stringData: { password: "secret" } }),
      settings: ConfigMap({}),
    }),
  });
}

test("slots are filled in the order in which they were declared, the inventory names their kinds, and two of one kind get the slot's name", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [orderedSlots()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.deepEqual(summarize(plane.life.writes), [
    "PATCH configmaps/a-settings",
    "PATCH secrets/a",
    "PATCH services/a",
    "PATCH configmaps/a-extra-settings",
    "PATCH boxes/a/status",
  ]);
  assert.deepEqual((await boxesOf(plane).get("a")).status?.inventory, [
    { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps" },
    { group: "", version: "v1", kind: "Secret", plural: "secrets" },
    { group: "", version: "v1", kind: "Service", plural: "services" },
  ]);
});

function partBoxes(owns: "alone" | "beside another"): Operator {
  if (owns === "alone") {
    return defineOperator(Box, {
      owns: { parts: many(ConfigMap) },
      desired: ({ spec }) => ({
        parts: Object.fromEntries((spec.parts ?? []).map((part) => [part, ConfigMap({ data: { text: part } })])),
      }),
      status: (_box, { parts }) => ({
        parts: Object.keys(parts).length,
        seen: Object.entries(parts)
          .map(([key, map]) => `${key}=${map.data?.text}`)
          .sort()
          .join(","),
        conditions: { Ready: { status: "True", reason: "Counted", message: "" } },
      }),
    });
  }
  return defineOperator(Box, {
    owns: { parts: many(ConfigMap), whole: ConfigMap },
    desired: ({ spec }) => ({
      parts: Object.fromEntries((spec.parts ?? []).map((part) => [part, ConfigMap({ data: { text: part } })])),
      whole: ConfigMap({}),
    }),
  });
}

test("many children of one slot are told apart by their keys, of which the status is given a record", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [partBoxes("alone")] });
  const boxes = boxesOf(plane);
  await boxes.create(box("a", { parts: ["x", "y/z"] }));
  await plane.settle();
  const names = Object.keys(await textsOf(plane));
  assert.equal(names[0], "a-x");
  assert.match(names[1] ?? "", /^a-y-z-[0-9a-f]{8}$/);
  assert.equal((await boxes.get("a")).status?.seen, "x=x,y/z=y/z");

  await boxes.patch("a", { merge: { spec: { parts: ["y/z", "w"] } } });
  await plane.settle();
  assert.deepEqual(Object.values(await textsOf(plane)), ["w", "y/z"]);
  assert.equal((await boxes.get("a")).status?.parts, 2);
});

test("beside another slot of the same kind, the slot is part of the name", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [partBoxes("beside another")] });
  await boxesOf(plane).create(box("a", { parts: ["x"] }));
  await plane.settle();
  assert.deepEqual(Object.keys(await textsOf(plane)), ["a-parts-x", "a-whole"]);
});

test("a second pass over what is as it should be writes nothing, and so does time", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [orderedSlots()] });
  const boxes = boxesOf(plane);
  for (const name of ["a", "b", "c"]) await boxes.create(box(name));
  await plane.settle();
  plane.life.writes.length = 0;
  for (const name of ["a", "b", "c"])
    await boxes.patch(name, { merge: { metadata: { annotations: { looked: "at" } } } });
  await plane.settle();
  await plane.advance("11h");
  assert.deepEqual(summarize(plane.life.writes), []);
});

test("a new process applies each child once at most, and nothing changes by it", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [orderedSlots()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const versions = async () => {
    const objects = [
      await boxesOf(plane).get("a"),
      ...(await mapsOf(plane).list()).items,
      await plane.client.resource(Secret, { namespace: "default" }).get("a"),
      await plane.client.resource(Service, { namespace: "default" }).get("a"),
    ];
    return objects.map(({ metadata }) => metadata.resourceVersion);
  };
  const before = await versions();
  const { writes } = await plane.restart();
  assert.deepEqual(summarize(writes), [
    "PATCH configmaps/a-settings",
    "PATCH secrets/a",
    "PATCH services/a",
    "PATCH configmaps/a-extra-settings",
  ]);
  assert.deepEqual(await versions(), before);
});

test("a child that somebody deletes, edits or takes the labels off is repaired", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const maps = mapsOf(plane);
  const first = await maps.get("a");
  await maps.delete("a");
  await plane.settle();
  const second = await maps.get("a");
  assert.notEqual(second.metadata.uid, first.metadata.uid);

  await maps.patch("a", { merge: { data: { text: "edited", more: "of others" } } });
  await plane.settle();
  assert.deepEqual((await maps.get("a")).data, { text: "hello", more: "of others" });

  await maps.patch("a", { merge: { metadata: { labels: null, annotations: null } } });
  await plane.settle();
  const { metadata } = await maps.get("a");
  assert.deepEqual(metadata.annotations, { "pintle.dev/slot": "text" });
  assert.deepEqual(Object.keys(metadata.labels ?? {}), ["pintle.dev/owner-uid"]);
});

test("a child that is on its way out is not written any more, and another one is made when it has gone", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const maps = mapsOf(plane);
  const { uid } = (await maps.patch("a", { merge: { metadata: { finalizers: ["test.dev/slow"] } } })).metadata;
  await maps.delete("a");
  plane.life.writes.length = 0;
  await boxesOf(plane).patch("a", { merge: { spec: { text: "changed" } } });
  await plane.settle();
  assert.ok(plane.life.writes.every(({ path }) => !path.includes("configmaps")));
  await maps.patch("a", { merge: { metadata: { finalizers: null } } });
  await plane.settle();
  const made = await maps.get("a");
  assert.notEqual(made.metadata.uid, uid);
  assert.deepEqual(made.data, { text: "changed" });
});

test("what others write beside the operator's fields leads to no write", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  plane.life.writes.length = 0;
  await mapsOf(plane).patch("a", { merge: { data: { more: "of others" }, metadata: { labels: { theirs: "yes" } } } });
  await plane.settle();
  assert.deepEqual(summarize(plane.life.writes), []);
});

function noteBoxes(): Operator {
  return defineOperator(Box, {
    owns: { map: ConfigMap },
    desired: ({ spec }) => ({ map: ConfigMap({ data: { ...(spec.text && { note: spec.text }), always: "there" } }) }),
  });
}

test("what is not desired any more within a child is taken out of it", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [noteBoxes()] });
  await boxesOf(plane).create(box("a", { text: "note" }));
  await plane.settle();
  await boxesOf(plane).patch("a", { merge: { spec: { text: "" } } });
  await plane.settle();
  assert.deepEqual((await mapsOf(plane).get("a")).data, { always: "there" });
});

test("two operators with the same objects run side by side, each with a memory of its own", async () => {
  const operator = textBoxes();
  await using first = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await using second = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  for (const plane of [first, second]) {
    await boxesOf(plane).create(box("a"));
    await plane.settle();
    assert.deepEqual(await textsOf(plane), { a: "hello" });
  }
});
