/**
 * What a control plane costs: `pintle up`, as built, against etcd + kube-apiserver + kube-controller-manager in one run on one machine.
 *
 * kube-controller-manager is held back by limits of its own, 20 requests a second for each controller. It is measured with them, once, and
 * without, by turns with ours; the bar is against the latter, which is the faster. CPU is that of all processes of a plane. The real plane
 * has no nodes, so ours is held to the bar without them and reported with them. The run fails when a bar is missed. `--quick` is a look,
 * which fails nothing; `--only=start,further,rollout` takes some of it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { missing } from "../../test/tools.ts";
import { type MeasuredPlane, startCommand, startReal } from "../apiserver/planes.ts";
import { type BenchRow, median, printRows } from "../measure.ts";
import { cpuSecondsOf, residentMegabytesOf } from "../process-cost.ts";
import { buildPlanesProgram, startPlanes } from "./further-planes.ts";
import { type Moment, measureRollOut, type RollOut, replicas } from "./roll-out.ts";

const isQuick = process.argv.includes("--quick");
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);
const isWanted = (part: "start" | "further" | "rollout") => only?.split(",").includes(part) ?? true;
const amount = isQuick
  ? { rounds: 1, starts: 3, furtherPlanes: 5, deployments: 100 }
  : { rounds: 3, starts: 7, furtherPlanes: 10, deployments: 1_000 };
/** As many as the pods need: a node takes 110. */
const nodes = Math.ceil((amount.deployments * replicas) / 100);
/** What is only needed to start is given back in this time, if it is. */
const settleMs = 1_000;

function tell(text: string): void {
  console.error(`  ${text}`);
}

function toRow(name: string, ours: readonly number[], peer: readonly number[], bar?: number): BenchRow {
  const ratio = median(ours.map((value, round) => value / (peer[round] ?? peer[0] ?? Number.NaN)));
  return { name, ours: median(ours), peer: median(peer), ratio, ...(bar === undefined ? {} : { bar }) };
}

interface Start {
  readonly ms: number;
  readonly cpuMs: number;
  readonly megabytes: number;
}

async function measureStart(start: () => Promise<MeasuredPlane>): Promise<Start> {
  await using plane = await start();
  const pids = Object.values(plane.pids);
  const cpuMs = cpuSecondsOf(pids) * 1_000;
  await sleep(settleMs);
  return { ms: plane.startMs, cpuMs, megabytes: residentMegabytesOf(pids) };
}

async function startRows(): Promise<BenchRow[]> {
  const [ours, peer]: [Start[], Start[]] = [[], []];
  for (let round = 0; round < amount.starts; round += 1) {
    tell(`cold start ${round + 1} of ${amount.starts}`);
    peer.push(await measureStart(() => startReal()));
    ours.push(await measureStart(() => startCommand([])));
  }
  const row = (name: string, number: keyof Start, bar?: number) =>
    toRow(
      name,
      ours.map((start) => start[number]),
      peer.map((start) => start[number]),
      bar,
    );
  return [
    row("cold start: ms", "ms", 0.15),
    row("cold start: CPU ms", "cpuMs"),
    row("RSS once started: MB", "megabytes", 0.5),
  ];
}

async function furtherRows(): Promise<BenchRow[]> {
  const program = await buildPlanesProgram();
  const rounds = Array.from({ length: amount.starts }, (_, round) => {
    tell(`planes in one process, ${round + 1} of ${amount.starts}`);
    return startPlanes(program, amount.furtherPlanes);
  });
  const row = (name: string, number: "ms" | "cpuMs", bar?: number) =>
    toRow(
      name,
      rounds.map(({ further }) => further[number]),
      rounds.map(({ first }) => first[number]),
      bar,
    );
  return [
    row("a further plane against the first: ms", "ms", 0.15),
    row("a further plane against the first: CPU ms", "cpuMs"),
  ];
}

async function rollOut(name: string, hasNodes: boolean, start: () => Promise<MeasuredPlane>): Promise<RollOut> {
  tell(`${amount.deployments} Deployments on ${name}`);
  await using plane = await start();
  return await measureRollOut(plane, {
    deployments: amount.deployments,
    hasNodes,
    onProgress: (text) => tell(`${name}: ${text}`),
  });
}

/** With the plugin that ours has as well, without which pods get no token. */
const realOptions = { controllers: true, flags: ["--disable-admission-plugins="] };
const unlimited = ["--kube-api-qps=100000", "--kube-api-burst=100000"];

async function rollOutRows(): Promise<BenchRow[]> {
  const [ours, onNodes, peer]: [RollOut[], RollOut[], RollOut[]] = [[], [], []];
  for (let round = 0; round < amount.rounds; round += 1) {
    tell(`round ${round + 1} of ${amount.rounds}`);
    const unheld = { ...realOptions, controllerFlags: unlimited };
    peer.push(await rollOut("the real plane without limits", false, () => startReal(unheld)));
    ours.push(await rollOut("ours", false, () => startCommand(["--nodes", "0"])));
    onNodes.push(await rollOut(`ours, ${nodes} nodes`, true, () => startCommand(["--nodes", String(nodes)])));
  }
  const limited = [await rollOut("the real plane as it comes", false, () => startReal(realOptions))];
  const created = (rounds: readonly RollOut[], number: keyof Moment) => rounds.map((round) => round.created[number]);
  const available = (number: keyof Moment) => onNodes.map((round) => round.available?.[number] ?? Number.NaN);
  const pods = amount.deployments * replicas;
  const againstPeer = (name: string, number: keyof Moment, bar?: number) =>
    toRow(`${pods} pods created: ${name}`, created(ours, number), created(peer, number), bar);
  return [
    againstPeer("ms", "ms", 1),
    againstPeer("CPU s", "cpuSeconds"),
    againstPeer("RSS MB", "residentMegabytes"),
    toRow(`${pods} pods created: ms, as it comes`, created(ours, "ms"), created(limited, "ms")),
    toRow(`${pods} pods created, ${nodes} nodes: ms`, created(onNodes, "ms"), created(peer, "ms")),
    toRow(`${pods} pods created, ${nodes} nodes: CPU s`, created(onNodes, "cpuSeconds"), created(peer, "cpuSeconds")),
    toRow(`${amount.deployments} Deployments available: ms`, available("ms"), []),
    toRow(`${amount.deployments} Deployments available: CPU s`, available("cpuSeconds"), []),
    toRow(`${amount.deployments} Deployments available: RSS MB`, available("residentMegabytes"), []),
  ];
}

const lacks = missing("real");
if (lacks) console.log(`bench/controlplane: skipped, ${lacks}`);
else {
  const rows = [
    ...(isWanted("start") ? await startRows() : []),
    ...(isWanted("further") ? await furtherRows() : []),
    ...(isWanted("rollout") ? await rollOutRows() : []),
  ];
  console.log(`${"control plane".padEnd(52)}${"ours".padStart(10)}${"peer".padStart(10)}${"ratio".padStart(9)}`);
  printRows(rows);
  const isMissed = rows.some(({ ratio, bar }) => bar !== undefined && !(ratio <= bar));
  process.exitCode = isMissed && !isQuick ? 1 : 0;
}
