/**
 * Starts a plane, and beside it others one after the other, as tests do, and prints a line of JSON about what each took: the first with the
 * loading of its code.
 */
import { createConsoleLogger, createProcessClock } from "@pintle/machinery";

interface Begin {
  readonly atMs: number;
  readonly cpu: NodeJS.CpuUsage;
}

const logger = createConsoleLogger({
  write: (text) => process.stderr.write(text),
  clock: createProcessClock(),
  level: "warn",
});

function begin(): Begin {
  return { atMs: performance.now(), cpu: process.cpuUsage() };
}

function tell({ atMs, cpu }: Begin): void {
  const ms = performance.now() - atMs;
  const { user, system } = process.cpuUsage(cpu);
  process.stdout.write(`${JSON.stringify({ ms, cpuMs: (user + system) / 1_000 })}\n`);
}

const first = begin();
const { startControlPlane } = await import("@pintle/controlplane");
const start = () => startControlPlane({ profile: "workloads", logger });
await using _plane = await start();
tell(first);
const [furtherPlanes = "1"] = process.argv.slice(2);
for (let count = 0; count < Number(furtherPlanes); count += 1) {
  const further = begin();
  await using _further = await start();
  tell(further);
}
