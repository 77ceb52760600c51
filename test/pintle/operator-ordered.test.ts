/** An ordered deletion of what has children of its own: a slot is empty when those have gone as well. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap, Deployment, Pod } from "@pintle/kinds";
import { defineOperator, type Operator } from "pintle";
import { Box, box, boxesOf } from "./operator-boxes.ts";
import { startOperatorPlane } from "./operator-plane.ts";

/** Pods that need their settings to the end. */
function servedBoxes(): Operator {
  const labels = { app: "box" };
  return defineOperator(Box, {
    owns: { settings: ConfigMap, deployment: Deployment },
    orderedDeletion: true,
    desired: () => ({
      settings: ConfigMap({}),
      deployment: Deployment({
        spec: {
          replicas: 3,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx:1.27" }] } },
        },
      }),
    }),
  });
}

test("what a Deployment needs is deleted when the last of its pods has gone, and not with the Deployment", async () => {
  await using plane = await startOperatorPlane({
    ...{ resources: [Box], operators: () => [servedBoxes()], profile: "workloads", nodes: 2 },
  });
  const pods = plane.client.resource(Pod, { namespace: "default" });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.equal((await pods.list()).items.length, 3);

  const podsLeft: number[] = [];
  plane.life.faults.request = async ({ method, path }, send) => {
    if (method === "DELETE" && path.endsWith("/configmaps/a")) podsLeft.push((await pods.list()).items.length);
    return await send();
  };
  await boxesOf(plane).delete("a");
  await plane.settle();
  assert.deepEqual(podsLeft, [0]);
  assert.equal(await ignoreNotFound(boxesOf(plane).get("a")), undefined);
});
