/**
 * Runs a control plane's programs for as long as the process that asked for them lives.
 *
 * The one who asks holds the other end of standard input. When it closes, be it by a clean stop or because the asker was killed, the
 * programs end in reverse order and their data is removed. Nothing survives a `kill -9` of the test run.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, rmSync } from "node:fs";
import { createInterface } from "node:readline";

export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** A line in: more programs to run in the folder. A line out: `exited NAME CODE` when a program ends by itself. */
export interface Assignment {
  readonly folder: string;
  readonly programs: readonly Program[];
}

/** A line in: the program is killed, as a power cut would, and started again. A line out: `restarted NAME` when that is done. */
export interface Restart {
  readonly restart: string;
}

const graceMs = 5_000;
const children: { name: string; child: ChildProcess; again: () => void }[] = [];
/** What ends because it was asked for. */
const killed = new Set<ChildProcess>();
let ending = false;

function start({ folder, programs }: Assignment): void {
  for (const program of programs) {
    const { name, command, args } = program;
    const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const log = createWriteStream(`${folder}/${name}.log`, { flags: "a" });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.on("exit", (code, signal) => {
      if (!ending && !killed.has(child)) process.stdout.write(`exited ${name} ${code ?? signal}\n`);
    });
    children.push({ name, child, again: () => start({ folder, programs: [program] }) });
  }
}

function restart({ restart: name }: Restart): void {
  const found = children.findIndex((other) => other.name === name);
  const [entry] = children.splice(found, 1);
  if (found < 0 || entry === undefined) return;
  killed.add(entry.child);
  entry.child.once("exit", () => {
    entry.again();
    process.stdout.write(`restarted ${name}\n`);
  });
  entry.child.kill("SIGKILL");
}

async function end(folder: string): Promise<void> {
  ending = true;
  for (const { child } of children.toReversed()) await stop(child);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const kill = setTimeout(() => child.kill("SIGKILL"), graceMs);
    child.once("exit", () => {
      clearTimeout(kill);
      resolve();
    });
    child.kill("SIGTERM");
  });
}

let folder: string | undefined;
const input = createInterface(process.stdin);
input.on("line", (line) => {
  const assignment: Assignment | Restart = JSON.parse(line);
  if ("restart" in assignment) return restart(assignment);
  folder = assignment.folder;
  start(assignment);
});
input.on("close", () => (folder === undefined ? process.exit(0) : end(folder)));
// A terminal's Ctrl-C reaches the whole group; the asker decides, and its end closes our input.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
