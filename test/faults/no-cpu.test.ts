/**
 * A server that gets no CPU for a while: nobody is answered meanwhile, probes among them, and then everybody is, in order and once.
 * What thirty seconds do to a process is shown by a clock that misses them; that nothing depends on a clock of ours, by a process that
 * is stopped for as long as a probe waits.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Answer, assertAnswer } from "../conformance/answer.ts";
import type { Client } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { clientOf } from "./kubeconfig-client.ts";
import { createMissingClock } from "./missing-clock.ts";
import { startPlane } from "./plane.ts";
import { readEvents } from "./watch-events.ts";

const main = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
const clock = createMissingClock();
const plane = await startPlane({ clock });
const writes = 20;
/** How long kubelets and load balancers wait for a probe unless told otherwise. */
const probeMs = 1_000;

/** Writes at the same time, each of which adds a key. */
function writeAtOnce(client: Client, path: string): Promise<Answer>[] {
  return Array.from({ length: writes }, (_, step) => client.patch("merge", path, { data: { [`step${step}`]: "x" } }));
}

/** Each write has added its key to those before it. */
const grown = Array.from({ length: writes }, (_, index) => index + 1);

test("who asked before thirty seconds without CPU is answered after them, in order and once, and watches end in time", async () => {
  const maps = await plane.configMaps();
  const { body: made } = await plane.create(maps, { metadata: { name: "a" } });
  const query = { watch: true, resourceVersion: made.metadata.resourceVersion };
  const long = await plane.open("GET", maps, { query: { ...query, timeoutSeconds: 600 } });
  const short = await plane.open("GET", maps, { query: { ...query, timeoutSeconds: 20 } });
  const sent = writeAtOnce(plane.client, `${maps}/a`);
  const probes = ["/livez", "/readyz"].map((probe) => plane.client.get(probe));
  const end = process.hrtime.bigint() + 500_000_000n;
  while (process.hrtime.bigint() < end);
  clock.miss(30_000);
  for (const answer of await Promise.all([...sent, ...probes])) assertAnswer(answer, 200);
  assertAnswer(await plane.create(maps, { metadata: { name: "last" } }), 201);
  const events = await readEvents(long.body, "last");
  assert.deepEqual(
    events.map(({ object }) => Object.keys(object.data ?? {}).length),
    [...grown, 0],
  );
  const told = await readEvents(short.body);
  assert.ok(told.length <= events.length && told.every(({ type }) => type === "MODIFIED"), `${told.length} events`);
  assertAnswer(await plane.get("/readyz"), 200);
  const { body: last } = await plane.get(`${maps}/last`);
  const agedMs = Date.parse(last.metadata.creationTimestamp) - Date.parse(made.metadata.creationTimestamp);
  assert.ok(agedMs >= 29_000, `the server believes that ${agedMs} ms have passed`);
});

test("a stopped process leaves probes without an answer, and when it goes on it has lost and doubled nothing", {
  skip: process.platform === "win32" ? "there is no SIGSTOP" : false,
}, async () => {
  const folder = mkdtempSync(`${tmpdir()}/pintle-no-cpu-`);
  const kubeconfig = `${folder}/kubeconfig`;
  const args = ["--conditions=pintle-source", main, "up", "--profile", "apiserver", "--kubeconfig", kubeconfig];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: "ignore" });
  try {
    const client = await eventually(() => clientOf(kubeconfig));
    await eventually(async () => assertAnswer(await client.get("/readyz"), 200));
    const maps = "/api/v1/namespaces/default/configmaps";
    const { body: made } = await client.create(maps, { metadata: { name: "a" } });
    const { resourceVersion } = made.metadata;
    const watch = await client.watch(maps, { resourceVersion });
    child.kill("SIGSTOP");
    const sent = [...writeAtOnce(client, `${maps}/a`), client.get("/livez"), client.get("/readyz")];
    const first = Promise.race(sent).then(() => "answered");
    assert.equal(await Promise.race([first, sleep(probeMs, "silent")]), "silent");
    child.kill("SIGCONT");
    for (const answer of await Promise.all(sent)) assertAnswer(answer, 200);
    const events = await watch.take(writes);
    assert.deepEqual(
      events.map(({ object }) => Object.keys(object.data).length),
      grown,
    );
    assertAnswer(await client.get(`${maps}/a`), 200, events.at(-1)?.object);
    await watch.close();
    await client.close();
  } finally {
    child.kill("SIGCONT");
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true });
  }
});
