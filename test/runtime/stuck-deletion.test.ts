/** An object whose finalizer nobody takes away is told about, and goes as soon as the reason has gone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap, Event } from "@pintle/kinds";
import { removeFinalizer } from "@pintle/machinery";
import { controller, startController } from "@pintle/runtime";
import { startRuntimePlane } from "./plane.ts";

const minuteMs = 60_000;
const finalizer = "example.com/outside";

test("an object that cannot be cleaned up says so after ten minutes, and goes when it can", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const outside = { isThere: true };
  const cleaner = controller(ConfigMap, { namespace: "default", labelSelector: "cleaned" }).reconcile(
    async (_request, { object, client: own }) => {
      if (object?.metadata.deletionTimestamp === undefined) return;
      if (!outside.isThere) throw new Error("what is to be cleaned up cannot be reached");
      await ignoreNotFound(own.resource(ConfigMap).update(removeFinalizer(object, finalizer)));
    },
  );
  const starting = startController(cleaner, { client: plane.connect().client });
  await clock.settle();
  await using _running = await starting;
  const maps = client.resource(ConfigMap, { namespace: "default" });
  const events = async () => {
    const { items } = await client.resource(Event, { namespace: "default" }).list();
    return items.filter(({ reason }) => reason === "DeletionStuck");
  };
  outside.isThere = false;
  await maps.create({ metadata: { name: "a", labels: { cleaned: "yes" }, finalizers: [finalizer] } });
  await maps.delete("a");
  await clock.advance(9 * minuteMs);
  assert.deepEqual(await events(), []);
  await clock.advance(60 * minuteMs);
  const told = await events();
  assert.ok(told.length > 0 && told.length < 10, `${told.length} events in an hour`);
  assert.match(
    JSON.stringify(told[0]),
    /waiting for its deletion for \d\d minutes, with finalizers example.com\/outside/,
  );
  outside.isThere = true;
  await clock.advance(60 * minuteMs);
  assert.equal(await ignoreNotFound(maps.get("a")), undefined);
});
