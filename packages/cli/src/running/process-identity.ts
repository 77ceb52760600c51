/** Whether a process still runs. Numbers of processes are given again, so that one is known by its number and by when it began. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** What tells a process from a later one of the same number; `undefined` where none of that number runs. */
export function identifyProcess(pid: number): string | undefined {
  return process.platform === "linux" ? identifyByProc(pid) : identifyByPs(pid);
}

function identifyByProc(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  // The name in parentheses may hold anything, so the fields are counted from behind it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, start] = [fields[0], fields[19]];
  if (start === undefined || isOver(state)) return undefined;
  // The beginning is counted from the start of the machine, which has an identity of its own.
  return `${readIfThere("/proc/sys/kernel/random/boot_id").trim()} ${start}`;
}

function identifyByPs(pid: number): string | undefined {
  try {
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    const args = ["-o", "stat=", "-o", "lstart=", "-p", String(pid)];
    const line = execFileSync("ps", args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const [, state, start] = /^\s*(\S+)\s+(\S.*?)\s*$/.exec(line) ?? [];
    return isOver(state) ? undefined : start;
  } catch {
    // It answers with a failure where there is no such process.
    return undefined;
  }
}

/** One that has ended is remembered until its parent asks how, and does nothing any more. */
function isOver(state: string | undefined): boolean {
  return state === undefined || state.startsWith("Z") || state.startsWith("X");
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
