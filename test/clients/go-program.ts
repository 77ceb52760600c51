/** The Go program of test/real/informer, built on first use, and its lines as they come. Needs Go on the PATH. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, renameSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readLines } from "./lines.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const binary = `${root}.build/informer`;

export interface GoProgram extends AsyncDisposable {
  /** The next line that it prints, on either output. */
  next(withinMs?: number): Promise<string>;
  /** A line on its input. */
  ask(line: string): void;
  /** Its input is closed; gives its exit code. */
  end(): Promise<number | null>;
}

let isBuilt = false;

/** `watch` or `write`, in a namespace. */
export function startGoProgram(command: "watch" | "write", namespace: string, kubeconfig: string): GoProgram {
  if (!isBuilt) build();
  isBuilt = true;
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const child = spawn(binary, [command, namespace], { env, stdio: "pipe" });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const next = readLines(`informer ${command}`, child.stdout, child.stderr);
  const end = () => {
    child.stdin.end();
    return ended;
  };
  const dispose = async () => {
    child.kill();
    await ended;
  };
  return { next, ask: (line) => child.stdin.write(`${line}\n`), end, [Symbol.asyncDispose]: dispose };
}

function build(): void {
  mkdirSync(`${root}.build`, { recursive: true });
  // Test files run side by side: each builds under a name of its own, and the last rename wins with the same content.
  const mine = `${binary}.${process.pid}`;
  const { status, stderr } = spawnSync("go", ["build", "-o", mine, "."], {
    cwd: `${root}test/real/informer`,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`informer: go build failed\n${stderr}`);
  renameSync(mine, binary);
}
