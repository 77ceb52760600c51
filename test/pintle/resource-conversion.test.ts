/** Versions of a resource, converted for API servers: nothing is lost, whoever writes in which version. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { conversionWebhook } from "@pintle/runtime";
import { k8s } from "@pintle/schema/zod";
import { defineResource, installResources, spokesOf } from "pintle";
import { z } from "zod";
import { onEachServer, type ServerUnderTest } from "../client/servers.ts";
import { eventually, serveWebhooks } from "../runtime/installed-webhooks.ts";

function boxOf(group: string) {
  return defineResource({
    group,
    version: "v1",
    kind: "Box",
    spec: z.object({
      image: z.string(),
      replicas: k8s.int32().default(1),
      size: z.enum(["small", "large"]).optional(),
      steps: k8s.listMap(z.object({ name: z.string(), retries: k8s.int32().default(0) }), ["name"]).optional(),
    }),
    status: z.object({ readyReplicas: k8s.int32() }),
    conditions: ["Ready"],
  }).withVersion("v1beta1", {
    spec: z.object({
      img: z.string(),
      count: k8s.int32().default(2),
      steps: k8s.listSet(z.string()).optional(),
      colour: z.string().optional(),
    }),
    deprecated: "use v1",
    up: ({ spec }) => ({
      spec: { image: spec.img, replicas: spec.count, steps: spec.steps?.map((name) => ({ name })) },
    }),
    down: ({ spec }) => ({
      spec: { img: spec.image, count: spec.replicas, steps: spec.steps?.map(({ name }) => name) },
    }),
  });
}

type Box = ReturnType<typeof boxOf>;

async function withBoxes(
  { client, namespace }: ServerUnderTest,
  run: (
    boxes: { readonly hub: ReturnType<typeof hubOf>; readonly old: ReturnType<typeof oldOf> },
    Box: Box,
  ) => Promise<void>,
): Promise<void> {
  const Box = boxOf(`c${randomUUID().slice(0, 8)}.pintle.dev`);
  await using hooks = await serveWebhooks(client, conversionWebhook(Box, spokesOf(Box)));
  await installResources(client, [Box], { conversion: hooks.clientConfig("/convert") });
  const hub = hubOf(client, Box, namespace);
  const old = oldOf(client, Box, namespace);
  // The definition is established; the older version is served a moment later.
  await eventually("the older version", () =>
    old.list().then(
      () => true,
      () => false,
    ),
  );
  await run({ hub, old }, Box);
  assert.deepEqual(hooks.errors, []);
}

function hubOf(client: ServerUnderTest["client"], Box: Box, namespace: string) {
  return client.resource(Box, { namespace });
}

function oldOf(client: ServerUnderTest["client"], Box: Box, namespace: string) {
  return client.resource({ apiVersion: `${Box.group}/v1beta1`, kind: "Box" }, { namespace });
}

const metadata = { name: "web" };
const spec = { image: "nginx", size: "large", steps: [{ name: "build", retries: 3 }, { name: "test" }] } as const;

onEachServer("an object of the hub is edited in an older version and keeps what that cannot say", async (server) => {
  await withBoxes(server, async ({ hub, old }) => {
    await hub.create({ metadata, spec });
    const seen = await old.get("web");
    assert.deepEqual(seen.spec, { img: "nginx", count: 1, steps: ["build", "test"] });
    await old.update({ ...seen, spec: { ...(seen.spec as object), img: "redis", steps: ["lint", "build", "test"] } });
    const edited = await hub.get("web");
    assert.deepEqual(edited.spec, {
      ...{ image: "redis", replicas: 1, size: "large" },
      steps: [
        { name: "lint", retries: 0 },
        { name: "build", retries: 3 },
        { name: "test", retries: 0 },
      ],
    });
    assert.equal(edited.metadata.annotations, undefined, "the hub says all of it");
  });
});

onEachServer("an object of an older version is stored in the hub and loses nothing", async (server) => {
  await withBoxes(server, async ({ hub, old }) => {
    await old.create({ metadata, spec: { img: "nginx", colour: "red" } });
    await hub.patch("web", { merge: { spec: { replicas: 5, size: "small" } } });
    const seen = await old.get("web");
    assert.deepEqual(seen.spec, { img: "nginx", count: 5, colour: "red" });
    assert.deepEqual((await hub.get("web")).spec, { image: "nginx", replicas: 5, size: "small" });
    const { items } = await old.list();
    assert.deepEqual(
      items.map((item) => item.spec),
      [seen.spec],
    );
  });
});

onEachServer("patches and appliers of an older version leave alone what they do not name", async (server) => {
  await withBoxes(server, async ({ hub, old }) => {
    await hub.apply({ metadata, spec: { image: "nginx", size: "large", steps: spec.steps } }, { fieldManager: "new" });
    await old.patch("web", { merge: { spec: { count: 4 } } });
    await old.apply({ metadata, spec: { colour: "blue" } }, { fieldManager: "old" });
    const { spec: now } = await hub.get("web");
    assert.deepEqual([now.replicas, now.size, now.steps?.[0]?.retries], [4, "large", 3]);
    assert.deepEqual((await old.get("web")).spec, { img: "nginx", count: 4, steps: ["build", "test"], colour: "blue" });
  });
});

onEachServer("a status that is written in either version is read in both", async (server) => {
  await withBoxes(server, async ({ hub, old }) => {
    await hub.create({ metadata, spec });
    await hub.status.patch("web", { merge: { status: { readyReplicas: 1, observedGeneration: 1 } } });
    assert.deepEqual((await old.get("web")).status, { readyReplicas: 1, observedGeneration: 1 });
    await old.status.patch("web", { merge: { status: { readyReplicas: 2 } } });
    const seen = await hub.get("web");
    assert.deepEqual(seen.status, { readyReplicas: 2, observedGeneration: 1 });
    assert.equal(seen.spec.size, "large");
  });
});
