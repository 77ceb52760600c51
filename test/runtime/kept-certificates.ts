/** Certificates that are managed on the plane of a test, and those who call and have to believe them. */
import assert from "node:assert/strict";
import type { Client } from "@pintle/client";
import { CustomResourceDefinition, Secret, ValidatingWebhookConfiguration } from "@pintle/kinds";
import type { Logger } from "@pintle/machinery";
import { type CertificateSource, type ManagedCertificatesOptions, managedCertificates } from "@pintle/runtime";
import {
  boxDefinition,
  checkConfiguration,
  configurationName,
  definitionName,
  isBelieved,
  trustedBundles,
} from "./called-objects.ts";
import type { RuntimePlane } from "./plane.ts";

export const service = { namespace: "default", name: "web" };
export const secretPlace = { namespace: "default", name: "web-certificates" };
const inject = { validating: [configurationName], definitions: [definitionName] };

export function manage(client: Client, options: Partial<ManagedCertificatesOptions> = {}): CertificateSource {
  return managedCertificates({ client, secret: secretPlace, service, inject, ...options });
}

/** As many replicas as there are clients, all started at once. */
export async function startReplicas(
  { clock }: RuntimePlane,
  clients: readonly Client[],
  options: Partial<ManagedCertificatesOptions> = {},
): Promise<readonly CertificateSource[]> {
  const sources = clients.map((client) => manage(client, options));
  const starting = Promise.all(sources.map((source) => source.start()));
  await clock.settle();
  await starting;
  return sources;
}

export async function startManaged(
  plane: RuntimePlane,
  options: Partial<ManagedCertificatesOptions> = {},
): Promise<CertificateSource> {
  const [source] = await startReplicas(plane, [plane.client], options);
  return source ?? assert.fail();
}

export async function createCallers({ client }: RuntimePlane): Promise<void> {
  await client.resource(ValidatingWebhookConfiguration).create(checkConfiguration({ service }));
  await client.resource(CustomResourceDefinition).create(boxDefinition({ service }));
}

/** Everybody who is called is believed by everybody who calls. */
export async function assertBelieved(
  { client, clock }: RuntimePlane,
  ...sources: readonly CertificateSource[]
): Promise<void> {
  for (const bundle of await trustedBundles(client)) {
    for (const source of sources) {
      const when = new Date(clock.now()).toISOString();
      assert.ok(isBelieved(source.current(), bundle, clock.now()), `not believed at ${when}`);
    }
  }
}

export function secretsOf({ client }: RuntimePlane) {
  return client.resource(Secret, { namespace: secretPlace.namespace });
}

export function encodeBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** A logger, and what it was told. */
export function collectLines(): { readonly lines: readonly string[]; readonly logger: Logger } {
  const lines: string[] = [];
  const line = (message: string, fields?: object) => void lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  const logger: Logger = { debug: line, info: line, warn: line, error: line, with: () => logger };
  return { lines, logger };
}
