import assert from "node:assert/strict";
import type { CompletedWrite } from "@pintle/client";
import { ConfigMap, Pod } from "@pintle/kinds";
import type { ObjectOf, Status } from "@pintle/machinery";
import { onEachServer } from "./servers.ts";

onEachServer("every write is told with the object that it led to, and a deletion with the uid", async (server) => {
  const { client, namespace } = server;
  const told: CompletedWrite[] = [];
  const view = client.intercept({ afterWrite: (write) => told.push(write) });
  const maps = view.resource(ConfigMap, { namespace });

  const created = await maps.create({ metadata: { generateName: "a-" } });
  const { name = "", uid } = created.metadata;
  await maps.create({ metadata: { name: "tried" } }, { dryRun: true });
  await maps.update({ ...created, data: { a: "1" } });
  await maps.patch(name, { merge: { data: { b: "2" } } });
  await maps.apply({ metadata: { name }, data: { c: "3" } }, { fieldManager: "me" });
  await maps.delete(name);
  assert.deepEqual(
    told.map((write) => `${write.verb} ${write.namespace === namespace} ${write.name === name} ${write.plural}`),
    ["create", "update", "patch", "apply", "delete"].map((verb) => `${verb} true true configmaps`),
  );
  const objects = told.slice(0, -1).map(({ answer }) => answer as typeof created);
  assert.ok(objects.every((object) => object.kind === "ConfigMap" && object.metadata.uid === uid));
  assert.deepEqual(objects.at(-1)?.data, { a: "1", b: "2", c: "3" });
  assert.equal((told.at(-1)?.answer as Status | undefined)?.details?.uid, uid);
});

onEachServer("what is written under an object is told with the whole of it", async ({ client, namespace }) => {
  const told: CompletedWrite[] = [];
  const pods = client.intercept({ afterWrite: (write) => told.push(write) }).resource(Pod, { namespace });
  await pods.create({ metadata: { name: "a" }, spec: { containers: [{ name: "a", image: "a" }] } });
  await pods.status.patch("a", { merge: { status: { phase: "Running" } } });
  const [, written] = told;
  assert.equal(written?.subresource, "status");
  const answer = written?.answer as ObjectOf<typeof Pod> | undefined;
  assert.deepEqual([answer?.kind, answer?.status?.phase], ["Pod", "Running"]);
});

onEachServer("a request that is refused does not reach the server", async ({ client, namespace }) => {
  const view = client.intercept({
    beforeSend: ({ method }) => {
      if (method !== "GET") throw new Error("not any more");
    },
  });
  const maps = view.resource(ConfigMap, { namespace });
  await assert.rejects(maps.create({ metadata: { name: "a" } }), { message: "not any more" });
  await assert.rejects(maps.get("a"), { reason: "NotFound" });
});

onEachServer("a signal ends a watch that runs", async ({ client, namespace }) => {
  const ending = new AbortController();
  const view = client.intercept({ signal: ending.signal });
  const reason = new Error("the run is over");
  await client.resource(ConfigMap, { namespace }).create({ metadata: { name: "a" } });
  await assert.rejects(async () => {
    for await (const _ of view.resource(ConfigMap, { namespace }).watch({ sendInitialEvents: true }))
      ending.abort(reason);
  }, reason);
});
