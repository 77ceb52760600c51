/** What one round does to a fresh server, the same for both; the numbers of a round go by the names of the rows. */
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../measure.ts";
import type { Load, LoadFlags, Numbers } from "./load.ts";
import { type MeasuredPlane, startReal } from "./planes.ts";
import type { Template } from "./templates.ts";

/** How much is done: all of it, or a look. */
export interface Amount {
  readonly rounds: number;
  /** For each operation and number of clients. */
  readonly seconds: number;
  /** For each operation before anything is measured. */
  readonly warmUpSeconds: number;
  readonly clients: string;
  readonly listed: number;
  /** None for a look: it takes the real server minutes. */
  readonly stored: number;
  readonly fanOutWrites: number;
  readonly watchWrites: number;
  readonly watchRuns: number;
  readonly slowWrites: number;
}

export const wholeAmount: Amount = {
  rounds: 3,
  seconds: 1.5,
  warmUpSeconds: 2,
  clients: "1,8,32",
  listed: 10_000,
  stored: 100_000,
  fanOutWrites: 1_500,
  watchWrites: 400,
  watchRuns: 7,
  slowWrites: 3_000,
};

export const quickAmount: Amount = {
  rounds: 1,
  seconds: 0.5,
  warmUpSeconds: 0.5,
  clients: "8",
  listed: 1_000,
  stored: 0,
  fanOutWrites: 300,
  watchWrites: 150,
  watchRuns: 1,
  slowWrites: 500,
};

/** Garbage is collected and pages are given back in this time, if they are. */
const settleMs = 3_000;

type Start = () => Promise<MeasuredPlane>;

/** Cold start, operations, lists, watches. */
export async function playRound(start: Start, load: Load, amount: Amount): Promise<Numbers> {
  await using plane = await start();
  const numbers = new Map([["cold start: ms", plane.startMs]]);
  const run = async (command: string, flags: LoadFlags = {}) => {
    for (const [name, value] of await load.run(plane, command, flags)) numbers.set(name, value);
  };
  await sleep(settleMs / 3);
  numbers.set("started: MB", await rssOf(plane, load));
  for (const kind of ["configmap-2k", "deployment-2k"] satisfies Template[])
    await run("ops", { kind, secs: amount.seconds, "warm-up": amount.warmUpSeconds, c: amount.clients });
  for (const [name, value] of await watchOften(plane, load, "configmap-2k", amount)) numbers.set(name, value);
  await run("fanout", { n: amount.fanOutWrites });
  await run("slow", { n: amount.slowWrites });
  return numbers;
}

/** One run's p99 is that of its worst moment, which the machine decides: from 6 to 48 ms for the same server. */
async function watchOften(plane: MeasuredPlane, load: Load, kind: Template, amount: Amount): Promise<Numbers> {
  const runs: Numbers[] = [];
  for (let count = 0; count < amount.watchRuns; count += 1)
    runs.push(await load.run(plane, "watch", { kind, n: amount.watchWrites }));
  const names = [...(runs[0]?.keys() ?? [])];
  return new Map(names.map((name) => [name, median(runs.flatMap((numbers) => numbers.get(name) ?? []))]));
}

/** Lists and memory, on a server that holds nothing else. */
export async function playListRound(start: Start, load: Load, amount: Amount): Promise<Numbers> {
  await using plane = await start();
  return await measureList(plane, load, { kind: "deployment-4k6", ns: "list", n: amount.listed });
}

async function measureList(plane: MeasuredPlane, load: Load, flags: LoadFlags): Promise<Numbers> {
  await load.run(plane, "seed", { ...flags, c: 8 });
  await sleep(settleMs);
  const held = await rssOf(plane, load);
  const numbers = new Map([["listed objects: MB", held]]);
  await load.run(plane, "list", flags);
  for (const [name, value] of await load.run(plane, "list", flags)) numbers.set(name, value);
  return numbers;
}

/** Custom resources, written by an operator's account: operations, lists and memory, and how long a large definition takes. */
export async function playCustomRound(start: Start, load: Load, amount: Amount): Promise<Numbers> {
  await using plane = await start();
  const numbers = new Map<string, number>();
  const run = async (command: string, flags: LoadFlags) => {
    for (const [name, value] of await load.run(plane, command, flags)) numbers.set(`custom ${name}`, value);
  };
  await run("define", { kind: "definition-widget" });
  await run("define", { kind: "definition-giant" });
  const operator = { account: true, kind: "widget-2k", secs: amount.seconds, "warm-up": amount.warmUpSeconds } as const;
  await run("ops", { ...operator, c: amount.clients });
  return numbers;
}

/** Lists and memory of custom resources, then watches on a server that holds them. */
export async function playCustomListRound(start: Start, load: Load, amount: Amount): Promise<Numbers> {
  await using plane = await start();
  await load.run(plane, "define", { kind: "definition-widget" });
  const listed = await measureList(plane, load, { kind: "widget-4k6", ns: "list", n: amount.listed, account: true });
  const watched = await watchOften(plane, load, "widget-2k", amount);
  return new Map([...listed, ...watched].map(([name, value]) => [`custom ${name}`, value]));
}

/** Creates that pass a role, a schema, rules and a webhook: one over TLS for the real server, a function for the embedded plane. */
export async function playHookRound(start: Start, load: Load, amount: Amount): Promise<Numbers> {
  await using plane = await start();
  await load.run(plane, "define", { kind: "definition-gadget" });
  const flags = {
    kind: "gadget-2k",
    account: true,
    c: 8,
    secs: amount.seconds,
    "warm-up": amount.warmUpSeconds,
  } as const;
  return await load.run(plane, "creates", start === startReal ? { ...flags, hook: true } : flags);
}

/** Memory with very many objects. */
export async function playStoreRound(start: Start, load: Load, amount: Amount): Promise<Numbers> {
  await using plane = await start();
  await load.run(plane, "seed", { kind: "configmap-2k", ns: "store", n: amount.stored, c: 16 });
  await sleep(settleMs);
  return new Map([["stored objects: MB", await rssOf(plane, load)]]);
}

async function rssOf(plane: MeasuredPlane, load: Load): Promise<number> {
  return (await load.run(plane, "rss", {})).get("rss: MB") ?? Number.NaN;
}
