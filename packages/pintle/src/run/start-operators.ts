/**
 * Runs operators, webhooks and controllers until they are stopped. `run` does it for a whole process; tests and programs that do more besides do it
 * by this function.
 *
 * ```ts
 * await using running = await startOperators([modelBoxes], { client, logger, webhooks: { by: "url", host: "127.0.0.1" } });
 * await running.ready;
 * ```
 *
 * What is declared is compared with what the cluster has first: a resource that is not installed is an error that says what to do.
 */
import type { Client } from "@pintle/client";
import { type Logger, lazyCode } from "@pintle/machinery";
import type { CertificateSource, Manager, ManagerOptions } from "@pintle/runtime";
import type { InProcessWebhooks } from "../webhook/in-process-webhooks.ts";
import { checkProgramParts, type ProgramParts } from "./program-parts.ts";

export interface StartOperatorsOptions
  extends Pick<ManagerOptions, "leaderElection" | "metrics" | "health" | "gracefulShutdownMs"> {
  readonly client: Client;
  readonly logger: Logger;
  /** Of the program: what its certificates and webhook configurations are named after. The name of the first operator unless said. */
  readonly name?: string;
  /** How API servers reach the webhooks of the parts; they are not served unless said. */
  readonly webhooks?: WebhookServing | undefined;
  /** Only objects in these are looked at; those in all namespaces unless said. */
  readonly namespaces?: readonly string[];
  /** Stops everything in peace when it is aborted. */
  readonly signal?: AbortSignal;
}

export type WebhookServing = WebhooksByService | WebhooksByUrl | WebhooksInProcess;

interface ServedOverTls {
  /** 9443 unless said; 0 for any that is free. */
  readonly port?: number;
  /** Made and renewed by the program itself unless said, and kept in a Secret. */
  readonly certificates?: CertificateSource;
}

/** For a program within the cluster. Its manifests hold the Service and the configurations; only authorities are put into them here. */
export interface WebhooksByService extends ServedOverTls {
  readonly by: "service";
  /** `<name of the program>-webhook` in the namespace of the client unless said. */
  readonly service?: { readonly namespace?: string; readonly name: string };
}

/** For a program outside of the cluster: the configurations are there for as long as it runs. */
export interface WebhooksByUrl extends ServedOverTls {
  readonly by: "url";
  /** A name or address by which API servers reach this machine. On a loopback address nobody else does. */
  readonly host: string;
}

/** For an API server in the same process. The configurations are there for as long as the program runs. */
export interface WebhooksInProcess {
  readonly by: "in-process";
  readonly inProcess: InProcessWebhooks;
}

export interface RunningOperators extends AsyncDisposable {
  readonly manager: Manager;
  /** Resolves when webhooks are served and this process leads; rejects when it came to an end before. */
  readonly ready: Promise<void>;
  /** Resolves when everything has come to rest, after it was asked to; rejects when something failed. */
  readonly ended: Promise<void>;
  /** Ends everything in peace, and resolves and rejects as `ended` does. */
  stop(): Promise<void>;
}

const loadManager = lazyCode(() => import("./start-manager.ts"));

/** Resolves as soon as everything has been checked and begun; `ready` tells when it is at work. */
export async function startOperators(parts: ProgramParts, options: StartOperatorsOptions): Promise<RunningOperators> {
  const checked = checkProgramParts(parts);
  const { startManager } = await loadManager();
  return await startManager(checked, options);
}
