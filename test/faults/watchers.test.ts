/** Watchers that do not read, and a server with too much to do: what waits is bounded, others go on, and probes tell the truth. */
import assert from "node:assert/strict";
import { connect as connectHttp2 } from "node:http2";
import { test } from "node:test";
import { createMemoryStorage, type Storage } from "@pintle/apiserver";
import { createProcessClock } from "@pintle/machinery";
import { assertAnswer, assertStatus } from "../conformance/answer.ts";
import { eventually } from "../conformance/eventually.ts";
import { startPlane } from "./plane.ts";
import { readEvents } from "./watch-events.ts";

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

/** What may wait for one watcher. */
const waitingBytes = 4 << 20;
/** Long after all tests: a watch that ends before it was ended by the server. */
const timeoutSeconds = 600;

test("a watcher that never reads is let go after a bounded wait, and begins anew where it was", async () => {
  const maps = await plane.configMaps();
  const { body: made } = await plane.create(maps, { metadata: { name: "a" } });
  const { resourceVersion } = made.metadata;
  const idle = await plane.open("GET", maps, { query: { watch: true, resourceVersion, timeoutSeconds } });
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
  assert.ok(waited.length * text.length <= waitingBytes, `${waited.length} events of 100 kB waited`);
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

test("four megabytes wait for a reader, and with the next event the watch is over and nothing of it waits any more", async () => {
  const text = "x".repeat(100_000);
  const fitting = Math.floor(waitingBytes / 101_000);
  for (const [count, delivered] of [
    [fitting, fitting],
    [fitting + 1, 0],
  ] as const) {
    const maps = await plane.configMaps();
    const { body: made } = await plane.create(maps, { metadata: { name: "a" } });
    const { resourceVersion } = made.metadata;
    const gone = new AbortController();
    const query = { watch: true, resourceVersion, timeoutSeconds };
    const { body } = await plane.open("GET", maps, { query, signal: gone.signal });
    for (let step = 0; step < count; step += 1)
      assertAnswer(await plane.patch("merge", `${maps}/a`, { data: { text, step: String(step) } }), 200);
    await clock.turn();
    const events = await readEvents(body, delivered > 0 ? "a" : undefined);
    assert.equal(events.length, delivered);
    gone.abort();
  }
});

test("many small events wait for a reader up to a number, too", async () => {
  const maps = await plane.configMaps();
  const idle = await plane.open("GET", maps, { query: { watch: true, timeoutSeconds } });
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
  const stream = session.request({ ":path": `${maps}?watch=true&timeoutSeconds=${timeoutSeconds}`, ...headers });
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
  // One chunk may be on its way while as much waits to be the next.
  assert.ok(steps.length * text.length <= 2 * waitingBytes, `${steps.length} events of 200 kB waited`);
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
  const shed: Awaited<ReturnType<typeof write>>[] = [];
  const writes = Array.from({ length: 250 }, async (_, index) => {
    const answer = await write(`w${index}`);
    if (weather.gate) shed.push(answer);
    return answer;
  });
  await eventually(() => assert.equal(shed.length, 50));
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
