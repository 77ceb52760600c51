/**
 * Two processes and the real kube-apiserver: the one that leads is stopped with SIGSTOP, in the middle of many writes, until the other leads,
 * and is woken up again. What counts is what the server has written down.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Client, createClient } from "@pintle/client";
import { Lease } from "@pintle/kinds/coordination/v1";
import { ConfigMap, Namespace } from "@pintle/kinds/core/v1";
import { ApiError } from "@pintle/machinery";
import { type ControlPlane, startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";
import { type LeaderChildOptions, writers } from "./leader-child-options.ts";
import { type SlowWire, startSlowWire } from "./slow-wire.ts";
import { isSoak, tellProgress } from "./soak-progress.ts";

const rounds = isSoak ? 20 : 3;
const stoppedMs = 20_000;
/** Each direction of the way to the server: answers take long enough that every connection is in use. */
const wireMs = 200;
const names = ["first", "second"] as const;
type Name = (typeof names)[number];

const users = names.map((name) => ({ name, groups: ["system:masters"] }));
const policy = {
  ...{ apiVersion: "audit.k8s.io/v1", kind: "Policy" },
  rules: [
    {
      level: "Metadata",
      users: [...names],
      verbs: ["create", "update", "patch", "delete"],
      resources: [
        { group: "", resources: ["configmaps"] },
        { group: "events.k8s.io", resources: ["events"] },
      ],
    },
    { level: "None" },
  ],
};

test(`a leader that was stopped for ${stoppedMs / 1_000} s writes nothing once another has written, ${rounds} times`, {
  skip: missing("real"),
  timeout: rounds * 60_000 + 120_000,
}, async (t) => {
  const folder = mkdtempSync(`${tmpdir()}/pintle-leaders-`);
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(`${folder}/policy.json`, JSON.stringify(policy));
  const flags = [`--audit-policy-file=${folder}/policy.json`, `--audit-log-path=${folder}/audit.log`];
  await using plane = await startRealControlPlane({ users, flags });
  await using admin = connect(plane, "admin");
  await prepare(admin);
  await using wire = await startSlowWire(Number(new URL(plane.url).port), wireMs);
  const children = { first: startChild(plane, wire, "first"), second: startChild(plane, wire, "second") };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const leader = await untilLeading(admin, names);
      // At another moment of its work each time.
      await sleep(2_000 + Math.random() * 2_000);
      const other = names.find((name) => name !== leader) as Name;
      children[leader].kill("SIGSTOP");
      await Promise.all([sleep(stoppedMs), untilLeading(admin, [other])]);
      // It shall be in the middle of its writes, too.
      await sleep(1_000);
      children[leader].kill("SIGCONT");
      await sleep(3_000);
      tellProgress("stopped leader", round + 1, rounds);
    }
  } finally {
    await Promise.all(Object.values(children).map(endChild));
  }
  const writes = readWrites(readFileSync(`${folder}/audit.log`, "utf8"));
  const turns = writes.filter(({ user }, index) => user !== writes[index - 1]?.user);
  t.diagnostic(
    `${writes.length} writes, ${turns.length} turns: ${turns.map(({ user, at }) => `${user} ${at}`).join(", ")}`,
  );
  assert.ok(
    names.every((name) => writes.some(({ user, resource }) => user === name && resource === "events")),
    "both have told events",
  );
  assert.ok(writes.length > rounds * 200, `${writes.length} writes are too few to say anything`);
  assert.equal(turns.length, rounds + 1, "each time the writer changed once, and nothing came from the one before");
});

interface AuditedWrite {
  readonly user: string;
  readonly at: string;
  readonly resource: string;
}

/** In the order in which they came to the server, whatever became of them; without what the election itself tells of the Lease. */
function readWrites(lines: string): readonly AuditedWrite[] {
  const events = lines.split("\n").filter((line) => line !== "");
  const found = new Map<string, AuditedWrite>();
  for (const line of events) {
    const { auditID, user, requestReceivedTimestamp, objectRef } = JSON.parse(line);
    // Its name is known only when what was sent has been read, which is after the first line about it.
    const isOfElection = objectRef.resource === "events" && objectRef.name?.startsWith("work.");
    if (isOfElection) {
      found.delete(auditID);
      continue;
    }
    found.set(auditID, { user: user.username, at: requestReceivedTimestamp, resource: objectRef.resource });
  }
  return [...found.values()].sort((left, right) => (left.at < right.at ? -1 : 1));
}

function connect({ url, ca, tokens }: ControlPlane, user: string): Client {
  return createClient({
    ...{ server: url, namespace: "default" },
    trust: { read: async () => ca },
    credentials: { get: async () => ({ authorization: `Bearer ${tokens[user]}` }), refuse: () => {} },
  });
}

async function prepare(admin: Client): Promise<void> {
  await admin.resource(Namespace).create(Namespace({ metadata: { name: "busy" } }));
  const create = (namespace: string, name: string) =>
    admin.resource(ConfigMap, { namespace }).create(ConfigMap({ metadata: { name } }));
  for (let index = 0; index < writers; index += 1) await create("default", `written-${index}`);
  for (let index = 0; index < 8; index += 1) await create("busy", `busy-${index}`);
}

async function untilLeading(admin: Client, wanted: readonly Name[]): Promise<Name> {
  const leases = admin.resource(Lease, { namespace: "default" });
  for (let tries = 0; tries < 450; tries += 1) {
    const holder = await leases
      .get("work")
      .then(({ spec }) => spec?.holderIdentity)
      .catch((error: unknown) => {
        if (!ApiError.is(error, "NotFound")) throw error;
      });
    const found = wanted.find((name) => name === holder);
    if (found !== undefined) return found;
    await sleep(100);
  }
  throw new Error(`none of ${wanted.join(", ")} has become the leader within 45 seconds`);
}

function startChild({ ca, tokens }: ControlPlane, { port }: SlowWire, identity: Name): ChildProcess {
  const options: LeaderChildOptions = {
    server: `https://127.0.0.1:${port}`,
    ca,
    token: tokens[identity] ?? "",
    identity,
  };
  const script = fileURLToPath(new URL("./leader-child.ts", import.meta.url));
  const args = ["--conditions=pintle-source", script, JSON.stringify(options)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  createInterface(child.stdout).on("line", (line) => {
    if (/"level":"(error|warn)"/.test(line)) process.stderr.write(`${identity}: ${line.slice(0, 400)}\n`);
  });
  return child;
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGCONT");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 35_000);
  await ended;
  clearTimeout(late);
}
