/** Workers on a virtual clock, with a client whose server answers every request with what it was sent. */
import { type Client, createClient } from "@pintle/client";
import {
  type AnyKind,
  createConsoleLogger,
  createSeededRandom,
  createVirtualClock,
  createWorkQueue,
  defineKind,
  type Logger,
  type RateLimiter,
  type Transport,
  type VirtualClock,
  type WorkQueue,
} from "@pintle/machinery";
import { Gate } from "../manager/fence.ts";
import { createMetrics } from "../metrics/create-metrics.ts";
import { createQueueMetrics } from "../metrics/queue-metrics.ts";
import type { Tracer } from "../tracing/tracer.ts";
import { WatchedKinds } from "./cache-reader.ts";
import { ContestedWrites } from "./contested-writes.ts";
import { createControllerMetrics } from "./controller-metrics.ts";
import type { Cause, Reconcile } from "./reconcile.ts";
import { Workers } from "./workers.ts";

export const ConfigMap = defineKind({
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  scope: "Namespaced",
})<{ data?: { [key: string]: string } }>();

export interface WorkersFixture {
  readonly clock: VirtualClock;
  readonly queue: WorkQueue<string, Cause>;
  readonly client: Client;
  readonly fence: Gate;
  readonly workers: Workers<AnyKind>;
  /** `POST /api/v1/namespaces/default/configmaps`, in order. */
  readonly requests: readonly string[];
  readonly log: readonly string[];
  /** Other workers on the same queue, after those before have stopped. */
  startMore(): { readonly workers: Workers<AnyKind>; readonly fence: Gate };
  /** The number behind a metric of the controller. */
  metric(name: string, labels?: string): number;
  stop(patienceMs?: number): Promise<void>;
}

export interface WorkersFixtureOptions {
  readonly count?: number;
  readonly reconcileTimeoutMs?: number;
  readonly limiter?: RateLimiter;
  readonly tracer?: Tracer;
  /** How long the server takes. */
  readonly answerMs?: number;
  /** Errors of many runs are not kept. */
  readonly isQuiet?: boolean;
}

export function startTestWorkers(
  reconcile: Reconcile<typeof ConfigMap>,
  { count = 1, reconcileTimeoutMs, limiter, tracer, answerMs = 0, isQuiet = false }: WorkersFixtureOptions = {},
): WorkersFixture {
  const clock = createVirtualClock({ stepLimit: 10_000_000 });
  const random = createSeededRandom(1);
  const requests: string[] = [];
  const log: string[] = [];
  const client = createClient({ transport: echo(clock, requests, answerMs) }, { clock, random });
  const registry = createMetrics();
  const metrics = createControllerMetrics(registry, "test");
  const queue = createWorkQueue<string, Cause>({
    name: "test",
    clock,
    metrics: createQueueMetrics(registry, { name: "test" }),
    ...(limiter && { limiter }),
  });
  const fence = new Gate();
  const surroundings = {
    ...{ name: "test", kind: ConfigMap, cluster: undefined, reconcile, client, random, metrics },
    cache: new WatchedKinds(),
    contests: new ContestedWrites(clock),
    lister: { get: () => undefined, list: () => [], byIndex: () => [], size: 0 },
    recorder: { record: () => {} },
    logger: isQuiet ? silent : createConsoleLogger({ write: (text) => log.push(text), clock, level: "debug" }),
    afterWrite: () => {},
  };
  const start = (within: Gate) =>
    new Workers({ surroundings, queue, clock, count, reconcileTimeoutMs, tracer }, within) as Workers<AnyKind>;
  const workers = start(fence);
  return {
    ...{ clock, queue, client, fence, requests, log },
    workers,
    startMore: () => {
      const another = new Gate();
      return { workers: start(another), fence: another };
    },
    metric: (name, labels = 'controller="test"') => readMetric(registry.write(), `${name}{${labels}}`),
    stop: async (patienceMs = 30_000) => {
      const patience = new AbortController();
      const timer = clock.setTimer(patienceMs, () => patience.abort(), { kind: "work", label: "patience" });
      const stopping = workers.stop({ signal: patience.signal }).finally(() => timer.cancel());
      await Promise.all([stopping, clock.settle()]);
      workers.abandon();
    },
  };
}

const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, with: () => silent };

function readMetric(text: string, series: string): number {
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? Number.NaN);
}

function echo(clock: VirtualClock, requests: string[], answerMs: number): Transport {
  return {
    async request({ method, path, body, signal }) {
      requests.push(`${method} ${path}`);
      if (answerMs > 0) await clock.sleep(answerMs, { kind: "work", label: "the server", signal });
      const answer = body instanceof Uint8Array ? body : Buffer.from("{}");
      return { status: 200, headers: { "content-type": "application/json" }, body: chunks(answer) };
    },
  };
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
