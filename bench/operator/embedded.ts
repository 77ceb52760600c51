/**
 * The operator on the embedded plane, in real time, each in a process of its own: how soon a box is Ready, what many of them cost at once, what a
 * second look at them writes, and what a restart does.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { startControlPlane } from "@pintle/controlplane";
import { createConsoleLogger, createProcessClock, findCondition } from "@pintle/machinery";
import { ModelBox } from "../../examples/modelbox/model-box.ts";
import { type BenchRow, median } from "../measure.ts";
import type { MeasuredProgram } from "../runtime/measured-program.ts";
import { type Boxes, createBoxes, untilAccount } from "./boxes.ts";
import { startOperator, whileRunning } from "./operators.ts";
import { startProgress } from "./progress.ts";

/** What a box waits for anyway, and what the operator, the plane and the simulated nodes may take besides. */
const minReadyMs = 3_000;
const allowedMs = minReadyMs + 1_500;
const namespace = "bench";
const workers = 8;
/** Each box has a Service, and usually there are addresses for 254. */
const serviceClusterIpRange = "10.0.0.0/16";
/** Nothing has been done for so long. */
const quietMs = 1_500;

export interface EmbeddedAmount {
  readonly single: number;
  readonly boxes: number;
}

export async function embeddedRows({ single, boxes: count }: EmbeddedAmount): Promise<BenchRow[]> {
  const write = (text: string) => process.stderr.write(text);
  const logger = createConsoleLogger({ write, clock: createProcessClock(), level: "error" });
  await using plane = await startControlPlane({
    ...{ profile: "workloads", listen: {}, serviceClusterIpRange, logger },
    // A node takes 110 pods.
    nodes: Math.ceil((count + single) / 100) + 1,
  });
  const server = { url: plane.url, ca: plane.ca, token: plane.tokens.admin ?? "", namespace };
  await using boxes = await createBoxes(server);
  await untilAccount(boxes.client);
  const assignment = { ...server, workers };
  await using operator = startOperator("ours", assignment);
  const readyMs = await whileRunning(operator, measureReady(boxes, single));
  const many = await whileRunning(operator, measureMany(boxes, operator, count));
  const secondPass = await whileRunning(operator, measureSecondPass(boxes, operator, count));
  await operator[Symbol.asyncDispose]();
  const before = await boxes.versions();
  await using again = startOperator("ours", assignment);
  await whileRunning(again, untilQuiet(again, count));
  const after = await boxes.versions();
  const changed = [...before].filter(([name, version]) => after.get(name) !== version).length;
  const report = (name: string, ours: number): BenchRow => ({ name, ours, peer: Number.NaN, ratio: Number.NaN });
  const held = (name: string, ours: number, allowed: number): BenchRow => ({
    name,
    ours,
    peer: allowed,
    ratio: ours / allowed,
    bar: 1,
  });
  const none = (name: string, ours: number): BenchRow => ({ name, ours, peer: 0, ratio: ours, bar: 0 });
  return [
    held("apply to Ready: ms, against what is allowed", median(readyMs), allowedMs),
    report(`${count} boxes at once, all Ready: ms`, many.ms),
    report(`${count} boxes at once: CPU s of the operator`, many.operatorCpuSeconds),
    report(`${count} boxes at once: CPU s of the plane`, many.planeCpuSeconds),
    report(`${count} boxes at once: RSS MB of the operator`, many.megabytes),
    report(`${count} boxes at once: RSS MB of plane and bench`, many.planeMegabytes),
    none(`second pass over ${count}: writes`, secondPass),
    held("restart: writes, against one a child", writesOf(again), (count + single) * 2),
    none("restart: objects that changed", changed + Math.abs(after.size - before.size)),
  ];
}

/** One after the other, over TLS, as somebody who applies and waits. */
async function measureReady({ client }: Boxes, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index += 1) {
    console.error(`  a single box, ${index + 1} of ${count}`);
    const name = `single-${index}`;
    const boxes = client.resource(ModelBox);
    const startMs = performance.now();
    await boxes.create({ metadata: { name }, spec: { image: "nginx:1.27", ports: [{ port: 80 }] } });
    for await (const event of boxes.watch({ fieldSelector: { "metadata.name": name } })) {
      if (event.type !== "ADDED" && event.type !== "MODIFIED") continue;
      if (findCondition(event.object.status?.conditions, "Ready")?.status === "True") break;
    }
    taken.push(performance.now() - startMs);
  }
  return taken;
}

async function measureMany(boxes: Boxes, operator: MeasuredProgram, count: number) {
  const [startMs, cpuBefore, planeBefore] = [performance.now(), operator.cpuMillis(), process.cpuUsage()];
  using _progress = startProgress(() => `${boxes.ready.count} of ${count} boxes have been Ready`);
  const singles = boxes.ready.count;
  await Promise.all([boxes.create(count, count), boxes.ready.until(singles + count)]);
  const { user, system } = process.cpuUsage(planeBefore);
  return {
    ms: performance.now() - startMs,
    operatorCpuSeconds: (operator.cpuMillis() - cpuBefore) / 1_000,
    planeCpuSeconds: (user + system) / 1e6,
    megabytes: operator.megabytes(),
    planeMegabytes: process.memoryUsage.rss() / 2 ** 20,
  };
}

async function measureSecondPass(boxes: Boxes, operator: MeasuredProgram, count: number): Promise<number> {
  await untilQuiet(operator, count);
  const [runs, writes] = [runsOf(operator), writesOf(operator)];
  console.error("  every box is touched");
  await boxes.touch(count);
  await untilQuiet(operator, runs + count);
  return writesOf(operator) - writes;
}

/** When it has run so often, and does not any more. */
async function untilQuiet(operator: MeasuredProgram, runs: number): Promise<void> {
  using _progress = startProgress(() => `${runsOf(operator)} of ${runs} runs`);
  for (let before = -1; ; ) {
    await sleep(quietMs);
    const now = runsOf(operator) + writesOf(operator);
    if (runsOf(operator) >= runs && now === before) return;
    before = now;
  }
}

const lastOf = (operator: MeasuredProgram, event: string) => operator.all(event).at(-1)?.n ?? 0;
const runsOf = (operator: MeasuredProgram) => lastOf(operator, "runs");
const writesOf = (operator: MeasuredProgram) => lastOf(operator, "writes");
