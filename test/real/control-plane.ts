/** Starts a real etcd and kube-apiserver on loopback, with data of their own, gone when the one who started them is gone. */
import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Agent, request } from "undici";
import { programPath } from "./binaries.ts";
import { type Certificate, createAuthority } from "./certificates.ts";
import type { Assignment, Program, Restart } from "./supervise.ts";

export interface RealControlPlaneOptions {
  /** Also run kube-controller-manager: garbage collection, namespaces, workloads. */
  readonly controllers?: boolean;
  /** Added to kube-controller-manager's command line. */
  readonly controllerFlags?: readonly string[];
  /** Added to kube-apiserver's command line; a flag given here replaces the one set by default. */
  readonly flags?: readonly string[];
  /** Users beside `admin`, who is in system:masters. Each gets a token. */
  readonly users?: readonly { readonly name: string; readonly groups: readonly string[] }[];
}

export interface ControlPlane extends AsyncDisposable {
  readonly url: string;
  /** The certificate that the server shows, PEM. */
  readonly ca: string;
  /** Bearer tokens by user name; `admin` may do everything. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Signs client certificates that the server believes; its name is `clients`. */
  readonly clientCa: Certificate;
  /** Signs the certificates of front proxies, whose headers the server believes; its name is `proxies`. */
  readonly proxyCa: Certificate;
  /** A kubeconfig for `admin`. */
  readonly kubeconfig: string;
  /** Of etcd, without TLS. */
  readonly etcdUrl: string;
  /** Kills a program with SIGKILL, starts it again on what it has stored, and resolves when the API server is ready. */
  restart(program: "etcd" | "kube-apiserver"): Promise<void>;
  /** The log of a program, for a failure's report. */
  log(program: "etcd" | "kube-apiserver" | "kube-controller-manager"): string;
  stop(): Promise<void>;
}

const startMs = 60_000;
const attempts = 3;

/** A port may be taken between its choice and its use; then everything is tried again with others. */
export async function startRealControlPlane(options: RealControlPlaneOptions = {}): Promise<ControlPlane> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      if (attempt === attempts || !/address already in use/.test(String(error))) throw error;
    }
  }
}

