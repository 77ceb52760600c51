/** `pintle up`: a control plane that lives as long as the command. */
import { chmodSync, writeFileSync } from "node:fs";
import type { ControlPlane, ControlPlaneOptions } from "@pintle/controlplane";
import { createConsoleLogger, createProcessClock, type Logger, UsageError } from "@pintle/machinery";
import type { Command } from "commander";
import { readAudit } from "./flags/read-audit.ts";
import { readIdentity } from "./flags/read-identity.ts";
import { checkChoice } from "./flags/read-values.ts";
import { addUpFlags, profiles, storages, type UpFlags } from "./flags/up-flags.ts";
import { CommandError } from "./run-program.ts";

export function addUp(program: Command): void {
  const command = program
    .command("up")
    .description("start a Kubernetes control plane and run it until SIGTERM or Ctrl-C");
  addUpFlags(command).action((flags: UpFlags) => runUp(flags, waitForSignal));
}

async function runUp(flags: UpFlags, untilDone: () => Promise<void>): Promise<void> {
  checkChoice("--profile", flags.profile, profiles);
  checkChoice("--storage", flags.storage, storages);
  const { host, port } = parseBind(flags.bind);
  // Only a plane that starts needs it: help and complaints come at once.
  const tools = await import("@pintle/controlplane");
  const identity = await readIdentity(flags, tools);
  const audit = readAudit(flags, tools);
  using _log = audit?.log;
  const done = untilDone();
  const admissionPlugins = { enabled: flags.enableAdmissionPlugins, disabled: flags.disableAdmissionPlugins };
  await using plane = await startPlane(tools, {
    ...{ host, port, identity, admissionPlugins, logger: createLogger() },
    ...(audit && { audit }),
  });
  writeKubeconfig(flags.kubeconfig, plane.kubeconfig);
  process.stdout.write(`ready: ${plane.url}\n`);
  process.stderr.write(suggestions(flags.kubeconfig));
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

function parseBind(bind: string): { host: string; port: number } {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+)):([0-9]{1,5})$/.exec(bind);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || !(port <= 65_535)) {
    throw new CommandError(`--bind takes HOST:PORT, such as 127.0.0.1:6443, not ${JSON.stringify(bind)}`);
  }
  return { host, port };
}

async function startPlane(
  { startControlPlane }: typeof import("@pintle/controlplane"),
  options: ControlPlaneOptions & { readonly host: string; readonly port: number },
): Promise<ControlPlane> {
  const { host, port } = options;
  try {
    return await startControlPlane(options);
  } catch (error) {
    // What was asked for cannot be: the sentence says which flag, and what to write instead.
    if (error instanceof UsageError) throw new CommandError(error.message);
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
