/** API servers that write down who has asked them for what: the embedded plane, or the real one where `PINTLE_PLANE` says so. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { formatAuditEvent, readAuditPolicy } from "@pintle/apiserver";
import { type Client, type ClientConfig, createClient } from "@pintle/client";
import { startControlPlane } from "@pintle/controlplane";
import { createConsoleLogger, createProcessClock } from "@pintle/machinery";
import { startRealControlPlane } from "../real/control-plane.ts";
import type { AuditEvent } from "./manifests-audit.ts";

export interface AuditedPlane extends AsyncDisposable {
  /** A client of whom the token belongs to; of `admin` unless said. */
  connect(options?: { readonly token?: string; readonly namespace?: string }): Client;
  /** Everything that was written down until now. */
  auditEvents(): readonly AuditEvent[];
}

/** Everything but the server's own requests. */
const policy = JSON.stringify({
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [{ level: "None", users: ["system:apiserver"] }, { level: "Metadata" }],
});
/** As OpenShift has it: who names an owner that waits for its children must have a right to that owner. */
const plugin = "OwnerReferencesPermissionEnforcement";

export function startAuditedPlane(): Promise<AuditedPlane> {
  return process.env.PINTLE_PLANE === "real" ? startReal() : startEmbedded();
}

async function startEmbedded(): Promise<AuditedPlane> {
  let lines = "";
  const plane = await startControlPlane({
    profile: "core",
    listen: {},
    admissionPlugins: { enabled: [plugin] },
    audit: {
      policy: readAuditPolicy(policy),
      sink: (event) => {
        lines += formatAuditEvent(event);
      },
    },
    logger: createConsoleLogger({
      write: (text) => process.stderr.write(text),
      clock: createProcessClock(),
      level: "error",
    }),
  });
  return audited(
    plane,
    () => lines,
    () => plane.stop(),
  );
}

async function startReal(): Promise<AuditedPlane> {
  const folder = mkdtempSync(`${tmpdir()}/pintle-audit-`);
  writeFileSync(`${folder}/policy.json`, policy);
  const flags = [
    `--audit-policy-file=${folder}/policy.json`,
    `--audit-log-path=${folder}/audit.log`,
    `--enable-admission-plugins=${plugin}`,
  ];
  const plane = await startRealControlPlane({ controllers: true, flags });
  return audited(
    plane,
    () => readFileSync(`${folder}/audit.log`, "utf8"),
    async () => {
      await plane.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  );
}

const clock = createProcessClock();

/** What a server and a program come to, each in its own time. */
export async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const untilMs = clock.monotonic() + 120_000;
  while (!(await isSo())) {
    if (clock.monotonic() > untilMs) throw new Error(`${what} has not come about within two minutes`);
    await clock.sleep(20, { label: what, kind: "work" });
  }
}

interface Listening {
  readonly url: string;
  readonly ca: string;
  readonly tokens: Readonly<Record<string, string>>;
}

function audited({ url, ca, tokens }: Listening, readLines: () => string, stop: () => Promise<void>): AuditedPlane {
  const clients: Client[] = [];
  return {
    connect({ token = tokens.admin ?? "", namespace = "default" } = {}) {
      const config: ClientConfig = {
        server: url,
        namespace,
        trust: { read: async () => ca },
        credentials: { get: async () => ({ authorization: `Bearer ${token}` }), refuse: () => {} },
      };
      const client = createClient(config);
      clients.push(client);
      return client;
    },
    auditEvents: () =>
      readLines()
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as AuditEvent),
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.close();
      await stop();
    },
  };
}
