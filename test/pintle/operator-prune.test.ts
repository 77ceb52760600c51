/** Children that there shall not be any more: they go, and nothing else does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Secret } from "@pintle/kinds";
import { absent, defineOperator, type Operator } from "pintle";
import { Box, box, boxesOf, mapsOf, sayConditions, textBoxes, textsOf } from "./operator-boxes.ts";
import { startOperatorPlane, summarize } from "./operator-plane.ts";

/** A ConfigMap and, while there is a text, a Secret. */
function secretBoxes(failure?: () => boolean): Operator {
  return defineOperator(Box, {
    owns: { map: ConfigMap, secret: Secret },
    desired: ({ spec }) => {
      if (failure?.()) throw new Error("cannot say what is desired");
      return { map: ConfigMap({}), secret: spec.text === "" ? absent : Secret({ stringData: { text: spec.text } }) };
    },
  });
}

const secretsOf = ({ client }: Parameters<typeof mapsOf>[0]) => client.resource(Secret, { namespace: "default" });

test("what is absent is deleted, bound to its uid, its kind leaves the inventory, and it comes back when it is desired again", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretBoxes()] });
  const boxes = boxesOf(plane);
  await boxes.create(box("a"));
  await plane.settle();
  const { uid } = (await secretsOf(plane).get("a")).metadata;
  plane.life.writes.length = 0;
  await boxes.patch("a", { merge: { spec: { text: "" } } });
  await plane.settle();
  assert.deepEqual(summarize(plane.life.writes), ["DELETE secrets/a", "PATCH boxes/a/status"]);
  assert.deepEqual(JSON.parse(plane.life.writes[0]?.body ?? "").preconditions, { uid });
  assert.deepEqual(
    (await boxes.get("a")).status?.inventory?.map(({ kind }) => kind),
    ["ConfigMap"],
  );
  assert.ok((await plane.eventsOf("a")).includes("Deleted: Deleted Secret default/a"));

  await boxes.patch("a", { merge: { spec: { text: "again" } } });
  await plane.settle();
  assert.notEqual((await secretsOf(plane).get("a")).metadata.uid, uid);
  assert.deepEqual(
    (await boxes.get("a")).status?.inventory?.map(({ kind }) => kind),
    ["ConfigMap", "Secret"],
  );
});

test("a desired that throws deletes nothing and writes nothing but the status", async () => {
  let isFailing = false;
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretBoxes(() => isFailing)] });
  const boxes = boxesOf(plane);
  await boxes.create(box("a"));
  await plane.settle();
  isFailing = true;
  plane.life.writes.length = 0;
  await boxes.patch("a", { merge: { spec: { text: "" } } });
  await plane.advance("1m");
  assert.deepEqual(new Set(summarize(plane.life.writes)), new Set(["PATCH boxes/a/status"]));
  assert.equal(sayConditions(await boxes.get("a")).Ready, "False/ReconcileFailed");
  isFailing = false;
  await plane.settle();
  assert.equal(sayConditions(await boxes.get("a")).Ready, "True/Reconciled");
  assert.equal((await secretsOf(plane).list({ labelSelector: "pintle.dev/owner-uid" })).items.length, 0);
});

test("a child whose name changes is applied under the new one before the old one goes", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  const boxes = boxesOf(plane);
  await boxes.create(box("a", { name: "old" }));
  await plane.settle();
  plane.life.writes.length = 0;
  await boxes.patch("a", { merge: { spec: { name: "new", text: "renamed" } } });
  await plane.settle();
  assert.deepEqual(summarize(plane.life.writes), [
    "PATCH configmaps/new",
    "DELETE configmaps/old",
    "PATCH boxes/a/status",
  ]);
  assert.deepEqual(await textsOf(plane), { new: "renamed" });
  assert.equal((await boxes.get("a")).status?.seen, "renamed");
});

