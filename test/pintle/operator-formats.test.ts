/**
 * What operators leave in a cluster is read by later versions of themselves. Here stands version 1 of it, written by hand: whoever changes a
 * name or a form has to go on understanding these.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap, Namespace, Secret } from "@pintle/kinds";
import { defineOperator, many, type Operator } from "pintle";
import { Box, box, boxesOf, mapsOf } from "./operator-boxes.ts";
import { type OperatorPlane, startOperatorPlane } from "./operator-plane.ts";

async function leaveVersion1(plane: OperatorPlane): Promise<void> {
  const created = await boxesOf(plane).create({
    ...box("a"),
    metadata: { name: "a", finalizers: ["pintle.dev/box"] },
  });
  const { uid = "" } = created.metadata;
  await boxesOf(plane).status.patch("a", {
    merge: {
      status: {
        inventory: [
          { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps" },
          { group: "", version: "v1", kind: "Namespace", plural: "namespaces" },
          { group: "", version: "v1", kind: "Secret", plural: "secrets" },
        ],
      },
    },
  });
  const reference = {
    apiVersion: "samples.dev/v1",
    kind: "Box",
    name: "a",
    uid,
    controller: true,
    blockOwnerDeletion: true,
  };
  const labels = { "pintle.dev/owner-uid": uid };
  const metadata = (name: string, slot: string) => ({
    ...{ name, namespace: "default", labels, annotations: { "pintle.dev/slot": slot }, ownerReferences: [reference] },
  });
  const options = { fieldManager: "pintle-box", force: true };
  await mapsOf(plane).apply({ metadata: metadata("a-x", "maps/x"), data: { text: "x" } }, options);
  await mapsOf(plane).apply({ metadata: metadata("a-y", "maps/y"), data: { text: "y", old: "field" } }, options);
  await plane.client.resource(Secret, { namespace: "default" }).apply({ metadata: metadata("a", "secret") }, options);
  const space = { name: "space-of-a", labels, annotations: { "pintle.dev/slot": "space" } };
  await plane.client.resource(Namespace).apply({ metadata: space }, options);
}

/** Owns maps alone, of which it wants one, without the old field. */
function laterBoxes(owned: string[]): Operator {
  return defineOperator(Box, {
    owns: { maps: many(ConfigMap) },
    desired: (_box, { owned: { maps } }) => {
      owned.push(Object.keys(maps).sort().join(","));
      return { maps: { y: ConfigMap({ data: { text: "y" } }) } };
    },
  });
}

test("what version 1 left is found, taken over, pruned and cleaned up", async () => {
  await using plane = await startOperatorPlane({ resources: [Box] });
  await leaveVersion1(plane);
  const owned: string[] = [];
  await plane.begin(() => [laterBoxes(owned)]);
  await plane.advance("10s");
  assert.equal(owned[0], "x,y");
  assert.equal(await ignoreNotFound(mapsOf(plane).get("a-x")), undefined);
  assert.deepEqual((await mapsOf(plane).get("a-y")).data, { text: "y" });
  assert.equal(await ignoreNotFound(plane.client.resource(Secret, { namespace: "default" }).get("a")), undefined);
  assert.equal(await ignoreNotFound(plane.client.resource(Namespace).get("space-of-a")), undefined);
  const { metadata, status } = await boxesOf(plane).get("a");
  assert.equal(metadata.finalizers, undefined);
  assert.deepEqual(status?.inventory, [{ group: "", version: "v1", kind: "ConfigMap", plural: "configmaps" }]);
});

test("an object of version 1 that is to be deleted goes with all that it had", async () => {
  await using plane = await startOperatorPlane({ resources: [Box] });
  await leaveVersion1(plane);
  await boxesOf(plane).delete("a");
  await plane.begin(() => [laterBoxes([])]);
  await plane.advance("10s");
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
  assert.equal(await ignoreNotFound(plane.client.resource(Namespace).get("space-of-a")), undefined);
  assert.equal((await mapsOf(plane).list({ labelSelector: "pintle.dev/owner-uid" })).items.length, 0);
});
