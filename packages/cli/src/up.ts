/** `pintle up`: a control plane that lives as long as the command, or in the background. */
import { renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import type { ControlPlaneOptions, ListeningControlPlane, StartPhase } from "@pintle/controlplane";
import { type Clock, createConsoleLogger, createProcessClock, UsageError } from "@pintle/machinery";
import type { Command } from "commander";
import { readAudit } from "./flags/read-audit.ts";
import { readIdentity } from "./flags/read-identity.ts";
import { readKubeletConfig } from "./flags/read-kubelet-config.ts";
import { type PlaneFlags, readPlaneFlags } from "./flags/read-plane-flags.ts";
import { addUpFlags, type UpFlags } from "./flags/up-flags.ts";
import { upHelp } from "./flags/up-help.ts";
import { CommandError } from "./run-program.ts";
import { claimFolder, type FolderClaim, formatDown, openDataFolder } from "./running/data-folder.ts";
import { giveBackMemory } from "./running/give-back-memory.ts";
import { type EndSignals, listenForEnd } from "./starting/end-signals.ts";
import { createProgress, type Progress } from "./starting/progress.ts";
import { startInBackground } from "./starting/start-in-background.ts";
import { formatWelcome } from "./starting/welcome.ts";
import { checkKubeconfigPlace, writeKubeconfig } from "./starting/write-kubeconfig.ts";

export function addUp(program: Command): void {
  const command = program
    .command("up")
    .description("start a Kubernetes control plane and run it until Ctrl-C, SIGTERM or pintle down");
  addUpFlags(command).addHelpText("after", upHelp).action(runUp);
}

/** What was asked for, with all that can be found out before the plane itself is loaded: complaints come at once. */
interface Wish extends PlaneFlags {
  readonly flags: UpFlags;
  readonly folder: string;
  readonly kubeconfig: string;
  readonly clock: Clock;
}

/** Lines for people: stdout has what programs read. */
function tell(text: string): void {
  process.stderr.write(text);
}

async function runUp(flags: UpFlags): Promise<void> {
  const plane = readPlaneFlags(flags);
  const folder = openDataFolder(flags.dataDir);
  const kubeconfig = resolve(flags.kubeconfig ?? join(folder, "kubeconfig"));
  checkKubeconfigPlace(kubeconfig);
  const wish = { ...plane, flags, folder, kubeconfig, clock: createProcessClock() };
  await (flags.detach && flags.loggedTo === undefined ? runDetached(wish) : runHere(wish));
}

async function runDetached(wish: Wish): Promise<void> {
  const { folder, clock } = wish;
  using ending = listenForEnd({ clock, endAtOnce: (exitCode) => process.exit(exitCode) });
  const { pid, url, log } = await startInBackground({ folder, clock, ending, write: tell });
  process.stdout.write(`ready: ${url}\n`);
  const how = `It runs in the background (pid ${pid}) and logs to ${log}. End it with: ${formatDown(folder)}`;
  tell(formatWelcome({ ...wish, url, terminal: "this", ending: how }));
}

async function runHere(wish: Wish): Promise<void> {
  const { flags, folder, kubeconfig, clock } = wish;
  using progress = createProgress({ clock, write: tell });
  progress.begin("loading");
  const leave = (exitCode: number) => {
    claim[Symbol.dispose]();
    progress[Symbol.dispose]();
    process.exit(exitCode);
  };
  using ending = listenForEnd({ clock, endAtOnce: leave });
  const log = flags.loggedTo === undefined ? undefined : join(folder, "log");
  using claim = claimFolder(folder, { kubeconfig, ...(log !== undefined && { log }) });
  if (flags.loggedTo !== undefined && log !== undefined) renameSync(flags.loggedTo, log);
  // Until it is ready there is nothing to be ended in good order.
  void ending.asked.then(() => claim.isReady || leave(0));
  await runPlane(wish, { progress, ending, claim });
  progress.end();
}

interface Surroundings {
  readonly progress: Progress;
  readonly ending: EndSignals;
  readonly claim: FolderClaim;
}

async function runPlane(wish: Wish, { progress, ending, claim }: Surroundings): Promise<void> {
  const { flags, kubeconfig, profile, nodes, host, port, clock } = wish;
  const tools = await import("@pintle/controlplane");
  // Neither loading nor starting has to wait for anything, and signals are heard only when the loop turns.
  await clock.turn();
  const identity = await readIdentity(flags, tools);
  const { kubeletConfig } = flags;
  const kubelet = kubeletConfig === undefined ? undefined : await readKubeletConfig(kubeletConfig, tools);
  const audit = readAudit(flags, tools);
  using _log = audit?.log;
  const logger = createConsoleLogger({ write: (text) => progress.write(text), clock, level: "warn" });
  const admissionPlugins = { enabled: flags.enableAdmissionPlugins, disabled: flags.disableAdmissionPlugins };
  const onPhase = (phase: StartPhase) => {
    progress.begin(formatPhase(phase, nodes));
    // What cannot be is refused by then.
    if (phase !== "server") progress.show();
  };
  await using plane = await startPlane(tools, {
    ...{ profile, nodes, listen: { host, port }, identity, admissionPlugins, logger, clock, onPhase },
    serviceClusterIpRange: flags.serviceClusterIpRange,
    ...(audit && { audit }),
    ...(kubelet && { kubelet }),
  });
  progress.end();
  await clock.turn();
  writeKubeconfig(kubeconfig, plane.kubeconfig());
  claim.tellReady(plane.url);
  if (flags.loggedTo === undefined) welcome(wish, plane.url);
  using _memory = giveBackMemory({ clock, memory: tools.createProcessMemory(), busyShare: createBusyShare() });
  await ending.asked;
  progress.begin("stopping; the same again ends it at once");
}

function createBusyShare(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const before = last;
    last = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(last, before).utilization;
  };
}

function welcome(wish: Wish, url: string): void {
  process.stdout.write(`ready: ${url}\n`);
  const ending = `End it with Ctrl-C here, or in another terminal with: ${formatDown(wish.folder)}`;
  tell(formatWelcome({ ...wish, url, terminal: "another", ending }));
}

function formatPhase(phase: StartPhase, nodes: number): string {
  if (phase === "server") return "API server";
  if (phase === "objects") return "first objects";
  return nodes === 0 ? "controllers" : `controllers and ${nodes} node${nodes === 1 ? "" : "s"}`;
}

async function startPlane(
  { startControlPlane }: typeof import("@pintle/controlplane"),
  options: ControlPlaneOptions & { readonly listen: Pick<PlaneFlags, "host" | "port"> },
): Promise<ListeningControlPlane> {
  const { host, port } = options.listen;
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
