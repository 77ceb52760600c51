/** Webhooks that look other objects up, asked by API servers: the embedded plane, and the real one by webhooks.real-test.ts. */
import assert from "node:assert/strict";
import { ConfigMap, Namespace, Secret } from "@pintle/kinds";
import { ApiError } from "@pintle/machinery";
import { admissionWebhook } from "@pintle/runtime";
import { onEachServer } from "../client/servers.ts";
import { eventually, serveWebhooks } from "./installed-webhooks.ts";

/** A ConfigMap names a Secret of its namespace, and as many as the namespace's label allows may be there. */
const permits = admissionWebhook(ConfigMap, {
  reads: [Namespace, Secret, ConfigMap],
  operations: ["CREATE"],
  validate(map, { namespace, read, list, deny }) {
    const { permit = "" } = map.data ?? {};
    if (read(Secret, permit) === undefined) deny("data.permit", "names no Secret");
    const limit = Number(read(Namespace, namespace)?.metadata.labels?.limit ?? 0);
    const count = list(ConfigMap, { namespace }).filter(({ data }) => data?.permit !== undefined).length;
    if (count >= limit) deny("", `there are ${count} already`);
  },
});

onEachServer("a webhook decides by other objects, which it finds in its cache", async ({ client, namespace }) => {
  await using hooks = await serveWebhooks(client, permits);
  await hooks.install(namespace, { validate: "/validate--v1-configmap" });
  const maps = client.resource(ConfigMap, { namespace });
  const attempt = (name: string, dryRun = false) =>
    maps.create({ metadata: { name }, data: { permit: "permit" } }, { dryRun }).then(
      () => "allowed",
      (error: unknown) => ApiError.find(error)?.message ?? String(error),
    );
  await eventually("being asked", async () => (await attempt("probe", true)) !== "allowed");
  assert.match(await attempt("a"), /data\.permit: Invalid value: "permit": names no Secret/);

  await client.resource(Secret, { namespace }).create({ metadata: { name: "permit" } });
  await client.resource(Namespace).patch(namespace, { merge: { metadata: { labels: { limit: "1" } } } });
  await eventually("the Secret and the label are heard of", async () => (await attempt("a", true)) === "allowed");
  assert.equal(await attempt("a"), "allowed");
  await eventually("the ConfigMap is heard of", async () => (await attempt("b", true)) !== "allowed");
  assert.match(await attempt("b"), /there are 1 already/);
  assert.deepEqual(hooks.errors, []);
});
