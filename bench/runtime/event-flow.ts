/**
 * What an event costs when they come in full flow, without a network that would hide it: an informer of ours against the least that does the
 * same, which is to split lines, JSON.parse and keep. Each is a process of its own, so that each pays for its own garbage. There is no bar:
 * it is held where a server is asked.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type BenchRow, median } from "../measure.ts";

const names = ["raw", "looked", "unlooked"] as const;
type Name = (typeof names)[number];

function start(name: Name): ChildProcess {
  const file = fileURLToPath(new URL("event-flow-program.ts", import.meta.url));
  const env = { ...process.env, NODE_ENV: "production" };
  return fork(file, [name], { env, execArgv: ["--conditions=pintle-source"] });
}

async function measure(program: ChildProcess, events: number): Promise<number> {
  program.send(events);
  const [{ micros }] = await once(program, "message");
  return micros;
}

export async function eventFlowRows(isQuick: boolean): Promise<BenchRow[]> {
  const programs = { raw: start("raw"), looked: start("looked"), unlooked: start("unlooked") };
  const measured: Record<Name, number>[] = [];
  for (const program of Object.values(programs)) await measure(program, 20_000);
  for (let round = 0; round < (isQuick ? 7 : 31); round += 1) {
    const [raw, looked, unlooked] = [
      await measure(programs.raw, 4_000),
      await measure(programs.looked, 4_000),
      await measure(programs.unlooked, 4_000),
    ];
    measured.push({ raw, looked, unlooked });
  }
  for (const program of Object.values(programs)) program.disconnect();
  const row = (title: string, name: Name): BenchRow => ({
    name: `${title}: CPU us, raw`,
    ours: median(measured.map((round) => round[name])),
    peer: median(measured.map((round) => round.raw)),
    ratio: median(measured.map((round) => round[name] / round.raw)),
  });
  return [row("event in full flow", "looked"), row("event in full flow, not looked at", "unlooked")];
}
