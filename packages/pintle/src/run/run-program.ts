/** A program from its first word to its exit code: 0 when it was asked to stop, 1 when something failed, 2 when a flag is wrong. */
import { type Client, createClient, loadConfig } from "@pintle/client";
import { createConsoleLogger, createJsonLogger, createProcessClock, type Logger, UsageError } from "@pintle/machinery";
import { handleSignals, handleUncaught, type ProcessSeam } from "@pintle/runtime";
import { programNamesOf } from "../manifests/program-names.ts";
import { installResources } from "../resource/install.ts";
import { conversionConfigAt, originOf, type ServicePlace, type WebhookPlace } from "../webhook/webhook-place.ts";
import { type Environment, type ProgramFlags, readProgramFlags } from "./program-flags.ts";
import { programHelp } from "./program-help.ts";
import { resourcesOf } from "./program-kinds.ts";
import { checkProgramParts, type ProgramParts, programNameOf } from "./program-parts.ts";
import { leaderElectionOf, metricsOf, webhooksByFlags } from "./program-settings.ts";
import { FlagError } from "./read-switch.ts";
import { startManager } from "./start-manager.ts";
import type { WebhookServing } from "./start-operators.ts";

export interface ProgramOptions {
  readonly name?: string;
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly host: ProcessSeam;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
}

export type PartsFactory = () => ProgramParts | Promise<ProgramParts>;

export async function runProgram(factory: PartsFactory, options: ProgramOptions): Promise<void> {
  const { args, environment, host, stdout, stderr } = options;
  let flags: ProgramFlags;
  try {
    flags = readProgramFlags(args, environment);
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
    stderr(`${error.message}\n`);
    host.exit(2);
    return;
  }
  if (flags.help) {
    stdout(programHelp());
    host.exit(0);
    return;
  }
  host.exit(await runToEnd(factory, flags, options));
}

async function runToEnd(factory: PartsFactory, flags: ProgramFlags, options: ProgramOptions): Promise<number> {
  const { host, stderr } = options;
  const createLogger = flags.logFormat === "json" ? createJsonLogger : createConsoleLogger;
  const logger = createLogger({ write: stderr, clock: createProcessClock(), level: flags.logLevel });
  const setup = logger.with({ logger: "setup" });
  const uncaught = new AbortController();
  const asked = handleSignals(host);
  using _uncaught = handleUncaught({ logger: setup, host, onUncaught: (error) => uncaught.abort(error) });
  try {
    await execute(factory, flags, options, { logger, setup, signal: AbortSignal.any([asked, uncaught.signal]) });
    return uncaught.signal.aborted ? 1 : 0;
  } catch (error) {
    // What was being done when it was asked to stop has been given up, as it was told to.
    if (asked.aborted && error === asked.reason) return 0;
    complain(setup, error);
    return 1;
  }
}

interface ProgramSeams {
  readonly logger: Logger;
  readonly setup: Logger;
  readonly signal: AbortSignal;
}

async function execute(
  factory: PartsFactory,
  flags: ProgramFlags,
  { name: given, environment }: ProgramOptions,
  { logger, setup, signal }: ProgramSeams,
): Promise<void> {
  const { kubeconfig, context, healthProbeBindAddress, namespaces } = flags;
  const parts = checkProgramParts(await factory());
  const name = flags.name ?? given ?? programNameOf(parts);
  const config = await loadConfig({ ...(kubeconfig && { file: kubeconfig }), ...(context && { context }) });
  await using client = createClient(config, { logger });
  const webhooks = webhooksByFlags({ flags, environment, parts, client, logger: setup });
  if (flags.install) await install(parts, webhooks, { client, name, logger: setup, signal });
  const metrics = metricsOf(flags, client, logger);
  const leaderElection = leaderElectionOf(flags, name);
  setup.info("starting manager");
  const running = await startManager(parts, {
    ...{ client, logger, name, signal, health: { bindAddress: healthProbeBindAddress } },
    ...(webhooks && { webhooks }),
    ...(metrics && { metrics }),
    ...(leaderElection && { leaderElection }),
    ...(namespaces && { namespaces }),
  });
  await running.ended;
}

async function install(
  parts: ProgramParts,
  webhooks: WebhookServing | undefined,
  { client, name, logger, signal }: InstallSeams,
): Promise<void> {
  const { webhookService } = programNamesOf(name);
  const place = webhooks && placeOf(webhooks, { namespace: client.namespace, name: webhookService });
  await installResources(client, resourcesOf(parts), {
    ...{ signal, conversion: place && conversionConfigAt(place) },
    onProgress: ({ name: definition, message }) => logger.info(`the definition ${message}`, { definition }),
  });
}

/** Definitions say from the beginning where objects are converted, as far as that is known before anybody listens. */
function placeOf(webhooks: WebhookServing, service: ServicePlace["service"]): WebhookPlace | undefined {
  if (webhooks.by === "service") return { service };
  return webhooks.by === "url" && webhooks.port ? { url: originOf(webhooks.host, webhooks.port) } : undefined;
}

interface InstallSeams {
  readonly client: Client;
  readonly name: string;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Who has to change something reads what; for anything else the log has all that is known. */
function complain(logger: Logger, error: unknown): void {
  if (error instanceof UsageError) logger.error(error.message, { code: error.code });
  else logger.error("problem running manager", { error });
}
