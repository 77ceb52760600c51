/** A program that is asked about every Secret needs one to start: nobody asks about those in its own namespace. */
import assert from "node:assert/strict";
import { createClient } from "@pintle/client";
import { Namespace, Secret, Service, ValidatingWebhookConfiguration } from "@pintle/kinds";
import { ApiError, createLogList, type ManifestOf } from "@pintle/machinery";
import { defineWebhook, startOperators, webhookConfigurations } from "pintle";
import { onEachServer, type ServerUnderTest } from "../client/servers.ts";
import { eventually } from "../runtime/installed-webhooks.ts";
import { freePort } from "./run-children.ts";

const name = "secret-judge";
const service = `${name}-webhook`;

const judge = defineWebhook(Secret, {
  validate: (secret, { deny }) => {
    if (secret.metadata.labels?.leaked === "true") deny("metadata.labels", "is known to everybody");
  },
});

/** As manifests do, before the program runs for the first time. No server of a test finds pods: the Service stands for this machine. */
async function deploy({ client, namespace }: ServerUnderTest, port: number): Promise<void> {
  await client
    .resource(Service, { namespace })
    .create({ metadata: { name: service }, spec: { type: "ExternalName", externalName: "localhost" } });
  const [configuration] = webhookConfigurations([judge], { service: { namespace, name: service, port } }, { name });
  const manifest = configuration as ManifestOf<typeof ValidatingWebhookConfiguration>;
  assert.equal(manifest.webhooks?.[0]?.failurePolicy, "Fail");
  await client.resource(ValidatingWebhookConfiguration).apply(manifest, { fieldManager: "test" });
}

onEachServer(
  "a program whose webhook fails closed for Secrets makes the one with its certificate, and comes up",
  async (server) => {
    const { client, namespace, access } = server;
    const elsewhere = `${namespace}-other`;
    await client.resource(Namespace).create({ metadata: { name: elsewhere } });
    const write = (leaked: string) =>
      client
        .resource(Secret, { namespace: elsewhere })
        .create({ metadata: { name: "keys", labels: { leaked } } }, { dryRun: true })
        .then(
          () => "taken",
          (error: unknown) => ApiError.find(error)?.reason,
        );
    const port = await freePort();
    await deploy(server, port);
    await eventually("nobody to ask", async () => (await write("false")) === "InternalError");

    const config = access.config
      ? { ...access.config, namespace }
      : { transport: access.transport ?? assert.fail(), namespace };
    await using own = createClient(config);
    const { logger, lines } = createLogList();
    const webhooks = { by: "service" as const, port };
    await using running = await startOperators([judge], { client: own, logger, name, webhooks });
    await running.ready;
    assert.ok(await client.resource(Secret, { namespace }).get(`${service}-certificates`));
    await eventually("being asked", async () => (await write("true")) === "Invalid");
    assert.equal(await write("false"), "taken");
    assert.deepEqual(
      lines.filter(({ level }) => level === "error"),
      [],
    );
    await running.stop();
    await client.resource(ValidatingWebhookConfiguration).delete(name);
  },
);
