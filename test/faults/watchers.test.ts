/** Watchers that do not read, and a server with too much to do: what waits is bounded, others go on, and probes tell the truth. */
import assert from "node:assert/strict";
import { connect as connectHttp2 } from "node:http2";
import { test } from "node:test";
import { createMemoryStorage, type Storage } from "@pintle/apiserver";
import { createProcessClock } from "@pintle/machinery";
import { assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { eventually } from "../conformance/eventually.ts";
import { startPlane } from "./plane.ts";

const clock = createProcessClock();
const disk = createMemoryStorage({ clock });
/** A storage that can be made to wait, or to fail. */
const weather: { gate: Promise<void> | undefined; failure: Error | undefined } = {
  gate: undefined,
  failure: undefined,
};
const storage: Storage = {
  revision: async () => {
    if (weather.failure) throw weather.failure;
    return disk.revision();
  },
  get: (key, options) => disk.get(key, options),
  list: (request) => disk.list(request),
  swap: async (key, expected, value, options) => {
    await weather.gate;
    if (weather.failure) throw weather.failure;
    return disk.swap(key, expected, value, options);
  },
  watch: (request, watcher) => disk.watch(request, watcher),
  compact: (revision) => disk.compact(revision),
  close: () => disk.close(),
};
const plane = await startPlane({ clock, storage, users: [{ name: "user", groups: ["people"] }] });

interface Told {
  readonly type: string;
  readonly object: Json;
}

async function readEvents(body: AsyncIterable<Uint8Array>): Promise<Told[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  const lines = Buffer.concat(pieces).toString().split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

test("a watcher that never reads is let go after a bounded wait, and begins anew where it was", async () => {
  const maps = await plane.configMaps();
  const { body: made } = await plane.create(maps, { metadata: { name: "a" } });
  const { resourceVersion } = made.metadata;
  const idle = await plane.open("GET", maps, { query: { watch: true, resourceVersion, timeoutSeconds: 10 } });
  const gone = new AbortController();
  const busy = await plane.open("GET", maps, { query: { watch: true, resourceVersion }, signal: gone.signal });
  let busyEvents = 0;
  const counting = (async () => {
    for await (const piece of busy.body) busyEvents += piece.filter((byte) => byte === 10).length;
  })().catch(() => undefined);
  const text = "x".repeat(100_000);
  for (let step = 0; step < 100; step += 1) {
    assertAnswer(await plane.patch("merge", `${maps}/a`, { data: { text, step: String(step) } }), 200);
    // Who writes from within the process would leave no time to those who read.
    await clock.turn();
  }
  const waited = await readEvents(idle.body);
  assert.ok(waited.length < 100, `${waited.length} events of 100 kB waited`);
  for (const [index, { object }] of waited.entries()) assert.equal(object.data.step, String(index));
  await eventually(() => assert.equal(busyEvents, 100));
  gone.abort();
  await counting;
  const from = waited.at(-1)?.object.metadata.resourceVersion ?? resourceVersion;
  const again = await plane.open("GET", maps, { query: { watch: true, resourceVersion: from, timeoutSeconds: 1 } });
  const rest = await readEvents(again.body);
  assert.ok(rest.length === 100 - waited.length || rest[0]?.object.code === 410, `${rest.length} events`);
  assertAnswer(await plane.get(`${maps}/a`), 200, { data: { step: "99" } });
});

test("many small events wait for a reader up to a number, too", async () => {
  const maps = await plane.configMaps();
  const idle = await plane.open("GET", maps, { query: { watch: true, timeoutSeconds: 20 } });
  assertAnswer(await plane.create(maps, { metadata: { name: "a" } }), 201);
  for (let step = 0; step < 4_200; step += 1) await plane.patch("merge", `${maps}/a`, { data: { step: String(step) } });
  const waited = await readEvents(idle.body);
  assert.ok(waited.length <= 4_096, `${waited.length} events waited`);
});

test("a client that stops reading its socket holds up nobody, and its connection is closed", async () => {
  const maps = await plane.configMaps();
  assertAnswer(await plane.create(maps, { metadata: { name: "a" } }), 201);
  const session = connectHttp2(plane.running.url, { ca: plane.running.ca });
  const headers = { authorization: `Bearer ${plane.running.tokens.admin}` };
  const stream = session.request({ ":path": `${maps}?watch=true&timeoutSeconds=10`, ...headers });
  const started = Promise.withResolvers<void>();
  stream.once("response", () => started.resolve());
  await started.promise;
  stream.pause();
  const text = "x".repeat(200_000);
  for (let step = 0; step < 60; step += 1)
    assertAnswer(await plane.patch("merge", `${maps}/a`, { data: { text, step: String(step) } }), 200);
  const steps: string[] = [];
  let rest = "";
  for await (const piece of stream.setEncoding("utf8")) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) steps.push(JSON.parse(line).object.data?.step);
  }
  assert.ok(steps.length < 60, `${steps.length} events of 200 kB waited`);
  assert.deepEqual(
    steps.slice(1),
    steps.slice(1).map((_, index) => String(index)),
  );
  session.close();
});

