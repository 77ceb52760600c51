import assert from "node:assert/strict";
import { ConfigMap } from "@pintle/kinds";
import { ApiError } from "@pintle/machinery";
import { onEachServer } from "./servers.ts";

onEachServer("pages show one moment, whatever is written meanwhile", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  for (const name of ["a", "b", "c", "d", "e"]) await configMaps.create({ metadata: { name } });

  const pages: string[][] = [];
  const versions = new Set<string>();
  for await (const page of configMaps.pages({ limit: 2 })) {
    pages.push(page.items.map(({ metadata }) => metadata.name ?? ""));
    versions.add(page.resourceVersion);
    assert.equal(page.startsOver, false);
    await configMaps.create({ metadata: { name: `z${pages.length}` } });
  }
  assert.deepEqual(pages, [["a", "b"], ["c", "d"], ["e"]]);
  assert.equal(versions.size, 1);
});

onEachServer("one list has no more than was asked for and says how to go on", async ({ client, namespace }) => {
  const configMaps = client.resource(ConfigMap, { namespace });
  for (const name of ["a", "b", "c"]) await configMaps.create({ metadata: { name } });

  const first = await configMaps.list({ limit: 2 });
  assert.equal(first.items.length, 2);
  assert.equal(first.metadata.remainingItemCount, 1);
  const rest = await configMaps.list({ limit: 2, continue: first.metadata.continue ?? "" });
  assert.deepEqual(
    rest.items.map(({ metadata }) => metadata.name),
    ["c"],
  );
  assert.equal(rest.metadata.continue ?? "", "");
  await assert.rejects(configMaps.list({ continue: "garbage" }), (error) => ApiError.is(error, "BadRequest"));
});
