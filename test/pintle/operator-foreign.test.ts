/** Objects that have the name of a child and are somebody else's: never written, told of, and waited for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap } from "@pintle/kinds";
import { Box, box, boxesOf, mapsOf, sayConditions, textBoxes, textsOf } from "./operator-boxes.ts";
import { startOperatorPlane, summarize } from "./operator-plane.ts";

test("an object of the child's name that is not ours is not written, and a condition and an Event say so", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await mapsOf(plane).create({ metadata: { name: "a" }, data: { theirs: "yes" } });
  const before = await mapsOf(plane).get("a");
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.deepEqual(await mapsOf(plane).get("a"), before);
  const { status } = await boxesOf(plane).get("a");
  assert.deepEqual(sayConditions({ status }), { Ready: "False/NameTaken", Degraded: "True/NameTaken" });
  const message =
    "ConfigMap default/a is there already and was not made for this object: it is left as it is; remove it, or choose another name";
  assert.equal(status?.conditions?.[0]?.message, message);
  assert.deepEqual(await plane.eventsOf("a"), [`NameTaken: ${message}`]);
  assert.ok(plane.life.writes.every(({ path }) => !path.includes("configmaps")));
});

test("when it goes, the child is made at once, and the conditions say so", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await mapsOf(plane).create({ metadata: { name: "a" }, data: { theirs: "yes" } });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await plane.advance("1h");
  await mapsOf(plane).delete("a");
  const beforeMs = plane.clock.now();
  await plane.settle();
  assert.ok(plane.clock.now() - beforeMs < 1_000);
  assert.deepEqual(await textsOf(plane), { a: "hello" });
  assert.deepEqual(sayConditions(await boxesOf(plane).get("a")), { Ready: "True/Seen", Degraded: "False/AsDesired" });
});

test("one that comes into being at the very moment at which the child is made is not written either", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  let isFirst = true;
  plane.life.faults.request = async ({ method, path }, send) => {
    if (method === "PATCH" && path.endsWith("/configmaps/a") && isFirst) {
      isFirst = false;
      await mapsOf(plane).create({ metadata: { name: "a" }, data: { theirs: "yes" } });
    }
    return await send();
  };
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.deepEqual((await mapsOf(plane).get("a")).data, { theirs: "yes" });
  assert.equal(sayConditions(await boxesOf(plane).get("a")).Ready, "False/NameTaken");
});

test("one that takes the place of a child at the very moment at which the child is changed is not written either", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  let isFirst = true;
  plane.life.faults.request = async ({ method, path }, send) => {
    if (method === "PATCH" && path.endsWith("/configmaps/a") && isFirst) {
      isFirst = false;
      await mapsOf(plane).delete("a");
      await mapsOf(plane).create({ metadata: { name: "a" }, data: { theirs: "yes" } });
    }
    return await send();
  };
  await boxesOf(plane).patch("a", { merge: { spec: { text: "changed" } } });
  await plane.settle();
  assert.deepEqual((await mapsOf(plane).get("a")).data, { theirs: "yes" });
  assert.equal(sayConditions(await boxesOf(plane).get("a")).Ready, "False/NameTaken");
});

test("a child of another owner is told as that, and two owners that want one name do not fight", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a", { name: "shared" }));
  await plane.settle();
  await boxesOf(plane).create(box("b", { name: "shared", text: "mine" }));
  await plane.settle();
  assert.deepEqual(await textsOf(plane), { shared: "hello" });
  const { status } = await boxesOf(plane).get("b");
  assert.match(
    status?.conditions?.[0]?.message ?? "",
    /^ConfigMap default\/shared is there already and belongs to Box a: /,
  );

  await boxesOf(plane).delete("a");
  await plane.settle();
  assert.deepEqual(await textsOf(plane), { shared: "mine" });
});

test("an owner that is created anew waits for the children of the one before it to be collected", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const old = await mapsOf(plane).get("a");
  await boxesOf(plane).delete("a");
  await boxesOf(plane).create(box("a", { text: "anew" }));
  await plane.settle();
  const made = await mapsOf(plane).get("a");
  assert.notEqual(made.metadata.uid, old.metadata.uid);
  assert.deepEqual(await textsOf(plane), { a: "anew" });
  assert.equal(sayConditions(await boxesOf(plane).get("a")).Ready, "True/Seen");
});

test("what is pruned is the child and never another object that came in its place", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a", { name: "old" }));
  await plane.settle();
  plane.life.faults.request = async ({ method }, send) => {
    if (method === "DELETE") {
      await mapsOf(plane).delete("old");
      await plane.client.resource(ConfigMap, { namespace: "default" }).create({ metadata: { name: "old" } });
      delete plane.life.faults.request;
    }
    return await send();
  };
  await boxesOf(plane).patch("a", { merge: { spec: { name: "new" } } });
  await plane.settle();
  assert.equal((await mapsOf(plane).get("old")).metadata.labels, undefined);
  assert.ok(summarize(plane.life.writes).includes("DELETE configmaps/old"));
});
