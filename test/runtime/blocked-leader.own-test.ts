/**
 * A process that leads and computes without a pause for longer than its lease: another one leads meanwhile, and when the first goes on it says
 * that it was blocked, and nothing of what it had in mind is written. What counts is what the server has heard.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { AuditEvent } from "@pintle/apiserver";
import { createClient } from "@pintle/client";
import { type ListeningControlPlane, startControlPlane } from "@pintle/controlplane";
import { ConfigMap } from "@pintle/kinds/core/v1";
import { createConsoleLogger, createLogList, createProcessClock } from "@pintle/machinery";
import { createManager, fenceClient } from "@pintle/runtime";
import { type BlockedLeaderOptions, leaseTimes } from "./blocked-leader-options.ts";

/** The watchdog tells of what is longer than five seconds. */
const blockMs = 9_000;
/** So many writes the server has heard of when the block is asked for. */
const writesBefore = 200;

interface Told {
  readonly msg?: string;
  readonly said?: string;
  readonly [field: string]: unknown;
}

function startChild({ url, ca, tokens }: ListeningControlPlane) {
  const options: BlockedLeaderOptions = { server: url, ca, token: tokens.first ?? "", identity: "first" };
  const script = fileURLToPath(new URL("./blocked-leader-child.ts", import.meta.url));
  const args = ["--conditions=pintle-source", script, JSON.stringify(options)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines: Told[] = [];
  const listeners = new Set<() => void>();
  createInterface(child.stdout).on("line", (line) => {
    lines.push(JSON.parse(line));
    for (const listen of listeners) listen();
  });
  const tells = (isIt: (told: Told) => boolean) =>
    new Promise<Told>((resolve) => {
      const look = () => {
        const found = lines.find(isIt);
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
    });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    tells,
    says: (text: string) => tells(({ said }) => said === text),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Leads as soon as it can, and writes once then. */
function startSecond(plane: ListeningControlPlane) {
  const client = createClient({
    ...{ server: plane.url, namespace: "default" },
    trust: { read: async () => plane.ca },
    credentials: { get: async () => ({ authorization: `Bearer ${plane.tokens.second}` }), refuse: () => {} },
  });
  const { logger } = createLogList();
  const manager = createManager({
    client,
    logger,
    leaderElection: { name: "work", identity: "second", ...leaseTimes },
  });
  const written = Promise.withResolvers<void>();
  manager.add({
    name: "writer",
    async start({ fence }) {
      const configMaps = fenceClient(client, fence).resource(ConfigMap);
      await configMaps.patch("written", { merge: { data: { second: "leads" } } });
      written.resolve();
      return { stop: async () => {} };
    },
  });
  const stop = new AbortController();
  const ended = manager.start({ signal: stop.signal });
  return {
    written: written.promise,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
      await client.close();
    },
  };
}

test("a leader that is blocked for longer than its lease says so, and writes nothing more", {
  timeout: 90_000,
}, async () => {
  const writes: AuditEvent[] = [];
  const isInFullSwing = Promise.withResolvers<void>();
  const clock = createProcessClock();
  await using plane = await startControlPlane({
    listen: {},
    users: ["first", "second"].map((name) => ({ name, groups: ["system:masters"] })),
    audit: {
      policy: {
        rules: [{ level: "Metadata", verbs: ["patch"], resources: [{ group: "", resources: ["configmaps"] }] }],
      },
      sink(event) {
        if (event.stage === "RequestReceived" && writes.push(event) === writesBefore) isInFullSwing.resolve();
      },
    },
    logger: createConsoleLogger({ write: (text) => process.stderr.write(text), clock, level: "error" }),
  });
  await using admin = createClient({
    ...{ server: plane.url, namespace: "default" },
    trust: { read: async () => plane.ca },
    credentials: { get: async () => ({ authorization: `Bearer ${plane.tokens.admin}` }), refuse: () => {} },
  });
  await admin.resource(ConfigMap).create({ metadata: { name: "written" } });
  await using first = startChild(plane);
  await isInFullSwing.promise;
  await using second = startSecond(plane);
  const labels = { blocks: "" };
  await admin.resource(ConfigMap).create({ metadata: { name: "long", labels }, data: { blockMs: String(blockMs) } });
  await second.written;
  const [woke, tried, rests] = await Promise.all([first.says("woke"), first.says("tried"), first.says("rests")]);
  const blocked = await first.tells(({ msg }) => msg?.startsWith("the event loop was blocked") === true);
  assert.deepEqual(blocked.reconciling, ["computing default/long"]);
  assert.equal(tried.isFenced, true, "the run that was blocked may not write");
  assert.ok(Number(rests.fenced) > 0, "others wanted to write, and were refused");

  const users = writes.map(({ user }) => user?.username);
  const own = writes.filter(({ user }) => user?.username === "first");
  assert.ok(users.lastIndexOf("first") < users.indexOf("second"), "the writer changed once");
  const late = own.filter(({ requestReceivedTimestamp: at }) => Date.parse(String(at)) >= Number(woke.atMs));
  assert.deepEqual(late, []);
});
