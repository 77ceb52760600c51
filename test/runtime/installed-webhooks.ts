/** A webhook server of the runtime on loopback, and the objects that make an API server call it, trusted by a bundle that is given by hand. */
import { randomUUID } from "node:crypto";
import type { Client } from "@pintle/client";
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "@pintle/kinds";
import { ApiError, createConsoleLogger, createProcessClock } from "@pintle/machinery";
import {
  createInformers,
  createMetrics,
  createWebhookServer,
  Gate,
  type Metrics,
  selfSignedCertificate,
  type Webhook,
} from "@pintle/runtime";

const clock = createProcessClock();
const host = "127.0.0.1";

export interface InstalledWebhooks extends AsyncDisposable {
  readonly metrics: Metrics;
  /** What the server logged as errors. */
  readonly errors: string[];
  /** As webhook configurations and definitions take it. */
  clientConfig(path: string): { readonly url: string; readonly caBundle: string };
  /** Has the API server ask about ConfigMaps of the namespace. */
  install(namespace: string, paths: InstalledPaths): Promise<void>;
}

export interface InstalledPaths {
  /** Those that change objects, in the order in which they are asked; each is asked once more where a later one has changed something. */
  readonly mutate?: string | readonly string[];
  readonly validate?: string;
}

export async function serveWebhooks(client: Client, ...webhooks: readonly Webhook[]): Promise<InstalledWebhooks> {
  const errors: string[] = [];
  const logger = createConsoleLogger({ write: (line) => errors.push(line), clock, level: "error" });
  const metrics = createMetrics();
  const certificates = selfSignedCertificate([host], { clock });
  const informers = createInformers(client, { logger });
  const server = createWebhookServer({ host, port: 0, certificates, metrics, informers, clock, logger });
  for (const webhook of webhooks) server.add(webhook);
  const running = await server.start({ signal: new AbortController().signal, fence: new Gate() });
  await server.check();
  const watching = informers.start();
  const name = `webhooks-${randomUUID().slice(0, 8)}`;
  const caBundle = Buffer.from(certificates.current().ca ?? certificates.current().cert).toString("base64");
  const clientConfig = (path: string) => ({ url: `https://${host}:${server.port}${path}`, caBundle });
  return {
    metrics,
    errors,
    clientConfig,
    async install(namespace, { mutate, validate }) {
      const webhook = (path: string) => ({
        ...{ name: "configmaps.pintle.dev", clientConfig: clientConfig(path), failurePolicy: "Fail" as const },
        rules: [
          {
            ...{ apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] },
            operations: ["CREATE" as const, "UPDATE" as const, "DELETE" as const],
          },
        ],
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
        ...{ sideEffects: "None" as const, admissionReviewVersions: ["v1", "v1beta1"], timeoutSeconds: 5 },
      });
      const metadata = { name };
      if (mutate) {
        const webhooks = [mutate].flat().map((path, index) => ({
          ...webhook(path),
          ...(index > 0 && { name: `more-${index}.pintle.dev` }),
          reinvocationPolicy: "IfNeeded" as const,
        }));
        await client.resource(MutatingWebhookConfiguration).create({ metadata, webhooks });
      }
      if (validate) {
        await client.resource(ValidatingWebhookConfiguration).create({ metadata, webhooks: [webhook(validate)] });
      }
    },
    async [Symbol.asyncDispose]() {
      for (const kind of [MutatingWebhookConfiguration, ValidatingWebhookConfiguration]) {
        await client.resource(kind).delete(name).catch(ignoreAbsence);
      }
      await running.stop({ signal: AbortSignal.abort() });
      await watching[Symbol.asyncDispose]();
    },
  };
}

function ignoreAbsence(error: unknown): void {
  if (!ApiError.is(error, "NotFound")) throw error;
}

/** Configurations and definitions take effect a moment after they are written. */
export async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const untilMs = clock.monotonic() + 20_000;
  while (!(await isSo())) {
    if (clock.monotonic() > untilMs) throw new Error(`${what} has not come about within 20 s`);
    await clock.sleep(50, { label: what, kind: "work" });
  }
}
