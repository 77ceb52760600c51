/**
 * The real Kubernetes: where its programs are, and how to get them.
 *
 * They come from `KUBEBUILDER_ASSETS` where that is set, else from a cache outside the tree, keyed by version, that `make real`
 * fills by building the Go modules of this folder once.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { buildHelms } from "./helms.ts";

const modules = fileURLToPath(new URL(".", import.meta.url));

function moduleVersion(name: string): string {
  const line = readFileSync(`${modules}go.mod`, "utf8").match(new RegExp(`^\\s${name} v(\\S+)$`, "m"));
  if (!line?.[1]) throw new Error(`test/real/go.mod does not require ${name}`);
  return line[1];
}

export const kubernetesVersion: string = moduleVersion("k8s.io/kubernetes");
const etcdVersion = moduleVersion("go.etcd.io/etcd/server/v3");

const programs = {
  etcd: "go.etcd.io/etcd/server/v3",
  "kube-apiserver": "k8s.io/kubernetes/cmd/kube-apiserver",
  "kube-controller-manager": "k8s.io/kubernetes/cmd/kube-controller-manager",
  kubectl: "k8s.io/kubernetes/cmd/kubectl",
} as const;

export type Program = keyof typeof programs;

const cache = `${process.env.XDG_CACHE_HOME ?? `${homedir()}/.cache`}/pintle/kubernetes-${kubernetesVersion}-etcd-${etcdVersion}`;

/** The path of a program, or `undefined` where `make real` has not been run. */
export function findProgram(program: Program): string | undefined {
  const assets = process.env.KUBEBUILDER_ASSETS;
  const candidates = [...(assets ? [`${assets}/${program}`] : []), `${cache}/${program}`];
  return candidates.find((path) => existsSync(path));
}

/** The path of a program; says what to do where it is missing. */
export function programPath(program: Program): string {
  const path = findProgram(program);
  if (path === undefined) throw new Error(`${program} ${kubernetesVersion} is not here: run \`make real\``);
  return path;
}

async function getPrograms(): Promise<void> {
  const missing = (Object.keys(programs) as Program[]).filter((program) => findProgram(program) === undefined);
  const hasGo = spawnSync("go", ["version"], { stdio: "ignore" }).status === 0;
  if (missing.length > 0 && !hasGo) {
    console.error(
      `make real: ${missing.join(", ")} missing: put Go on the PATH to build them, or set KUBEBUILDER_ASSETS to a folder that holds them`,
    );
    process.exit(2);
  }
  mkdirSync(cache, { recursive: true });
  for (const program of missing) await build(program);
  // They judge nothing: who has no Go goes without.
  if (hasGo) buildHelms();
  assertVersion();
}

async function build(program: Program): Promise<void> {
  const total = packageCount(programs[program]);
  // A second build at the same time ends in the same rename, so neither sees half a program.
  const mine = `${cache}/${program}.${process.pid}`;
  const stamp = "k8s.io/component-base/version";
  const [major, minor] = kubernetesVersion.split(".");
  const ldflags = `-s -w -X ${stamp}.gitVersion=v${kubernetesVersion} -X ${stamp}.gitMajor=${major} -X ${stamp}.gitMinor=${minor}`;
  const child = spawn("go", ["build", "-v", "-ldflags", ldflags, "-o", mine, programs[program]], {
    cwd: modules,
    stdio: ["ignore", "inherit", "pipe"],
  });
  const other: string[] = [];
  let compiled = 0;
  let shown = -1;
  console.log(`${program}: building, ${total} packages at most`);
  for await (const line of createInterface(child.stderr)) {
    if (/^[\w.~-]+(\/[\w.~-]+)*$/.test(line)) compiled += 1;
    else other.push(line);
    const tenth = Math.floor((compiled / total) * 10);
    if (tenth > shown) console.log(`${program}: ${compiled} packages compiled`);
    shown = Math.max(shown, tenth);
  }
  const code = child.exitCode ?? (await new Promise((resolve) => child.once("exit", resolve)));
  if (code !== 0) {
    console.error(other.join("\n"));
    process.exit(1);
  }
  renameSync(mine, `${cache}/${program}`);
  console.log(`${program}: done`);
}

function packageCount(path: string): number {
  const { stdout } = spawnSync("go", ["list", "-deps", path], { cwd: modules, encoding: "utf8", maxBuffer: 1 << 26 });
  return stdout.split("\n").length;
}

/** Another minor would judge by other rules; assets of one are refused rather than believed. */
function assertVersion(): void {
  const { stdout } = spawnSync(programPath("kube-apiserver"), ["--version"], { encoding: "utf8" });
  const wanted = kubernetesVersion.split(".").slice(0, 2).join(".");
  if (!stdout.startsWith(`Kubernetes v${wanted}.`)) {
    console.error(`make real: ${programPath("kube-apiserver")} is ${stdout.trim()}, but ${wanted} is the measure`);
    process.exit(2);
  }
}

if (import.meta.main) await getPrograms();
