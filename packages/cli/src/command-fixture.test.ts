/** The command as a process, as users start it. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

/** A folder of a test, gone after it. */
export function createFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/pintle-cli-`);
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Surroundings {
  /** Where its data goes, unless it is told otherwise. */
  readonly cwd: string;
  /** What Node is told besides. */
  readonly nodeOptions?: string;
  /** What it reads from standard input; there is none unless said. */
  readonly input?: string;
}

export type Process = ChildProcessByStdio<Writable | null, Readable, Readable>;

export function startCommand({ cwd, nodeOptions, input }: Surroundings, ...args: readonly string[]): Process {
  const env = { ...process.env, ...(nodeOptions !== undefined && { NODE_OPTIONS: nodeOptions }) };
  const argv = ["--conditions=pintle-source", main, ...args];
  if (input === undefined) return spawn(process.execPath, argv, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const child = spawn(process.execPath, argv, { cwd, env, stdio: "pipe" });
  child.stdin.end(input);
  return child;
}

export interface Ending {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** How a command ended, and what it said. */
export async function runCommand(surroundings: Surroundings, ...args: readonly string[]): Promise<Ending> {
  return endingOf(startCommand(surroundings, ...args));
}

export async function endingOf(child: Process): Promise<Ending> {
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code, out, err };
}

interface Kubeconfig {
  readonly clusters: readonly [
    { readonly cluster: { readonly server: string; readonly "certificate-authority-data": string } },
  ];
  readonly users: readonly [{ readonly user: { readonly token: string } }];
}

export function readKubeconfig(path: string): Kubeconfig {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** What the administrator is answered. */
export function get({ clusters: [{ cluster }], users: [{ user }] }: Kubeconfig, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${user.token}` };
  const ca = Buffer.from(cluster["certificate-authority-data"], "base64");
  return new Promise((resolve, reject) => {
    request(cluster.server + path, { ca, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once("error", reject)
      .end();
  });
}
