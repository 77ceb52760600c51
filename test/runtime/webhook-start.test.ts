/** A manager whose own informers need its own conversion webhook: the webhook is there before they ask. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { CustomResourceDefinition } from "@pintle/kinds";
import { createConsoleLogger, createProcessClock, defineKind } from "@pintle/machinery";
import {
  controller,
  conversionWebhook,
  createManager,
  createWebhookServer,
  selfSignedCertificate,
  spoke,
} from "@pintle/runtime";
import { onEachServer } from "../client/servers.ts";
import { eventually } from "./installed-webhooks.ts";

const clock = createProcessClock();
const host = "127.0.0.1";
const group = "start.pintle.dev";
const crate = <Version extends string>(version: Version) =>
  defineKind({ group, version, kind: "Crate", plural: "crates", scope: "Namespaced" });
const Crate = crate("v2")<{ spec: { image: string; tag: string } }>();
const OldCrate = crate("v1")<{ spec: { image: string } }>();

const crates = conversionWebhook(Crate, [
  spoke(Crate, OldCrate, {
    up({ spec }) {
      const [image = "", tag = ""] = spec.image.split(":");
      return { spec: { image, tag } };
    },
    down: ({ spec }) => ({ spec: { image: `${spec.image}:${spec.tag}` } }),
  }),
]);

function definitionOf(port: number, caBundle: string) {
  const version = (name: string) => ({
    ...{ name, served: true, storage: name === "v2" },
    schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
  });
  const clientConfig = { url: `https://${host}:${port}/convert`, caBundle };
  const webhook = { conversionReviewVersions: ["v1"], clientConfig };
  return CustomResourceDefinition({
    metadata: { name: `crates.${group}` },
    spec: {
      ...{ group, scope: "Namespaced", versions: [version("v1"), version("v2")] },
      names: { plural: "crates", singular: "crate", kind: "Crate", listKind: "CrateList" },
      conversion: { strategy: "Webhook", webhook },
    },
  });
}

onEachServer("a manager starts although nothing can be listed for it before it runs", async ({ client, namespace }) => {
  const signal = new AbortController().signal;
  const certificates = selfSignedCertificate([host], { clock });
  await certificates.start({ signal });
  const port = await freePort();
  const { ca, cert } = certificates.current();
  const definition = definitionOf(port, Buffer.from(ca ?? cert).toString("base64"));
  const definitions = client.resource(CustomResourceDefinition);
  await definitions.create(definition);
  const stored = client.resource(Crate, { namespace });
  await eventually("the definition", () =>
    stored.create({ metadata: { name: "a" }, spec: { image: "nginx", tag: "1" } }).then(
      () => true,
      () => false,
    ),
  );
  await assert.rejects(client.resource(OldCrate, { namespace }).list(), /conversion webhook/);

  const logger = createConsoleLogger({ write: () => {}, clock });
  const manager = createManager({ client, logger });
  const server = createWebhookServer({ host, port, certificates, clock, logger });
  server.add(crates);
  manager.add(server);
  const seen = Promise.withResolvers<string | undefined>();
  manager.add(
    controller(OldCrate, { namespace }).reconcile((_request, { object }) => seen.resolve(object?.spec.image)),
  );
  const ending = new AbortController();
  const ended = manager.start({ signal: ending.signal });
  try {
    assert.equal(await Promise.race([seen.promise, ended]), "nginx:1");
  } finally {
    await stored.delete("a");
    ending.abort();
    await ended;
    await certificates.stop();
    await definitions.delete(`crates.${group}`);
  }
});

/** One that nobody listened on a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
