/** `pintle down`: ends the plane of a folder, wherever it was started. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { createProcessClock } from "@pintle/machinery";
import type { Command } from "commander";
import { clearFolder, usualFolder } from "./running/data-folder.ts";
import { isRunning, type PlaneRecord, readPlaneRecord } from "./running/plane-record.ts";
import { stopPlane } from "./running/stop-plane.ts";
import { createProgress } from "./starting/progress.ts";

const graceMs = 15_000;

export interface DownFlags {
  readonly dataDir: string;
}

export function addDown(program: Command): void {
  program
    .command("down")
    .description("end the control plane that was started with this folder")
    .option("--data-dir <folder>", "the folder of the plane, as it was said to pintle up", usualFolder)
    .addHelpText("after", help)
    .action((flags: DownFlags) => runDown(flags, (text) => process.stderr.write(text)));
}

const help = `
It asks the plane to end, waits up to ${graceMs / 1_000} seconds, and kills it after that. It makes no difference whether the plane
runs in the background or in another terminal.

Exit codes:
  0  no plane runs there any more; also where none ran, or where it had ended by itself, which is told
  2  the folder cannot be read, or the plane belongs to another user
`;

export async function runDown({ dataDir }: DownFlags, write: (text: string) => void): Promise<void> {
  const folder = resolve(dataDir);
  const record = readPlaneRecord(folder);
  if (record === undefined) return write(`no plane runs in ${folder}\n`);
  if (!isRunning(record)) {
    write(formatCrash(folder, record));
    return clearFolder(folder, record);
  }
  const clock = createProcessClock();
  const progress = createProgress({ clock, write });
  progress.show();
  progress.begin(`stopping the plane of ${folder} (pid ${record.pid})`);
  const how = await stopPlane(record, { clock, graceMs });
  progress.end();
  if (how === "killed") write(`it did not end within ${graceMs / 1_000} s and was killed\n`);
  clearFolder(folder, record);
}

function formatCrash(folder: string, { pid, log }: PlaneRecord): string {
  const what = `the plane of ${folder} (pid ${pid}) had ended by itself`;
  const end = log === undefined ? "" : readEnd(log);
  if (end === "") return `${what}\n`;
  const lines = end.split("\n").slice(-shownLines);
  return `${what}; its log ${log} ends with\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

const shownLines = 20;
const shownBytes = 8_192;

function readEnd(path: string): string {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    // Somebody has taken it away, and there is nothing to show.
    return "";
  }
  try {
    const buffer = Buffer.alloc(shownBytes);
    const position = Math.max(0, fstatSync(file).size - shownBytes);
    const length = readSync(file, buffer, 0, shownBytes, position);
    return buffer.toString("utf8", 0, length).trimEnd();
  } finally {
    closeSync(file);
  }
}
