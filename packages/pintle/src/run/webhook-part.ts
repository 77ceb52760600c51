/**
 * The webhooks of a program as a part of its manager: served first, then made known to the API server where that is for the program to do, and taken
 * back in the opposite order.
 */
import type { Client } from "@pintle/client";
import { type Clock, createDeadline, type Logger } from "@pintle/machinery";
import {
  type CertificateSource,
  createWebhookServer,
  type InjectedObjects,
  type ManagedCertificatesOptions,
  type Manager,
  managedCertificates,
  type Part,
  type PartContext,
  type RunningPart,
  transportToWebhooks,
  type Webhook,
  type WebhookServer,
} from "@pintle/runtime";
import { programNamesOf } from "../manifests/program-names.ts";
import { definitionNameOf } from "../resource/resource-names.ts";
import { webhookConfigurations } from "../webhook/webhook-configurations.ts";
import { originOf } from "../webhook/webhook-place.ts";
import { convertedResourcesOf, webhooksOf } from "../webhook/webhooks-of.ts";
import { ApiServerSetup } from "./api-server-setup.ts";
import type { ProgramParts } from "./program-parts.ts";
import type { WebhookServing, WebhooksByService, WebhooksByUrl, WebhooksInProcess } from "./start-operators.ts";

export interface WebhookPartOptions {
  readonly parts: ProgramParts;
  readonly name: string;
  readonly manager: Manager;
  readonly serving: WebhookServing;
}

/** Nothing where there are no webhooks. */
export function createWebhookPart(options: WebhookPartOptions): Part | undefined {
  const webhooks = webhooksOf(options.parts);
  if (webhooks.length === 0) return undefined;
  const { serving } = options;
  if (serving.by === "in-process") return inProcessPart(options, serving, webhooks);
  if (serving.by === "url") return urlPart(options, serving, webhooks);
  return servicePart(options, serving, webhooks);
}

const name = "webhooks";
const group = "webhooks";

function inProcessPart(
  options: WebhookPartOptions,
  { inProcess }: WebhooksInProcess,
  webhooks: readonly Webhook[],
): Part {
  const { informers, metrics, logger, client } = options.manager;
  const setup = setupOf(options);
  return {
    name,
    group,
    async start({ signal }) {
      const transport = transportToWebhooks(webhooks, { informers, metrics, logger, clock: client.clock });
      const serving = inProcess.serve(transport);
      const close = () => {
        serving[Symbol.dispose]();
        transport[Symbol.dispose]();
      };
      const install = () => setup.install({ url: inProcess.origin }, { signal });
      return await installed(setup, install, { stop: async () => close() }, client.clock);
    },
  };
}

function urlPart(options: WebhookPartOptions, serving: WebhooksByUrl, webhooks: readonly Webhook[]): Part {
  const { client, logger } = options.manager;
  const { host } = serving;
  const certificates = serving.certificates ?? certificatesFor(options, { dnsNames: [host] });
  const bindHost = isLoopback(host) ? host : "";
  const server = serverOf(options, webhooks, { certificates, host: bindHost, port: serving.port });
  const setup = setupOf(options, { ownNamespace: client.namespace });
  const install = (signal: AbortSignal) => {
    const { ca, cert } = certificates.current();
    const url = originOf(host, server.port ?? 0);
    return setup.install({ url, caBundle: Buffer.from(ca ?? cert).toString("base64") }, { signal });
  };
  return {
    name,
    group,
    async start(context: PartContext) {
      const running = await server.start(context);
      const renewals = reinstallOnChange(certificates, install, client, logger);
      try {
        const part = await installed(setup, () => install(context.signal), running, client.clock);
        return { stop: (given) => renewals.stop().then(() => part.stop(given)) };
      } catch (error) {
        await renewals.stop();
        throw error;
      }
    },
  };
}

function servicePart(options: WebhookPartOptions, serving: WebhooksByService, webhooks: readonly Webhook[]): Part {
  const service = { name: programNamesOf(options.name).webhookService, ...serving.service };
  const inject = injectedBy(options.parts, options.name);
  const certificates = serving.certificates ?? certificatesFor(options, { service, inject });
  return serverOf(options, webhooks, { certificates, port: serving.port });
}

/** Whoever has installed takes it back before nobody answers any more, also where only half of it could be done. */
async function installed(
  setup: ApiServerSetup,
  install: () => Promise<void>,
  running: RunningPart,
  clock: Clock,
): Promise<RunningPart> {
  const stop: RunningPart["stop"] = async (given) => {
    try {
      await setup.remove(given);
    } finally {
      await running.stop(given);
    }
  };
  try {
    await install();
    return { stop };
  } catch (error) {
    using patience = createDeadline(clock, givingUpMs, { kind: "background", label: "webhooks are taken back" });
    // What went wrong first is what has to be mended.
    await stop({ signal: patience.signal }).catch(() => {});
    throw error;
  }
}

const givingUpMs = 5_000;

/** A renewed authority is made known at once, long before a certificate of it is shown. */
function reinstallOnChange(
  certificates: CertificateSource,
  install: (signal: AbortSignal) => Promise<void>,
  { clock }: Client,
  logger: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let last: Promise<void> = Promise.resolve();
  const listening = certificates.onChange(() => {
    const inFlight = clock.busy("webhooks are made known again");
    last = last
      .then(() => (stopping.signal.aborted ? undefined : install(stopping.signal)))
      .catch((error: unknown) => logger.error("a renewed certificate could not be made known", { error }))
      .finally(() => inFlight[Symbol.dispose]());
  });
  return {
    async stop() {
      listening[Symbol.dispose]();
      stopping.abort(new Error("the program stops"));
      await last;
    },
  };
}

function serverOf(
  { manager }: WebhookPartOptions,
  webhooks: readonly Webhook[],
  place: { readonly certificates: CertificateSource; readonly host?: string; readonly port: number | undefined },
): WebhookServer {
  const { informers, metrics, logger, client } = manager;
  const { certificates, host = "", port = 9443 } = place;
  const server = createWebhookServer({ certificates, host, port, informers, metrics, logger, clock: client.clock });
  for (const webhook of webhooks) server.add(webhook);
  manager.addReadyCheck("webhook", () => server.check());
  return server;
}

function certificatesFor(
  { name: program, manager }: WebhookPartOptions,
  use: Pick<ManagedCertificatesOptions, "service" | "dnsNames" | "inject">,
): CertificateSource {
  const { client, logger } = manager;
  const secret = { namespace: client.namespace, name: programNamesOf(program).certificates };
  return managedCertificates({ client, logger, recorder: manager.recorder(program), secret, ...use });
}

function injectedBy(parts: ProgramParts, program: string): InjectedObjects {
  // Where they lead does not matter here, only of which sorts there are some.
  const configurations = webhookConfigurations(parts, { url: "https://localhost" }, { name: program });
  const has = (kind: string) => (configurations.some((each) => each.kind === kind) ? [program] : []);
  return {
    mutating: has("MutatingWebhookConfiguration"),
    validating: has("ValidatingWebhookConfiguration"),
    definitions: convertedResourcesOf(parts).map(definitionNameOf),
  };
}

function setupOf(
  { parts, name: program, manager }: WebhookPartOptions,
  place: { readonly ownNamespace?: string } = {},
): ApiServerSetup {
  const { client, logger } = manager;
  return new ApiServerSetup({ client, logger, parts, name: program, ...place });
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
