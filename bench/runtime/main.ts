/**
 * What a controller costs on the real kube-apiserver: ours, as published, against undici with JSON.parse, which is the limit, against
 * @kubernetes/client-node, and against controller-runtime. CPU is that of the controller's own process from its start, medians of rounds by
 * turns. The run fails when a bar is missed; `--quick` is for a look.
 */
import { startRealControlPlane } from "../../test/real/control-plane.ts";
import { missing } from "../../test/tools.ts";
import { type BenchRow, median, printRows } from "../measure.ts";
import { eventFlowRows } from "./event-flow.ts";
import { createPrograms, type ProgramName } from "./programs-by-name.ts";
import { type Bench, measureEvents, measureReconcile, measureSync, type Numbers } from "./scenarios.ts";
import { webhookRows } from "./webhook.ts";
import { createWidgets } from "./widgets.ts";

const isQuick = process.argv.includes("--quick");
/** Some of the scenarios alone: `--only=sync,events`. */
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);
const isWanted = (scenario: "sync" | "events" | "reconcile" | "flow" | "webhook") =>
  only?.split(",").includes(scenario) ?? true;
const amount = isQuick
  ? { objects: 2_000, synced: 10_000, syncRounds: 1, events: 2_000, reconcileRounds: 1 }
  : { objects: 10_000, synced: 10_000, syncRounds: 5, events: 4_000, reconcileRounds: 3 };

type Measured = ReadonlyMap<ProgramName, readonly Numbers[]>;

/** Who takes part in every round, and who in the first alone. */
interface Turns {
  readonly names: readonly ProgramName[];
  readonly once?: readonly ProgramName[];
  readonly rounds: number;
}

async function byTurns(
  title: string,
  { names, once = [], rounds }: Turns,
  measure: (name: ProgramName) => Promise<Numbers>,
): Promise<Measured> {
  const measured = new Map([...once, ...names].map((name) => [name, [] as Numbers[]] as const));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round === 0 ? [...once, ...names] : names) {
      const startMs = performance.now();
      try {
        measured.get(name)?.push(await measure(name));
      } catch (error) {
        // Who takes part in one round only has no bar, and need not be able to reconnect.
        if (!once.includes(name)) throw error;
        console.error(`${title} ${name} gave up: ${error instanceof Error ? error.message : String(error)}`);
      }
      const seconds = ((performance.now() - startMs) / 1_000).toFixed(0);
      console.error(`${title} round ${round + 1} of ${rounds}, ${name}: ${seconds} s`);
    }
  }
  return measured;
}

function toRow(name: string, measured: Measured, peer: ProgramName, number: string, bar?: number): BenchRow {
  return compareRow(name, measured, ["ours", peer], number, bar);
}

function compareRow(
  name: string,
  measured: Measured,
  [own, peer]: readonly [ProgramName, ProgramName],
  number: string,
  bar?: number,
): BenchRow {
  const values = (program: ProgramName) =>
    (measured.get(program) ?? []).map((numbers) => numbers[number] ?? Number.NaN);
  const [ours, peers] = [values(own), values(peer)];
  const ratio = median(peers.map((value, round) => (ours[round] ?? Number.NaN) / value));
  return { name, ours: median(ours), peer: median(peers), ratio, ...(bar === undefined ? {} : { bar }) };
}

async function syncRows(bench: Bench): Promise<BenchRow[]> {
  const names = ["raw", "ours", "ours paged", "controller-runtime", "client-node"] as const;
  const title = `sync of ${bench.objects} x 4.6 KB:`;
  const measured = await byTurns(title, { names, rounds: amount.syncRounds }, (name) => measureSync(bench, name));
  return [
    toRow(`${title} CPU ms, raw`, measured, "raw", "cpuMs", 1.15),
    toRow(`${title} CPU ms, controller-runtime`, measured, "controller-runtime", "cpuMs", 0.5),
    toRow(`${title} CPU ms, client-node`, measured, "client-node", "cpuMs"),
    toRow(`${title} RSS MB, raw`, measured, "raw", "rssMegabytes", 1),
    toRow(`${title} RSS MB, controller-runtime`, measured, "controller-runtime", "rssMegabytes"),
    toRow(`${title} held MB, raw`, measured, "raw", "heldMegabytes", 0.9),
    toRow(`${title} longest block ms, raw`, measured, "raw", "blockMs", 0.15),
    compareRow(`${title} longest block ms by pages, raw`, measured, ["ours paged", "raw"], "blockMs", 0.25),
    compareRow(`${title} CPU ms by pages, raw`, measured, ["ours paged", "raw"], "cpuMs"),
    toRow(`${title} ms, controller-runtime`, measured, "controller-runtime", "wallMs"),
  ];
}

