import assert from "node:assert/strict";
import type { WatchEvent } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds";
import { onEachServer } from "./servers.ts";

/** `ADDED a` and so on, as far as the loop is followed; `happen` is done after the first event. */
async function take(
  events: AsyncIterable<WatchEvent<ConfigMap>>,
  count: number,
  happen = async () => {},
): Promise<string[]> {
  const seen: string[] = [];
  for await (const event of events) {
    if (event.type === "BOOKMARK") continue;
    seen.push(`${event.type} ${event.object.metadata.name}`);
    assert.equal(event.resourceVersion, event.object.metadata.resourceVersion);
    assert.deepEqual([event.object.apiVersion, event.object.kind], ["v1", "ConfigMap"]);
    if (seen.length === 1) await happen();
    if (seen.length === count) break;
  }
  return seen;
}

onEachServer("a watch begins with what there is and goes on with what happens", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  await configMaps.create({ metadata: { name: "a" } });

  const happen = async () => {
    await configMaps.create({ metadata: { name: "hidden", labels: { hidden: "yes" } } });
    await configMaps.create({ metadata: { name: "b" } });
    await configMaps.patch("b", { merge: { data: { value: "1" } } });
    await configMaps.delete("a");
  };
  const seen = await take(configMaps.watch({ labelSelector: "!hidden" }), 4, happen);
  assert.deepEqual(seen, ["ADDED a", "ADDED b", "MODIFIED b", "DELETED a"]);
});

onEachServer("a watch goes on after a resourceVersion and misses nothing", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  await configMaps.create({ metadata: { name: "before" } });
  const { metadata } = await configMaps.list();
  await configMaps.create({ metadata: { name: "after" } });

  const resourceVersion = metadata.resourceVersion ?? "";
  assert.deepEqual(await take(configMaps.watch({ resourceVersion }), 1), ["ADDED after"]);
});

onEachServer("initial events end with a bookmark that says so", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  for (const name of ["a", "b"]) await configMaps.create({ metadata: { name } });

  const seen: string[] = [];
  for await (const event of configMaps.watch({ sendInitialEvents: true })) {
    if (event.type === "BOOKMARK") {
      if (!event.endsInitialEvents) continue;
      assert.match(event.resourceVersion, /^\d+$/);
      break;
    }
    seen.push(event.object.metadata.name ?? "");
  }
  assert.deepEqual(seen.toSorted(), ["a", "b"]);
});

onEachServer("the signal ends a watch quietly, before and after it has begun", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  await configMaps.create({ metadata: { name: "a" } });
  const controller = new AbortController();

  let count = 0;
  for await (const event of configMaps.watch({ signal: controller.signal })) {
    if (event.type === "ADDED") count += 1;
    controller.abort();
  }
  assert.equal(count, 1);
  for await (const _ of configMaps.watch({ signal: controller.signal })) assert.fail("nothing comes any more");
});

onEachServer("a watch that the server ends is over, without an error", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });

  for await (const event of configMaps.watch({ timeoutSeconds: 1 })) assert.equal(event.type, "BOOKMARK");
});

onEachServer("a resourceVersion that is no number is refused", async ({ client, namespace }) => {
  const watch = take(client.resource(ConfigMap, { namespace }).watch({ resourceVersion: "yesterday" }), 1);

  await assert.rejects(watch, { name: "ApiError", message: /^resourceVersion: Invalid value: "yesterday"/ });
});
