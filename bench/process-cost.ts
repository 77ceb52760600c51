/** What processes have cost so far, as Linux counts it. */
import { readFileSync } from "node:fs";

/** Of the clock in which Linux tells what a process has used. */
const ticksPerSecond = 100;

/** The time on processors that they have used since they were started. */
export function cpuSecondsOf(pids: Iterable<number>): number {
  let ticks = 0;
  for (const pid of pids) {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / ticksPerSecond;
}

/** What they hold in memory now. */
export function residentMegabytesOf(pids: Iterable<number>): number {
  let kilobytes = 0;
  for (const pid of pids) {
    const [, resident = ""] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    kilobytes += Number(resident);
  }
  return kilobytes / 1_024;
}
