/** Ends the process of a plane: it is asked to, and killed when it takes too long. */
import type { Clock } from "@pintle/machinery";
import { CommandError } from "../run-program.ts";
import { isRunning, type PlaneRecord } from "./plane-record.ts";

export interface StopOptions {
  readonly clock: Clock;
  /** How long it may take to end in good order. */
  readonly graceMs: number;
}

const lookEveryMs = 20;
/** One that is killed is gone as soon as the system gets to it; what waits for a broken disk may never be. */
const killMs = 5_000;

/** How it ended. Resolves when it is gone. */
export async function stopPlane(record: PlaneRecord, { clock, graceMs }: StopOptions): Promise<"stopped" | "killed"> {
  send(record, "SIGTERM");
  if (await isGoneWithin(record, graceMs, clock)) return "stopped";
  send(record, "SIGKILL");
  if (await isGoneWithin(record, killMs, clock)) return "killed";
  throw new Error(`the process ${record.pid} cannot be killed: the system does not let go of it`);
}

function send(record: PlaneRecord, signal: NodeJS.Signals): void {
  if (!isRunning(record)) return;
  try {
    process.kill(record.pid, signal);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ESRCH") return;
    throw new CommandError(
      `the process ${record.pid} cannot be ended (${String(code)}): end it as the user it runs as`,
    );
  }
}

async function isGoneWithin(record: PlaneRecord, delayMs: number, clock: Clock): Promise<boolean> {
  const deadlineMs = clock.monotonic() + delayMs;
  while (isRunning(record)) {
    if (clock.monotonic() >= deadlineMs) return false;
    await clock.sleep(lookEveryMs, { label: `process ${record.pid} to end`, kind: "work" });
  }
  return true;
}
