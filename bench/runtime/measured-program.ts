/** A controller under measurement, in a process of its own: what it says, and what it costs as the kernel counts it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { cpuSecondsOf, residentMegabytesOf } from "../process-cost.ts";
import type { Assignment } from "./programs/assignment.ts";

/** What one line of a program says; see programs/assignment.ts. */
export interface Said {
  readonly event: string;
  readonly n?: number;
  readonly ms?: number;
  readonly blockMs?: number;
  readonly megabytes?: number;
}

export interface MeasuredProgram extends AsyncDisposable {
  /** The next line about this. Rejects when the program ends instead, or says nothing of it for too long. */
  hear(event: string): Promise<Said>;
  /** Everything that it has said about this. */
  all(event: string): readonly Said[];
  /** Since it was started. */
  cpuMillis(): number;
  megabytes(): number;
}

const longestMs = 600_000;

export function startProgram(command: readonly string[], assignment: Assignment): MeasuredProgram {
  const [program = "", ...args] = command;
  const env = { ...process.env, NODE_ENV: "production", BENCH_ASSIGNMENT: JSON.stringify(assignment) };
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  // Nothing may outlive the bench, however it ends.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const said: Said[] = [];
  const told = new Map<string, number>();
  let wake = Promise.withResolvers<void>();
  const change = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  createInterface(child.stdout).on("line", (line) => {
    said.push(JSON.parse(line));
    change();
  });
  child.once("exit", change);
  return {
    async hear(event) {
      const timer = setTimeout(kill, longestMs);
      try {
        for (;;) {
          const found = said.filter((each) => each.event === event)[told.get(event) ?? 0];
          if (found) {
            told.set(event, (told.get(event) ?? 0) + 1);
            return found;
          }
          if (hasEnded(child)) throw new Error(`${command.join(" ")} ended without saying "${event}"`);
          await wake.promise;
        }
      } finally {
        clearTimeout(timer);
      }
    },
    all: (event) => said.filter((each) => each.event === event),
    cpuMillis() {
      return cpuSecondsOf([child.pid ?? 0]) * 1_000;
    },
    megabytes() {
      return residentMegabytesOf([child.pid ?? 0]);
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      if (!hasEnded(child)) await once(child, "exit");
      process.off("exit", kill);
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