async function eventRows(bench: Bench): Promise<BenchRow[]> {
  const names = ["raw", "ours", "ours unlooked", "controller-runtime"] as const;
  const measured = new Map<ProgramName, Numbers[]>(names.map((name) => [name, []]));
  for (let round = 0; round < amount.syncRounds; round += 1) {
    for (const [name, numbers] of await measureEvents(bench, names, amount.events)) measured.get(name)?.push(numbers);
    console.error(`watch events: round ${round + 1} of ${amount.syncRounds}`);
  }
  // Once and by itself: one process more would be felt in the numbers that have bars.
  const once = await measureEvents(bench, ["ours", "client-node"], amount.events);
  const beside = new Map(Array.from(once, ([name, numbers]) => [name, [numbers]] as const));
  return [
    toRow("watch event: CPU us, raw", measured, "raw", "micros", 1.2),
    compareRow("watch event that nobody looks at: CPU us, raw", measured, ["ours unlooked", "raw"], "micros"),
    toRow("watch event: CPU us, controller-runtime", measured, "controller-runtime", "micros"),
    toRow("watch event: CPU us, client-node", beside, "client-node", "micros"),
  ];
}

async function reconcileRows(bench: Bench): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const workers of [4, 10]) {
    const title = `${workers} workers, an object:`;
    const turns = { names: ["ours", "controller-runtime"], once: ["raw", "client-node"] } as const;
    const rounds = amount.reconcileRounds;
    const measured = await byTurns(title, { ...turns, rounds }, (name) => measureReconcile(bench, name, workers));
    rows.push(
      toRow(`${title} CPU ms, controller-runtime`, measured, "controller-runtime", "cpuMs", 0.8),
      toRow(`${title} CPU ms, raw`, measured, "raw", "cpuMs"),
      toRow(`${title} CPU ms, client-node`, measured, "client-node", "cpuMs"),
      // 1.1 times as many in the same time.
      toRow(`${title} ms, controller-runtime`, measured, "controller-runtime", "wallMs", 1 / 1.1),
      toRow(`${title} ms, raw`, measured, "raw", "wallMs"),
      toRow(`${title} ms, client-node`, measured, "client-node", "wallMs"),
      toRow(`${title} runs, controller-runtime`, measured, "controller-runtime", "runs"),
      toRow(`${title} change to run p99 ms, c-r`, measured, "controller-runtime", "p99Ms", 1.2),
      toRow(`${title} change to run p50 ms, c-r`, measured, "controller-runtime", "p50Ms"),
    );
  }
  return rows;
}

async function measureControllers(): Promise<BenchRow[]> {
  using programs = await createPrograms();
  await using plane = await startRealControlPlane();
  const place = { url: plane.url, ca: plane.ca, token: plane.tokens.admin ?? "" };
  const withWidgets = async (namespace: string, objects: number, measure: (bench: Bench) => Promise<BenchRow[]>) => {
    const server = { ...place, namespace };
    console.error(`creating ${objects} Widgets`);
    await using widgets = await createWidgets(server, objects);
    return await measure({ programs, server, objects, widgets });
  };
  const rows: BenchRow[] = [];
  if (isWanted("sync") || isWanted("events")) {
    const measured = await withWidgets("synced", amount.synced, async (bench) => [
      ...(isWanted("sync") ? await syncRows(bench) : []),
      ...(isWanted("events") ? await eventRows(bench) : []),
    ]);
    rows.push(...measured);
  }
  if (isWanted("reconcile")) rows.push(...(await withWidgets("reconciled", amount.objects, reconcileRows)));
  return rows;
}

const lacks = missing("real") || missing("go");
if (lacks) console.log(`bench/runtime: skipped, ${lacks}`);
else {
  const areControllers = isWanted("sync") || isWanted("events") || isWanted("reconcile");
  const rows = [
    ...(areControllers ? await measureControllers() : []),
    ...(isWanted("flow") ? await eventFlowRows(isQuick) : []),
    ...(isWanted("webhook") ? await webhookRows(isQuick) : []),
  ];
  console.log(`${"runtime".padEnd(52)}${"ours".padStart(10)}${"peer".padStart(10)}${"ratio".padStart(9)}`);
  printRows(rows);
  const isMissed = rows.some(({ ratio, bar }) => bar !== undefined && !(ratio <= bar));
  process.exitCode = isMissed && !isQuick ? 1 : 0;
}