test("when two hundred writes wait for the storage the next is 429, reads and probes go on, and nothing is lost", async () => {
  const maps = await plane.configMaps();
  await plane.create("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    metadata: { name: "user" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "user" }],
  });
  const write = (name: string) => plane.ask("POST", maps, { as: "user", body: { metadata: { name } } });
  await eventually(async () => assertAnswer(await write("allowed"), 201));
  const gate = Promise.withResolvers<void>();
  weather.gate = gate.promise;
  using _opened = {
    [Symbol.dispose]() {
      weather.gate = undefined;
      gate.resolve();
    },
  };
  const writes = Array.from({ length: 250 }, (_, index) => write(`w${index}`));
  const refused = await Promise.all(
    writes.map((answer) => Promise.race([answer, clock.sleep(300, { label: "still waiting", kind: "background" })])),
  );
  const shed = refused.flatMap((answer) => (answer ? [answer] : []));
  assert.equal(shed.length, 50);
  for (const { status, headers, text } of shed) {
    assert.deepEqual([status, headers["retry-after"]], [429, "1"]);
    assert.match(text, /^Too many requests, please try again later\./);
  }
  assertAnswer(await plane.ask("GET", maps, { as: "user" }), 200);
  assertAnswer(await plane.ask("GET", "/readyz", { as: "user" }), 200);
  weather.gate = undefined;
  gate.resolve();
  const answers = await Promise.all(writes);
  assert.equal(answers.filter(({ status }) => status === 201).length, 200);
  assert.equal((await plane.get(maps)).body.items.length, 201);
});

test("a storage that fails is a 500 for writes and no for readyz and livez, and all is well when it is back", async () => {
  const maps = await plane.configMaps();
  weather.failure = new Error("the disk is gone");
  const refused = await plane.create(maps, { metadata: { name: "a" } });
  assertAnswer(refused, 500, { kind: "Status", status: "Failure" });
  for (const probe of ["/readyz", "/livez"]) {
    const answer = await plane.get(probe);
    assert.equal(answer.status, 500);
    assert.match(answer.text, /\[-\]etcd failed/);
  }
  weather.failure = undefined;
  assert.ok(plane.failures.splice(0).every((line) => line.includes("the disk is gone")));
  assertAnswer(await plane.get("/readyz"), 200);
  assertStatus(await plane.get(`${maps}/a`), 404, "NotFound", 'configmaps "a" not found');
  assertAnswer(await plane.create(maps, { metadata: { name: "a" } }), 201);
});

test("a process that got no time for a while answers what came meanwhile, in order and once", async () => {
  const maps = await plane.configMaps();
  const { body: made } = await plane.create(maps, { metadata: { name: "a" } });
  const query = { watch: true, resourceVersion: made.metadata.resourceVersion, timeoutSeconds: 2 };
  const watch = await plane.open("GET", maps, { query });
  const sent = Array.from({ length: 20 }, (_, step) =>
    plane.client.patch("merge", `${maps}/a`, { data: { [`step${step}`]: "x" } }),
  );
  const end = process.hrtime.bigint() + 1_000_000_000n;
  while (process.hrtime.bigint() < end);
  for (const answer of await Promise.all(sent)) assertAnswer(answer, 200);
  const events = await readEvents(watch.body);
  assert.deepEqual(
    events.map(({ object }) => Object.keys(object.data).length),
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});
