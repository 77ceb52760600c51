/** Webhooks of a program in the cluster, called by a Service: by the embedded plane, and by the real server in webhook-service.real-test.ts. */
import assert from "node:assert/strict";
import { createClient } from "@pintle/client";
import {
  CustomResourceDefinition,
  MutatingWebhookConfiguration,
  Secret,
  Service,
  ValidatingWebhookConfiguration,
} from "@pintle/kinds";
import { ApiError, createLogList } from "@pintle/machinery";
import { installResources, startOperators, webhookConfigurations } from "pintle";
import { onEachServer, type ServerUnderTest } from "../client/servers.ts";
import { eventually } from "../runtime/installed-webhooks.ts";
import { freePort } from "./run-children.ts";
import { OldWidget, Widget, widgets } from "./webhook-widgets.ts";

const name = "widgets-program";
const service = "widgets-program-webhook";

/** No server of a test finds pods: the Service stands for the name of this machine. */
async function deploy({ client, namespace }: ServerUnderTest, port: number): Promise<void> {
  const place = { service: { namespace, name: service, port } };
  await client
    .resource(Service, { namespace })
    .create({ metadata: { name: service }, spec: { type: "ExternalName", externalName: "localhost" } });
  await installResources(client, [Widget], {
    conversion: { service: { ...place.service, path: "/convert" } },
    force: true,
  });
  for (const configuration of webhookConfigurations([widgets], place, { name })) {
    const options = { fieldManager: "test", force: true };
    if (configuration.kind === "MutatingWebhookConfiguration") {
      await client.resource(MutatingWebhookConfiguration).apply(configuration, options);
    } else await client.resource(ValidatingWebhookConfiguration).apply(configuration as never, options);
  }
}

async function undeploy({ client }: ServerUnderTest): Promise<void> {
  await client.resource(MutatingWebhookConfiguration).delete(name);
  await client.resource(ValidatingWebhookConfiguration).delete(name);
  await client.resource(CustomResourceDefinition).delete("widgets.widgets.example.com");
}

onEachServer(
  "a program in the cluster makes its certificate, has it trusted, and is called by its Service",
  async (server) => {
    const { client, namespace, access } = server;
    const port = await freePort();
    await deploy(server, port);
    const { logger, lines } = createLogList();
    const config = access.config
      ? { ...access.config, namespace }
      : { transport: access.transport ?? assert.fail(), namespace };
    await using own = createClient(config);
    await using running = await startOperators([widgets], {
      client: own,
      logger,
      name,
      webhooks: { by: "service", port },
    });
    await running.ready;
    const all = client.resource(Widget, { namespace });
    await eventually("being asked", () =>
      all.create({ metadata: { name: "probe" }, spec: { image: "evil" } }, { dryRun: true }).then(
        () => false,
        (error: unknown) => ApiError.is(error, "Invalid"),
      ),
    );
    assert.equal((await all.create({ metadata: { name: "a" }, spec: {} })).spec.image, "nginx");
    assert.deepEqual((await client.resource(OldWidget, { namespace }).get("a")).spec, {
      image: "nginx:1",
      instances: 1,
    });
    assert.equal(
      (await client.resource(Secret, { namespace }).get(`${service}-certificates`)).type,
      "kubernetes.io/tls",
    );
    assert.deepEqual(
      lines.filter(({ level }) => level === "error"),
      [],
    );
    await running.stop();
    const { webhooks } = await client.resource(ValidatingWebhookConfiguration).get(name);
    assert.equal(webhooks?.length, 1, "what was deployed is not the program's to remove");
    await undeploy(server);
  },
);
