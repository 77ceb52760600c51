/** Runs the kubectls of this machine, unmodified, each with a home of its own, and gives what they printed. */
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, describe, test } from "node:test";
import { findKubectls } from "../real/kubectls.ts";
import { missing } from "../tools.ts";
import { readLines } from "./lines.ts";
import { usePlane } from "./planes.ts";

export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Goes to its standard input; anything but a text as JSON. */
  readonly input?: unknown;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A kubectl in a namespace of the test's own. */
export interface Kubectl {
  readonly namespace: string;
  run(args: readonly string[], options?: RunOptions): Promise<Printed>;
  /** The output of a command that has to succeed, without the last line break. */
  says(...args: string[]): Promise<string>;
  saysTo(input: unknown, ...args: string[]): Promise<string>;
  /** A command that goes on until it is disposed of; its lines come one by one. */
  follow(...args: string[]): Lines;
}

export interface Lines extends Disposable {
  /** The next line; an error after the given time. */
  next(withinMs?: number): Promise<string>;
}

type KubectlTest = (kubectl: Kubectl) => Promise<void>;

const found = findKubectls();
/** Commands wait for the server and for each other's start more than they compute. */
const versionsAtOnce = 3;

/** Runs the tests with every kubectl, as `{ "it does so": async (kubectl) => … }`. */
export function describeKubectls(title: string, tests: Readonly<Record<string, KubectlTest>>): void {
  if (found.length === 0) {
    test(title, { skip: missing("kubectl") }, () => {});
    return;
  }
  const plane = usePlane();
  describe(title, { concurrency: versionsAtOnce }, () => {
    for (const path of found) describeOne(path, tests, plane);
  });
}

function describeOne(path: string, tests: Readonly<Record<string, KubectlTest>>, plane: ReturnType<typeof usePlane>) {
  const home = mkdtempSync(`${tmpdir()}/pintle-kubectl-`);
  describe(path, () => {
    after(() => rmSync(home, { recursive: true, force: true }));
    for (const [sentence, judge] of Object.entries(tests)) {
      test(`${sentence} (${path})`, async () => {
        const { client, kubeconfig } = plane();
        await judge(createKubectl(path, { home, kubeconfig, namespace: await client.namespace() }));
      });
    }
  });
}

export interface Place {
  /** Discovery and OpenAPI are cached here: each version asks the server itself. */
  readonly home: string;
  readonly kubeconfig: string;
  readonly namespace: string;
}

export function createKubectl(path: string, { home, kubeconfig, namespace }: Place): Kubectl {
  const own = ["--kubeconfig", kubeconfig, "--cache-dir", `${home}/cache`, "--namespace", namespace];
  const environment = { PATH: process.env.PATH, HOME: home };

  function run(args: readonly string[], options: RunOptions = {}): Promise<Printed> {
    return new Promise((resolve) => {
      const env = { ...environment, ...options.environment };
      const child = execFile(path, [...own, ...args], { env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? Number.NaN), stdout, stderr }),
      );
      child.stdin?.on("error", () => {});
      child.stdin?.end(typeof options.input === "string" ? options.input : JSON.stringify(options.input));
    });
  }

  async function saysTo(input: unknown, ...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await run(args, { input });
    if (code !== 0) throw new Error(`kubectl ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
    return stdout.trimEnd();
  }

  return {
    namespace,
    run,
    saysTo,
    says: (...args) => saysTo(undefined, ...args),
    follow: (...args) => followLines(path, [...own, ...args], environment),
  };
}

function followLines(path: string, args: readonly string[], env: NodeJS.ProcessEnv): Lines {
  const child = spawn(path, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const next = readLines(`kubectl ${args.join(" ")}`, child.stdout, child.stderr);
  return { next, [Symbol.dispose]: () => child.kill("SIGINT") };
}
