import assert from "node:assert/strict";
import { createOrUpdate, mergePatchFrom, retryOnConflict } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds";
import { ApiError } from "@pintle/machinery";
import { onEachServer } from "./servers.ts";

onEachServer("increments of many writers with retries add up", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  await configMaps.create({ metadata: { name: "counter" }, data: { value: "0" } });

  const increment = () =>
    retryOnConflict(client, async () => {
      const found = await configMaps.get("counter");
      found.data = { value: String(Number(found.data?.value) + 1) };
      return configMaps.update(found);
    });
  await Promise.all([increment(), increment(), increment()]);
  assert.equal((await configMaps.get("counter")).data?.value, "3");
});

onEachServer("an object is created, then updated, then left alone", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  const bring = (value: string) =>
    createOrUpdate(configMaps, "a", (found) => {
      const wanted = found ?? { metadata: {} };
      return { ...wanted, data: { ...found?.data, value } };
    });

  assert.equal((await bring("1")).operation, "created");
  assert.equal((await bring("1")).operation, "unchanged");
  const { operation, object } = await bring("2");
  assert.deepEqual([operation, object.data?.value], ["updated", "2"]);
});

onEachServer("a merge patch made from two states changes their difference alone", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  const base = await configMaps.create({ metadata: { name: "a" }, data: { one: "1", two: "2" } });
  await configMaps.patch("a", { merge: { data: { three: "3" } } });

  const changed = { ...base, data: { one: "I" } };
  const patched = await configMaps.patch("a", mergePatchFrom(base, changed));
  assert.deepEqual(patched.data, { one: "I", three: "3" });
  const locked = configMaps.patch("a", mergePatchFrom(base, changed, { optimisticLock: true }));
  await assert.rejects(locked, (error) => ApiError.is(error, "Conflict"));
});
