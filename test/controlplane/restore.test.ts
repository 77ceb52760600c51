/** Clients that live through a restore: what they keep follows the plane there and back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { startControlPlane } from "@pintle/controlplane";
import { ConfigMap } from "@pintle/kinds";
import { createJsonLogger, createSeededRandom, createVirtualClock } from "@pintle/machinery";
import { createInformers } from "@pintle/runtime";

test("informers see what a restore took away, brought back and changed, and go on", async () => {
  const [clock, random] = [createVirtualClock(), createSeededRandom(1)];
  const logger = createJsonLogger({ write: () => undefined, clock });
  await using plane = await startControlPlane({ clock, random, logger });
  await using client = createClient({ transport: plane.transport }, { clock, random });
  const configMaps = client.resource(ConfigMap, { namespace: "default" });
  for (const name of ["kept", "lost", "changed"])
    await configMaps.create({ metadata: { name }, data: { is: "first" } });
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, { namespace: "default" });
  const told: string[] = [];
  informer.addHandler({
    add: ({ metadata }) => void told.push(`add ${metadata.name}`),
    update: ({ metadata, data }) => void told.push(`update ${metadata.name} to ${data?.is}`),
    delete: ({ metadata }) => void told.push(`delete ${metadata.name}`),
  });
  await using _running = informers.start();
  await plane.settle();
  const snapshot = await plane.snapshot();
  await configMaps.delete("lost");
  await configMaps.patch("changed", { merge: { data: { is: "second" } } });
  await configMaps.create({ metadata: { name: "new" } });
  await plane.settle();
  told.length = 0;

  await plane.restore(snapshot);
  await plane.settle();
  assert.deepEqual(told.toSorted(), ["add lost", "delete new", "update changed to first"]);
  const names = informer.lister.list().map(({ metadata }) => metadata.name);
  assert.deepEqual(names.toSorted(), ["changed", "kept", "lost"]);

  await configMaps.create({ metadata: { name: "later" } });
  await plane.settle();
  assert.equal(told.at(-1), "add later");
});