test("the old one stays as long as the new one cannot be made", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  const boxes = boxesOf(plane);
  await boxes.create(box("a", { name: "old" }));
  await plane.settle();
  plane.life.faults.request = ({ method, path }) =>
    method === "PATCH" && path.endsWith("/new") ? Promise.reject(new Error("no way")) : undefined;
  await boxes.patch("a", { merge: { spec: { name: "new" } } });
  await plane.advance("1m");
  assert.deepEqual(Object.keys(await textsOf(plane)), ["old"]);
  delete plane.life.faults.request;
  await plane.settle();
  assert.deepEqual(Object.keys(await textsOf(plane)), ["new"]);
});

test("children of a kind that a later version does not own any more are pruned, and asked for only until they are gone", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretBoxes()] });
  await boxesOf(plane).create(box("a"));
  await boxesOf(plane).create(box("b"));
  await plane.settle();
  const life = await plane.restart(() => [textBoxes()]);
  assert.equal((await secretsOf(plane).list()).items.length, 0);
  assert.deepEqual(
    (await boxesOf(plane).get("a")).status?.inventory?.map(({ kind }) => kind),
    ["ConfigMap"],
  );

  life.requests.length = 0;
  await boxesOf(plane).patch("a", { merge: { spec: { text: "changed" } } });
  await plane.settle();
  assert.deepEqual(
    life.requests.filter(({ path }) => path.includes("secrets")),
    [],
  );
});

test("of a kind that is not owned any more, an object with the owner's label that somebody else controls is left alone", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretBoxes()] });
  const { metadata } = await boxesOf(plane).create(box("a"));
  const other = await mapsOf(plane).create({ metadata: { name: "other" } });
  const reference = {
    apiVersion: "v1",
    kind: "ConfigMap",
    name: "other",
    uid: other.metadata.uid ?? "",
    controller: true,
  };
  const labels = { "pintle.dev/owner-uid": metadata.uid ?? "" };
  await secretsOf(plane).create({ metadata: { name: "copied", labels, ownerReferences: [reference] } });
  await plane.settle();
  await plane.restart(() => [textBoxes()]);
  const { items } = await secretsOf(plane).list();
  assert.deepEqual(
    items.map((secret) => secret.metadata.name),
    ["copied"],
  );
});

test("a kind of the inventory whose definition is gone is forgotten", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  const boxes = boxesOf(plane);
  await boxes.create(box("a"));
  await plane.settle();
  const gone = { group: "gone.dev", version: "v1", kind: "Gone", plural: "gones" };
  const { inventory = [] } = (await boxes.get("a")).status ?? {};
  await boxes.status.patch("a", { merge: { status: { inventory: [...inventory, gone] } } });
  await plane.settle();
  assert.deepEqual(
    (await boxes.get("a")).status?.inventory?.map(({ kind }) => kind),
    ["ConfigMap"],
  );
});

test("an inventory that was wiped is rebuilt from what there is, and hostile entries are passed over", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretBoxes()] });
  const boxes = boxesOf(plane);
  await boxes.create(box("a"));
  await plane.settle();
  await boxes.status.patch("a", { merge: { status: { inventory: null, conditions: null } } });
  await plane.settle();
  assert.deepEqual(
    (await boxes.get("a")).status?.inventory?.map(({ kind }) => kind),
    ["ConfigMap", "Secret"],
  );
  assert.equal(sayConditions(await boxes.get("a")).Ready, "True/Reconciled");

  await boxes.status.patch("a", {
    merge: { status: { inventory: [{ group: "", version: "", kind: "", plural: "../secrets" }] } },
  });
  await plane.settle();
  assert.deepEqual(
    (await boxes.get("a")).status?.inventory?.map(({ kind }) => kind),
    ["ConfigMap", "Secret"],
  );
});

test("an object that is under the owner's control and was not made by the operator is left alone", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  const { apiVersion, kind, metadata } = await boxesOf(plane).create(box("a"));
  const reference = { apiVersion, kind, name: "a", uid: metadata.uid ?? "", controller: true };
  await mapsOf(plane).create({ metadata: { name: "by-hand", ownerReferences: [reference] } });
  await plane.settle();
  assert.ok(await mapsOf(plane).get("by-hand"));
});
