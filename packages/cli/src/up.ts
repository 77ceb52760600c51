/** `pintle up`: a control plane that lives as long as the command. */
import { chmodSync, writeFileSync } from "node:fs";
import { createConsoleLogger, createProcessClock, type Logger } from "@pintle/machinery";
import type { Command } from "commander";
import { CommandError } from "./run-program.ts";

interface UpOptions {
  readonly profile: string;
  readonly bind: string;
  readonly storage: string;
  readonly kubeconfig: string;
}

const profiles = ["apiserver"];
const storages = ["memory"];

export function addUp(program: Command): void {
  program
    .command("up")
    .description("start a Kubernetes control plane and run it until SIGTERM or Ctrl-C")
    .option("--profile <name>", `what it consists of: ${profiles.join(", ")}`, "apiserver")
    .option("--bind <host:port>", "where it listens; port 0 is any that is free", "127.0.0.1:0")
    .option("--storage <name>", `where objects are kept: ${storages.join(", ")}`, "memory")
    .option("--kubeconfig <file>", "where the administrator's kubeconfig is written", "pintle.kubeconfig")
    .action((options: UpOptions) => runUp(options, waitForSignal));
}

async function runUp(options: UpOptions, untilDone: () => Promise<void>): Promise<void> {
  checkChoice("--profile", options.profile, profiles);
  checkChoice("--storage", options.storage, storages);
  const { host, port } = parseBind(options.bind);
  const done = untilDone();
  await using plane = await startPlane(host, port, createLogger());
  writeKubeconfig(options.kubeconfig, plane.kubeconfig);
  process.stdout.write(`ready: ${plane.url}\n`);
  process.stderr.write(suggestions(options.kubeconfig));
  await done;
}

function suggestions(kubeconfig: string): string {
  const kubectl = `kubectl --kubeconfig ${kubeconfig}`;
  return [
    "",
    "Try it in another terminal, and end it here with Ctrl-C:",
    `  ${kubectl} get namespaces`,
    `  ${kubectl} create deployment web --image=nginx --replicas=2`,
    `  ${kubectl} get deployments --watch`,
    `  ${kubectl} explain deployment.spec.strategy`,
    "",
  ].join("\n");
}

/** Lines for people, on stderr: stdout has what programs read. */
function createLogger(): Logger {
  return createConsoleLogger({
    write: (text) => process.stderr.write(text),
    clock: createProcessClock(),
    level: "warn",
  });
}

function checkChoice(flag: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw new CommandError(`${flag} knows no ${JSON.stringify(value)}: write one of ${choices.join(", ")}`);
}

function parseBind(bind: string): { host: string; port: number } {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+)):([0-9]{1,5})$/.exec(bind);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || !(port <= 65_535)) {
    throw new CommandError(`--bind takes HOST:PORT, such as 127.0.0.1:6443, not ${JSON.stringify(bind)}`);
  }
  return { host, port };
}

async function startPlane(host: string, port: number, logger: Logger) {
  // Only a plane that starts needs it: help and complaints come at once.
  const { startControlPlane } = await import("@pintle/controlplane");
  try {
    return await startControlPlane({ host, port, logger });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE") throw new CommandError(`port ${port} on ${host} is in use: choose another with --bind`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EACCES") {
      throw new CommandError(`cannot listen on ${host}:${port} (${String(code)}): choose another address with --bind`);
    }
    throw error;
  }
}

/** Only the user may read it: it holds a token that may do everything. */
function writeKubeconfig(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 });
    chmodSync(path, 0o600);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError(`the kubeconfig cannot be written, choose another place with --kubeconfig: ${message}`);
  }
}

function waitForSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  return promise;
}