async function startOnce(options: RealControlPlaneOptions): Promise<ControlPlane> {
  const folder = mkdtempSync(`${tmpdir()}/pintle-real-`);
  const ports = await freePorts(4);
  const users = [{ name: "admin", groups: ["system:masters"] }, ...(options.users ?? [])];
  const tokens = Object.fromEntries(users.map(({ name }) => [name, randomBytes(16).toString("hex")]));
  const rows = users.map(({ name, groups }) => `${tokens[name]},${name},${name},"${groups.join(",")}"`);
  writeFileSync(`${folder}/tokens.csv`, `${rows.join("\n")}\n`, { mode: 0o600 });
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(`${folder}/sa.key`, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  const clientCa = createAuthority("clients");
  const proxyCa = createAuthority("proxies");
  const proxy = proxyCa.issue({ commonName: "aggregator" });
  writeFileSync(`${folder}/client-ca.crt`, clientCa.cert);
  writeFileSync(`${folder}/proxy-ca.crt`, proxyCa.cert);
  writeFileSync(`${folder}/proxy.crt`, proxy.cert);
  writeFileSync(`${folder}/proxy.key`, proxy.key, { mode: 0o600 });
  const url = `https://127.0.0.1:${ports[0]}`;
  const kubeconfig = `${folder}/kubeconfig`;
  writeFileSync(kubeconfig, kubeconfigOf(url, tokens.admin as string), { mode: 0o600 });

  const supervisor = startSupervisor();
  supervisor.run({ folder, programs: serverPrograms(folder, ports, options) });
  const log = (program: string) => readIfThere(`${folder}/${program}.log`);
  const stop = () => endSupervisor(supervisor.child);
  try {
    await untilReady(url, tokens.admin as string, supervisor.failure);
    // It gives up when there is no API server to talk to, so it comes last.
    if (options.controllers) supervisor.run({ folder, programs: [controllerManager(folder, ports[3], options)] });
  } catch (error) {
    const logs = `${log("etcd").slice(-1_000)}\n${log("kube-apiserver").slice(-2_000)}`;
    await stop();
    throw new Error(`the real control plane did not start: ${error}\n${logs}`);
  }
  const ca = readFileSync(`${folder}/certs/apiserver.crt`, "utf8");
  const restart = async (program: string) => {
    await supervisor.restart(program);
    await untilReady(url, tokens.admin as string, supervisor.failure);
  };
  const etcdUrl = `http://127.0.0.1:${ports[1]}`;
  return { url, ca, tokens, clientCa, proxyCa, kubeconfig, etcdUrl, restart, log, stop, [Symbol.asyncDispose]: stop };
}

function serverPrograms(folder: string, ports: readonly number[], options: RealControlPlaneOptions): Program[] {
  const [securePort, etcdPort, peerPort] = ports;
  const etcd = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  return [
    {
      name: "etcd",
      command: programPath("etcd"),
      args: [
        `--data-dir=${folder}/etcd`,
        `--listen-client-urls=${etcd}`,
        `--advertise-client-urls=${etcd}`,
        `--listen-peer-urls=${peer}`,
        `--initial-advertise-peer-urls=${peer}`,
        `--initial-cluster=default=${peer}`,
        "--unsafe-no-fsync",
      ],
    },
    {
      name: "kube-apiserver",
      command: programPath("kube-apiserver"),
      args: apiServerFlags(folder, etcd, securePort, options),
    },
  ];
}

function controllerManager(
  folder: string,
  port: number | undefined,
  { controllerFlags = [] }: RealControlPlaneOptions,
): Program {
  const config = `${folder}/kubeconfig`;
  const args = [
    `--kubeconfig=${config}`,
    `--authentication-kubeconfig=${config}`,
    `--authorization-kubeconfig=${config}`,
    `--service-account-private-key-file=${folder}/sa.key`,
    "--use-service-account-credentials=false",
    "--controllers=*,-nodelifecycle,bootstrapsigner,tokencleaner",
    "--leader-elect=false",
    `--secure-port=${port}`,
    `--cert-dir=${folder}/certs`,
    ...controllerFlags,
  ];
  return { name: "kube-controller-manager", command: programPath("kube-controller-manager"), args };
}

function apiServerFlags(
  folder: string,
  etcd: string,
  port: number | undefined,
  { flags = [] }: RealControlPlaneOptions,
): string[] {
  const given = new Set(flags.map((flag) => flag.split("=", 1)[0]));
  const usual = [
    `--etcd-servers=${etcd}`,
    `--secure-port=${port}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    `--cert-dir=${folder}/certs`,
    "--service-cluster-ip-range=10.0.0.0/24",
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${folder}/sa.key`,
    `--service-account-signing-key-file=${folder}/sa.key`,
    `--token-auth-file=${folder}/tokens.csv`,
    `--client-ca-file=${folder}/client-ca.crt`,
    `--requestheader-client-ca-file=${folder}/proxy-ca.crt`,
    "--requestheader-allowed-names=aggregator",
    "--requestheader-username-headers=X-Remote-User",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-",
    `--proxy-client-cert-file=${folder}/proxy.crt`,
    `--proxy-client-key-file=${folder}/proxy.key`,
    "--authorization-mode=RBAC",
    "--allow-privileged=true",
    // As envtest starts it: without controllers nobody makes the ServiceAccount that pods would need.
    "--disable-admission-plugins=ServiceAccount",
  ];
  return [...usual.filter((flag) => !given.has(flag.split("=", 1)[0])), ...flags];
}

interface Supervisor {
  readonly child: ChildProcess;
  /** Rejects when a program ends by itself. */
  readonly failure: Promise<never>;
  run(assignment: Assignment): void;
  /** Resolves when the program has ended and runs again. */
  restart(program: string): Promise<void>;
}

function startSupervisor(): Supervisor {
  const script = fileURLToPath(new URL("./supervise.ts", import.meta.url));
  // Detached, so that a signal to the test run's group does not end the supervisor before its programs.
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"], detached: true });
  child.stdin.on("error", () => {});
  const lines = createInterface(child.stdout);
  const failure = new Promise<never>((_, reject) => {
    lines.on("line", (line) => line.startsWith("restarted ") || reject(new Error(line)));
  });
  failure.catch(() => {});
  const send = (assignment: Assignment | Restart) => child.stdin.write(`${JSON.stringify(assignment)}\n`);
  const restart = (program: string) => {
    const restarted = new Promise<void>((resolve) => {
      const look = (line: string) => {
        if (line !== `restarted ${program}`) return;
        lines.off("line", look);
        resolve();
      };
      lines.on("line", look);
    });
    send({ restart: program });
    return Promise.race([restarted, failure]);
  };
  return { child, failure, run: send, restart };
}

function endSupervisor(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.stdin?.end();
  });
}

async function untilReady(url: string, token: string, failure: Promise<never>): Promise<void> {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const deadline = performance.now() + startMs;
  try {
    while (performance.now() < deadline) {
      const ready = isReady(url, token, dispatcher);
      if (await Promise.race([ready, failure])) return;
      await Promise.race([sleep(50), failure]);
    }
    throw new Error(`not ready after ${startMs / 1000} s`);
  } finally {
    await dispatcher.destroy();
  }
}

async function isReady(url: string, token: string, dispatcher: Agent): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, body } = await request(`${url}/readyz`, { headers, dispatcher });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

function kubeconfigOf(server: string, token: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "real", cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name: "real", context: { cluster: "real", user: "admin" } }],
    "current-context": "real",
  });
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listen));
  const ports = servers.map(({ port }) => port);
  await Promise.all(servers.map(({ close }) => close()));
  return ports;
}

function listen(): Promise<{ port: number; close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const close = () => new Promise<void>((closed) => server.close(() => closed()));
      if (address !== null && typeof address === "object") resolve({ port: address.port, close });
    });
  });
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
