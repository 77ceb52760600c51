/** The two servers under measurement, each in processes of its own: what users install, and what it stands in for. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type RealControlPlaneOptions, startRealControlPlane } from "../../test/real/control-plane.ts";

export interface MeasuredPlane extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** The processes that are the server, by name. */
  readonly pids: Readonly<Record<string, number>>;
  /** From the start of its first process until it answered. */
  readonly startMs: number;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const command = `${root}packages/cli/dist/main.js`;
/** Of the clock in which Linux tells when a process began and what it has used. */
const ticksPerSecond = 100;

interface Bundled {
  readonly env: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

let bundled: Bundled | undefined;

/** Makes the command, and reads how it wants to be started: bin/pintle.js itself would run the sources here. */
function bundle(): Bundled {
  execFileSync(process.execPath, [`${root}tools/bundle.ts`]);
  const [firstLine = ""] = readFileSync(`${root}packages/cli/bin/pintle.js`, "utf8").split("\n", 1);
  const [, variables = "", flags = ""] = /^#!\/usr\/bin\/env -S (.*?) ?node (.*)$/.exec(firstLine) ?? [];
  const env = Object.fromEntries(variables.split(" ").map((variable) => variable.split("=")));
  return { env, flags: flags.split(" ") };
}

/** The API server alone, which is what kube-apiserver is. */
export async function startOurs(): Promise<MeasuredPlane> {
  return startCommand(["--profile", "apiserver"]);
}

/** `pintle up`, bundled, as users run it. */
export async function startCommand(upFlags: readonly string[]): Promise<MeasuredPlane> {
  bundled ??= bundle();
  const { flags, env } = bundled;
  return startNode([...flags, command, "up", ...upFlags, "--bind", "127.0.0.1:0", "--kubeconfig"], env);
}

/** The plane in another program, with a function in the place of a webhook. */
export async function startEmbedded(): Promise<MeasuredPlane> {
  return startNode(["--conditions=pintle-source", `${root}bench/apiserver/embedded-plane.ts`], {});
}

/** A process of Node that writes a kubeconfig to the file behind its arguments, and then says where it is ready. */
async function startNode(args: readonly string[], env: Readonly<Record<string, string>>): Promise<MeasuredPlane> {
  const folder = mkdtempSync(`${tmpdir()}/pintle-bench-`);
  const kubeconfig = `${folder}/kubeconfig`;
  const begin = performance.now();
  const child = spawn(process.execPath, [...args, kubeconfig], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  // Nothing may outlive the bench, however it ends.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const [, url] = /^ready: (\S+)$/.exec(await firstLine(child.stdout)) ?? [];
  const startMs = performance.now() - begin;
  if (url === undefined || child.pid === undefined) throw new Error(`our plane did not become ready: ${said}`);
  const [, token = ""] = /"?token"?: ?"?([^"\s]+)/.exec(readFileSync(kubeconfig, "utf8")) ?? [];
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    process.off("exit", kill);
    rmSync(folder, { recursive: true });
  };
  return { url, token, pids: { pintle: child.pid }, startMs, [Symbol.asyncDispose]: stop };
}

export async function startReal(options: RealControlPlaneOptions = {}): Promise<MeasuredPlane> {
  const plane = await startRealControlPlane(options);
  const names = ["etcd", "kube-apiserver", ...(options.controllers ? ["kube-controller-manager"] : [])];
  const pids = await processesIn(dirname(plane.kubeconfig), names);
  const startMs = Math.max(...Object.values(pids).map(ageMs));
  return { url: plane.url, token: plane.tokens.admin ?? "", pids, startMs, [Symbol.asyncDispose]: () => plane.stop() };
}

function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    const lines = createInterface(stream);
    lines.once("line", resolve);
    lines.once("close", () => resolve(""));
  });
}

/** The processes of these names that were given the folder on their command line; the last may only just have been asked for. */
async function processesIn(folder: string, names: readonly string[]): Promise<Record<string, number>> {
  for (let tries = 0; ; tries += 1) {
    const found = findProcesses(folder, names);
    if (Object.keys(found).length === names.length) return found;
    if (tries === 100) throw new Error(`of ${names.join(", ")} some are not running`);
    await sleep(50);
  }
}

function findProcesses(folder: string, names: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const line = readIfThere(`/proc/${pid}/cmdline`);
    const name = names.find((candidate) => line.split("\0", 1)[0]?.endsWith(`/${candidate}`));
    if (name !== undefined && line.includes(folder)) found[name] = Number(pid);
  }
  return found;
}

function ageMs(pid: number): number {
  const fields = readIfThere(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, "")
    .split(" ");
  const uptimeSeconds = Number(readIfThere("/proc/uptime").split(" ")[0]);
  return (uptimeSeconds - Number(fields[19]) / ticksPerSecond) * 1_000;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
