/**
 * `pintle up --detach`: the same command once more, in a session of its own that outlives the terminal, with its output in a file.
 *
 * The plane in the background is watched until it is ready or has ended. Whatever it says until then is shown.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "@pintle/machinery";
import { ReportedFailure } from "../run-program.ts";
import { type PlaneRecord, readPlaneRecord } from "../running/plane-record.ts";
import type { EndSignals } from "./end-signals.ts";

export interface BackgroundOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly ending: EndSignals;
  readonly write: (text: string) => void;
}

const lookEveryMs = 20;

/** Resolves with what the plane tells of itself when it is ready. */
export async function startInBackground(options: BackgroundOptions): Promise<PlaneRecord & { readonly url: string }> {
  // The plane gives it its name once it has the folder: the log of one that runs there is not touched.
  const path = join(options.folder, `log.${process.pid}`);
  rmSync(path, { force: true });
  const log = openSync(path, "ax+", 0o600);
  try {
    const child = spawnPlane(path, log);
    const record = await waitUntilReady(child, log, options);
    child.unref();
    return record;
  } finally {
    closeSync(log);
    rmSync(path, { force: true });
  }
}

function spawnPlane(logPath: string, log: number): ChildProcess {
  const [script = "", command = "up", ...flags] = process.argv.slice(1);
  const args = [...process.execArgv, script, command, "--logged-to", logPath, ...flags];
  return spawn(process.execPath, args, { detached: true, stdio: ["ignore", log, log] });
}

async function waitUntilReady(
  child: ChildProcess,
  log: number,
  { folder, clock, ending, write }: BackgroundOptions,
): Promise<PlaneRecord & { readonly url: string }> {
  const copy = createCopier(log, write);
  void ending.asked.then(() => child.kill("SIGTERM"));
  const ended = Promise.withResolvers<void>();
  child.once("error", ended.reject);
  child.once("exit", () => ended.resolve());
  for (;;) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    const record = hasEnded ? undefined : readPlaneRecord(folder);
    copy();
    if (hasEnded) throw failureOf(child);
    if (record?.pid === child.pid && record?.url !== undefined) return { ...record, url: record.url };
    const pause = clock.sleep(lookEveryMs, { label: "the plane in the background", kind: "work" });
    await Promise.race([ended.promise, pause]);
  }
}

/** Hands on what was added to a file since the last time. */
function createCopier(file: number, write: (text: string) => void): () => void {
  const buffer = Buffer.alloc(64 * 1024);
  const decoder = new TextDecoder();
  let position = 0;
  return () => {
    for (;;) {
      const length = readSync(file, buffer, 0, buffer.length, position);
      if (length === 0) return;
      position += length;
      write(decoder.decode(buffer.subarray(0, length), { stream: true }));
    }
  };
}

/** It has said itself what is wrong, unless it was ended from outside. */
function failureOf({ exitCode, signalCode }: ChildProcess): Error {
  if (exitCode !== null && exitCode !== 0) return new ReportedFailure(exitCode);
  return new Error(`the plane was ended${signalCode === null ? "" : ` by ${signalCode}`} before it was ready`);
}
