/**
 * What an API server costs: `pintle up`, as built, against etcd + kube-apiserver in one run on one machine. CPU is the servers' own,
 * medians of rounds; what must stay within a limit is the worst of them. The run fails when a bar is missed. `--quick` is a look of a
 * minute, which fails nothing.
 */
import { missing } from "../../test/tools.ts";
import { type BenchRow, median, printRows } from "../measure.ts";
import { createLoad, type Load, type Numbers } from "./load.ts";
import { startEmbedded, startOurs, startReal } from "./planes.ts";
import {
  type Amount,
  playCustomListRound,
  playCustomRound,
  playHookRound,
  playListRound,
  playRound,
  playStoreRound,
  quickAmount,
  wholeAmount,
} from "./rounds.ts";

/** A list may keep other requests waiting for so long. */
const blockMs = 50;

interface Wanted {
  readonly title: string;
  /** The row and metric of the load generator. */
  readonly number: string;
  readonly bar?: number;
  /** What every round is measured by, where it is not the other server: the worst one counts. */
  readonly limit?: number;
}

const operations = { create: 0.5, get: 0.5, "apply no-op": 0.4, "apply change": 0.4 };
const customOperations = { create: 0.25, get: 0.33, "apply no-op": 0.25, "apply change": 0.25 };

function costRows(clients: string, kind: string, bars: Readonly<Record<string, number>>, prefix = ""): Wanted[] {
  return Object.entries(bars).flatMap(([operation, bar]) =>
    clients.split(",").map((count) => ({
      title: `${operation}, ${kind}, ${count} clients: CPU ms`,
      number: `${prefix}${operation} ${kind} c=${count}: server cpu s/1k`,
      bar,
    })),
  );
}

/**
 * The bar is for custom resources, of which the anchor was taken. For ConfigMaps, whose writes cost the real server half of that or less,
 * a server of Node that does nothing but parse the patch and write the event to 100 TLS sockets takes half of its p99 already.
 */
function watchRows(kind: string, row: string, bar?: number): Wanted[] {
  return [
    {
      title: `write to 100 watches, ${kind}, 100/s: p99 ms`,
      number: `${row}: event p99 ms`,
      ...(bar && { bar }),
    },
    { title: `write to 100 watches, ${kind}, 100/s: p50 ms`, number: `${row}: event p50 ms` },
  ];
}

function wantedRows({ clients, listed, stored }: Amount): Wanted[] {
  return [
    { title: "cold start: ms", number: "cold start: ms", bar: 0.15 },
    { title: "RSS once started: MB", number: "started: MB", bar: 0.5 },
    ...costRows(clients, "configmap-2k", operations),
    ...costRows(clients, "deployment-2k", operations),
    { title: `list of ${listed} x 4.6 KB: CPU ms`, number: "list: server cpu ms", bar: 0.25 },
    { title: `list of ${listed} x 4.6 KB: ms`, number: "list: total ms" },
    {
      title: "longest GET during any list: ms, against the limit",
      number: "list: longest get ms",
      bar: 1,
      limit: blockMs,
    },
    { title: "longest GET during a list: ms", number: "list: longest get ms" },
    { title: "fan-out to 100 watchers: CPU us per event", number: "fan-out: server cpu us/event", bar: 0.4 },
    ...watchRows("ConfigMaps", "watch latency"),
    ...watchRows("custom", "custom watch latency", 0.5),
    { title: `RSS with ${listed} x 4.6 KB: MB`, number: "listed objects: MB", bar: 0.25 },
    ...(stored > 0 ? [{ title: `RSS with ${stored} x 2 KB: MB`, number: "stored objects: MB", bar: 0.25 }] : []),
    ...costRows(clients, "widget-2k", customOperations, "custom "),
    { title: `list of ${listed} x 4.6 KB, custom: CPU ms`, number: "custom list: server cpu ms", bar: 0.15 },
    { title: `RSS with ${listed} x 4.6 KB, custom: MB`, number: "custom listed objects: MB", bar: 0.25 },
    {
      title: "create through role, schema, rules and a webhook: CPU ms",
      number: "create gadget-2k c=8: server cpu s/1k",
      bar: 0.5,
    },
    { title: "definition of 120 KB until served: ms", number: "custom define definition-giant: ms", bar: 1 },
    { title: "RSS before the slow watcher: MB", number: "slow watcher: before MB" },
    { title: "RSS with the slow watcher: MB", number: "slow watcher: worst MB" },
  ];
}

interface Measured {
  readonly ours: readonly Numbers[];
  readonly peer: readonly Numbers[];
}

/** By turns, so that a change of the machine's speed meets both. */
async function measure(load: Load, amount: Amount): Promise<Measured> {
  const ours: Numbers[] = [];
  const peer: Numbers[] = [];
  const both = async (play: typeof playRound, start = startOurs) => {
    peer.push(await play(startReal, load, amount));
    ours.push(await play(start, load, amount));
  };
  for (let round = 0; round < amount.rounds; round += 1) {
    console.error(`round ${round + 1} of ${amount.rounds}`);
    await both(playRound);
    await both(playListRound);
    await both(playCustomRound);
    await both(playCustomListRound);
    await both(playHookRound, startEmbedded);
  }
  if (amount.stored > 0) await both(playStoreRound);
  return { ours, peer };
}

function toRow({ title, number, bar, limit }: Wanted, measured: Measured): BenchRow {
  const values = (rounds: readonly Numbers[]) => rounds.flatMap((numbers) => numbers.get(number) ?? []);
  const ours = values(measured.ours);
  const peer = limit === undefined ? values(measured.peer) : ours.map(() => limit);
  const pick = limit === undefined ? median : maximum;
  return {
    name: title,
    ours: pick(ours),
    peer: median(peer),
    ratio: pick(ours.map((value, round) => value / (peer[round] ?? Number.NaN))),
    ...(bar === undefined ? {} : { bar }),
  };
}

/** Nothing measured is no proof that a limit was kept. */
function maximum(numbers: readonly number[]): number {
  return numbers.length === 0 ? Number.NaN : Math.max(...numbers);
}

/** Memory must not grow because somebody does not read. */
function slowWatcherRow({ ours }: Measured): BenchRow {
  const before = ours.flatMap((numbers) => numbers.get("slow watcher: before MB") ?? []);
  const worst = ours.flatMap((numbers) => numbers.get("slow watcher: worst MB") ?? []);
  const ratio = median(worst.map((value, round) => value / (before[round] ?? Number.NaN)));
  return {
    name: "RSS with the slow watcher against before: MB",
    ours: median(worst),
    peer: median(before),
    ratio,
    bar: 1.1,
  };
}

const lacks = missing("real") || missing("go");
if (lacks) console.log(`bench/apiserver: skipped, ${lacks}`);
else {
  const amount = process.argv.includes("--quick") ? quickAmount : wholeAmount;
  using load = createLoad();
  const measured = await measure(load, amount);
  const rows = [...wantedRows(amount).map((wanted) => toRow(wanted, measured)), slowWatcherRow(measured)];
  console.log(`${"API server".padEnd(52)}${"ours".padStart(10)}${"peer".padStart(10)}${"ratio".padStart(9)}`);
  printRows(rows);
  const isMissed = rows.some(({ ratio, bar }) => bar !== undefined && !(ratio <= bar));
  process.exitCode = isMissed && amount === wholeAmount ? 1 : 0;
}
