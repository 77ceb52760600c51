/** What is done to a program, and the numbers that come out of it. */
import { setTimeout as sleep } from "node:timers/promises";
import { type MeasuredProgram, startProgram } from "./measured-program.ts";
import type { Assignment } from "./programs/assignment.ts";
import { type ProgramName, type Programs, variantOf } from "./programs-by-name.ts";
import type { Server, Widgets } from "./widgets.ts";

export interface Bench {
  readonly programs: Programs;
  readonly server: Server;
  readonly widgets: Widgets;
  readonly objects: number;
}

export type Numbers = Readonly<Record<string, number>>;

/** Children and statuses of one run are told from those of others by it. */
let runs = 0;

function assign({ server, objects }: Bench, name: ProgramName, task: Assignment["task"], workers: number): Assignment {
  runs += 1;
  return { ...server, task, ...variantOf(name), run: `run${process.pid}x${runs}`, workers, count: objects };
}

/** From its start until it holds everything. */
export async function measureSync(bench: Bench, name: ProgramName): Promise<Numbers> {
  const startMs = performance.now();
  await using program = startProgram(bench.programs.commandOf(name), assign(bench, name, "sync", 1));
  const { n, blockMs = Number.NaN } = await program.hear("synced");
  const measured = {
    cpuMs: program.cpuMillis(),
    rssMegabytes: program.megabytes(),
    wallMs: performance.now() - startMs,
    blockMs,
  };
  if (n !== bench.objects) throw new Error(`${name} has ${n} objects, not ${bench.objects}`);
  const { megabytes = Number.NaN } = await program.hear("settled");
  return { ...measured, heldMegabytes: megabytes };
}

/** What each costs for an event: all of them hear the same ones at the same time. */
export async function measureEvents(
  bench: Bench,
  names: readonly ProgramName[],
  events: number,
): Promise<ReadonlyMap<ProgramName, Numbers>> {
  await using stack = new AsyncDisposableStack();
  const running: (readonly [ProgramName, MeasuredProgram])[] = [];
  for (const name of names) {
    const program = stack.use(startProgram(bench.programs.commandOf(name), assign(bench, name, "sync", 1)));
    await program.hear("settled");
    running.push([name, program]);
  }
  // Code is warm before anybody counts.
  await bench.widgets.stamp(events / 4, 0);
  await sleep(500);
  const before = running.map(([, program]) => program.cpuMillis());
  await bench.widgets.stamp(events, 0);
  await sleep(500);
  return new Map(
    running.map(([name, program], index) => {
      const cpuMs = program.cpuMillis() - (before[index] ?? 0);
      return [name, { micros: (cpuMs * 1_000) / events }] as const;
    }),
  );
}

const stamps = 300;

/** From its start until each Widget has a child and a status; then how soon a change is seen by a run. */
export async function measureReconcile(bench: Bench, name: ProgramName, workers: number): Promise<Numbers> {
  const assignment = assign(bench, name, "reconcile", workers);
  const startMs = performance.now();
  await using program = startProgram(bench.programs.commandOf(name), assignment);
  const { n: reconciles = Number.NaN } = await program.hear("converged");
  const wallMs = performance.now() - startMs;
  const cpuMs = program.cpuMillis();
  const { children, statuses } = await bench.widgets.count(assignment.run);
  if (children !== bench.objects || statuses !== bench.objects) {
    throw new Error(`${name} has written ${children} children and ${statuses} statuses of ${bench.objects}`);
  }
  await sleep(2_000);
  await bench.widgets.stamp(stamps, 20);
  await sleep(1_000);
  const latencies = program
    .all("latency")
    .map(({ ms = Number.NaN }) => ms)
    .toSorted((left, right) => left - right);
  // The raw one does not reconnect, so that it may have seen none.
  if (name !== "raw" && latencies.length < stamps * 0.99) {
    throw new Error(`${name} has seen ${latencies.length} of ${stamps} changes: its numbers would say nothing`);
  }
  const quantile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  await program[Symbol.asyncDispose]();
  await bench.widgets.removeChildren();
  return {
    cpuMs: cpuMs / bench.objects,
    wallMs: wallMs / bench.objects,
    runs: reconciles / bench.objects,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}
