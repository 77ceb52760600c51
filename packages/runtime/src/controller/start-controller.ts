/** Runs one controller by itself: no manager, no election, no endpoints. For a script, a test, or a process that has all that already. */
import type { Client } from "@pintle/client";
import { type AnyKind, createConsoleLogger, createDeadline, type Logger } from "@pintle/machinery";
import { createEventRecorder } from "../events/create-event-recorder.ts";
import { createInformers } from "../informers/create-informers.ts";
import { Gate } from "../manager/fence.ts";
import { createMetrics } from "../metrics/create-metrics.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { loadTracer } from "../tracing/tracer.ts";
import type { ControllerDefinition } from "./controller-definition.ts";
import type { Controller } from "./controller-environment.ts";
import { createController } from "./create-controller.ts";

export interface StartControllerOptions {
  readonly client: Client;
  /** Nothing is written down without one. */
  readonly logger?: Logger;
  readonly metrics?: Metrics;
  /** Ends the start; what has been started is ended by disposing of it. */
  readonly signal?: AbortSignal;
  /** How long the end waits for runs before it aborts them: 30 seconds unless said. */
  readonly gracefulShutdownMs?: number;
}

/** A controller that runs until it is disposed of. */
export interface StartedController extends AsyncDisposable {
  readonly controller: Controller;
  readonly metrics: Metrics;
}

const defaultGracefulShutdownMs = 30_000;

/** Resolves when everything that is watched is there and the workers are at work. */
export async function startController<K extends AnyKind>(
  definition: ControllerDefinition<K>,
  options: StartControllerOptions,
): Promise<StartedController> {
  const { client, metrics = createMetrics(), signal = new AbortController().signal } = options;
  const { clock, random } = client;
  const logger = options.logger ?? createConsoleLogger({ write: () => {}, clock });
  const informers = createInformers(client, { logger });
  const events = createEventRecorder({ client, reportingController: definition.name, logger, metrics });
  const recorder = (name: string) => events.for(name);
  const tracer = await loadTracer();
  const controller = createController(definition, {
    client,
    informers,
    recorder,
    metrics,
    logger,
    clock,
    random,
    tracer,
  });
  const caches = informers.start();
  const endings = [() => events.close(), async () => caches[Symbol.asyncDispose]()];
  const end = async () => {
    for (const ending of endings.splice(0).toReversed()) await ending();
  };
  try {
    const sources = await controller.startSources({ signal });
    endings.push(() => sources.stop({ signal }));
  } catch (error) {
    await end();
    throw error;
  }
  const gate = new Gate();
  const workers = controller.startWorkers(gate);
  endings.push(async () => {
    const patienceMs = options.gracefulShutdownMs ?? defaultGracefulShutdownMs;
    using patience = createDeadline(clock, patienceMs, { kind: "background", label: "the end of a controller" });
    await workers.stop({ signal: patience.signal });
    gate.close("the controller has ended");
  });
  return { controller, metrics, [Symbol.asyncDispose]: end };
}
