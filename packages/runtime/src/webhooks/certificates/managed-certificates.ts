/**
 * Certificates that need nobody: made here, kept in a Secret that all replicas share, renewed in time, and trusted by API servers because
 * their authority is put into the objects that make them call us.
 *
 * ```ts
 * const certificates = managedCertificates({
 *   client,
 *   secret: { namespace: "system", name: "webhook-certificates" },
 *   service: { name: "webhooks" },
 *   inject: { validating: ["modelboxes"], definitions: ["modelboxes.model.github.com"] },
 * });
 * ```
 *
 * The account needs `get`, `list`, `watch`, `create` and `update` on the Secret, and `get`, `list`, `watch` and `patch` on what is injected
 * into; all but `create` may be bound to the names.
 */
import type { Client } from "@pintle/client";
import { type Logger, randomFloat, UsageError } from "@pintle/machinery";
import type { EventRecorder } from "../../events/event-recorder.ts";
import { CaBundleInjector, type InjectionTarget } from "./ca-bundle-injector.ts";
import type { InjectionKind } from "./ca-bundle-places.ts";
import { CertificateKeeper } from "./certificate-keeper.ts";
import { CertificateHolder, type CertificateSource } from "./certificate-source.ts";
import { CertificateStore } from "./certificate-store.ts";
import { SharedRun } from "./shared-run.ts";
import { watchForChanges } from "./watch-for-changes.ts";

export interface ManagedCertificatesOptions {
  readonly client: Client;
  /** Where certificates are kept. It is created unless it is there. */
  readonly secret: { readonly namespace: string; readonly name: string };
  /** The Service by which API servers reach us, in the namespace of the Secret unless said. */
  readonly service?: { readonly namespace?: string; readonly name: string };
  /** Other names and addresses of ours, such as the hosts of URLs. */
  readonly dnsNames?: readonly string[];
  /** The objects whose calls to us shall trust our authority. They need not exist yet. */
  readonly inject?: InjectedObjects;
  /** 90 days unless said. */
  readonly lifetimeMs?: number;
  /** So long before its end a certificate is renewed; a third of its lifetime unless said. */
  readonly renewBeforeMs?: number;
  /** How long API servers get to hear of a new authority, before a certificate of it is shown; 30 seconds unless said. */
  readonly spreadMs?: number;
  readonly logger?: Logger;
  /** Tells of a Secret that had to be repaired. */
  readonly recorder?: EventRecorder;
}

/** Names of objects, by kind. */
export interface InjectedObjects {
  readonly mutating?: readonly string[];
  readonly validating?: readonly string[];
  /** Definitions with a conversion webhook. */
  readonly definitions?: readonly string[];
  readonly apiServices?: readonly string[];
}

const defaultLifetimeMs = 90 * 86_400_000;
/** Certificates know whole seconds, and everything has to be told to everybody in between. */
const shortestLifetimeMs = 10_000;
const defaultSpreadMs = 30_000;

export function managedCertificates(options: ManagedCertificatesOptions): CertificateSource {
  const { client, secret, logger, recorder, spreadMs = defaultSpreadMs } = options;
  const name = `the certificates of the Secret ${secret.namespace}/${secret.name}`;
  const service = options.service && { namespace: secret.namespace, ...options.service };
  const names = [...serviceNames(service), ...(options.dnsNames ?? [])];
  const wishes = { names: requireNames(names, name), ...requireLifetime(options) };
  const targets = targetsOf(options.inject ?? {});
  const holder = new CertificateHolder(name, logger);
  const store = new CertificateStore({ client, secret, wishes, logger, recorder });
  const injector = new CaBundleInjector({ client, server: { service, names }, targets, logger });
  let problem = (): string | undefined => `${name} are not started`;

  const shared = new SharedRun(() => {
    const { clock, random } = client;
    const keeper = new CertificateKeeper({ name, clock, random, store, injector, holder, spreadMs, logger });
    const watching = watchForChanges({ client, secret, targets, logger, onChange: () => keeper.wake() });
    keeper.run();
    problem = () => keeper.problem ?? watching.problem;
    const stop = async () => {
      problem = () => `${name} are stopped`;
      await Promise.all([keeper.stop(), watching[Symbol.asyncDispose]()]);
    };
    return { ready: keeper.ready, stop };
  });

  return {
    name,
    start: (given) => shared.start(given),
    current: () => holder.current(),
    onChange: (listener) => holder.onChange(listener),
    get problem() {
      return problem();
    },
    stop: () => shared.stop(),
  };
}

/** API servers ask for the first; the others are for callers within the cluster. */
function serviceNames(service: { readonly namespace: string; readonly name: string } | undefined): string[] {
  if (service === undefined) return [];
  const { namespace, name } = service;
  return [`${name}.${namespace}.svc`, `${name}.${namespace}`, `${name}.${namespace}.svc.cluster.local`];
}

function requireNames(names: readonly string[], source: string): readonly string[] {
  if (names.length > 0) return names;
  const remedy = `say whom ${source} are for: the Service that leads to the server, or dnsNames`;
  throw new UsageError("PINTLE_CERTIFICATE_NAMES_MISSING", remedy);
}

function requireLifetime(options: ManagedCertificatesOptions): { lifetimeMs: number; renewBeforeMs: number } {
  const { lifetimeMs = defaultLifetimeMs, client } = options;
  const { renewBeforeMs = lifetimeMs / 3 } = options;
  if (!(lifetimeMs >= shortestLifetimeMs && renewBeforeMs > 0 && renewBeforeMs < lifetimeMs)) {
    const rule = `lifetimeMs has to be ${shortestLifetimeMs} or more, and renewBeforeMs between 0 and it`;
    throw new UsageError("PINTLE_CERTIFICATE_LIFETIME_INVALID", `${rule}, not ${lifetimeMs} and ${renewBeforeMs}`);
  }
  // Replicas that all renewed at the same moment would only be in each other's way.
  return { lifetimeMs, renewBeforeMs: renewBeforeMs * (1 - randomFloat(client.random) / 10) };
}

function targetsOf(inject: InjectedObjects): InjectionTarget[] {
  const kinds: readonly InjectionKind[] = ["mutating", "validating", "definitions", "apiServices"];
  return kinds.flatMap((kind) => [...new Set(inject[kind] ?? [])].map((name) => ({ kind, name })));
}
