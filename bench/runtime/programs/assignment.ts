/**
 * What a program under measurement is told, and what it says: JSON, a line each, on standard output.
 *
 * - `{"event":"synced","n":N,"blockMs":B}` when it holds all Widgets of the namespace; B is how long nothing else could run at worst.
 * - `{"event":"settled","megabytes":M}` a moment later: what it holds without garbage.
 * - `{"event":"converged","n":RUNS}` when every Widget has its child and its status.
 * - `{"event":"latency","ms":L}` when a run sees a new time in the annotation `bench/ts`: how long ago that is.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

export interface Assignment {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
  readonly namespace: string;
  readonly task: "sync" | "reconcile";
  /** Of ours: nobody looks at what events bring, or the server cannot begin a watch with everything, so that it is listed by pages. */
  readonly variant?: "unlooked" | "paged";
  /** What this run's children and statuses are known by. */
  readonly run: string;
  readonly workers: number;
  /** How many Widgets there are. */
  readonly count: number;
}

export interface Widget {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly generation: number;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly status?: { readonly message?: string };
}

export const assignment: Assignment = JSON.parse(process.env.BENCH_ASSIGNMENT ?? "{}");
const { namespace, run, count } = assignment;

const bornMs = Date.now();
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

function say(event: string, numbers: object): void {
  console.log(JSON.stringify({ event, ...numbers }));
}

export async function saySynced(objects: number): Promise<void> {
  // A block that is still going on is counted when it is over.
  await sleep(2);
  delays.disable();
  say("synced", { n: objects, blockMs: delays.max / 1e6 });
  await sleep(1_000);
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  say("settled", { megabytes: (heapUsed + external) / 2 ** 20 });
}

let runs = 0;
const converged = new Set<string>();

/** A run begins. */
export function sayRun({ metadata }: Widget): void {
  runs += 1;
  const stamp = metadata.annotations?.["bench/ts"];
  if (stamp === undefined || Number(stamp) < bornMs || stamps.has(stamp)) return;
  stamps.add(stamp);
  say("latency", { ms: performance.timeOrigin + performance.now() - Number(stamp) });
}

const stamps = new Set<string>();

/** The Widget has its child and its status. */
export function sayConverged(name: string): void {
  if (converged.size < count && converged.add(name).size === count) say("converged", { n: runs });
}

export function childName(widget: Widget): string {
  return `${widget.metadata.name}-${run}`;
}

export function childOf(widget: Widget) {
  const { name, uid } = widget.metadata;
  const owner = { apiVersion: "bench.example.com/v1", kind: "Widget", name, uid };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      ...{ name: childName(widget), namespace },
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
    },
    data: { owner: name, run },
  } as const;
}

export function withStatus<Given extends Widget>(widget: Given) {
  const status = { message: run, phase: "Ready", observedGeneration: widget.metadata.generation };
  return { ...widget, status: { ...widget.status, ...status } };
}

/** Whoever measures ends the program. */
export function untilTerminated(): AbortSignal {
  const ended = new AbortController();
  process.once("SIGTERM", () => {
    ended.abort();
    // Connections that are kept must not keep the bench waiting.
    setTimeout(() => process.exit(), 1_000);
  });
  return ended.signal;
}
