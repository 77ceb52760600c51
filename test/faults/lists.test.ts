/** Lists in pages while others write, a past that is forgotten, and names that collide: one snapshot, or 410, and never a mixture. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createMemoryStorage } from "@pintle/apiserver";
import { createProcessClock, createSeededRandom, type Random } from "@pintle/machinery";
import { assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { startPlane, within } from "./plane.ts";

/** How much of the past the storage keeps. */
const keepBytes = 4 << 20;
const clock = createProcessClock();
const storage = createMemoryStorage({ clock, keepBytes });
const random = repeatable(createSeededRandom(7));
const plane = await startPlane({ clock, storage, random });

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** What the process holds when nothing is left to be freed. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Chance that can be told to repeat itself. */
function repeatable(source: Random): Random & { repeatFrom(draw: number): void; readonly drawn: number } {
  const draws: number[] = [];
  const again: number[] = [];
  return {
    bytes: (count) => source.bytes(count),
    uuid: () => source.uuid(),
    uint32() {
      const drawn = again.shift() ?? source.uint32();
      draws.push(drawn);
      return drawn;
    },
    get drawn() {
      return draws.length;
    },
    repeatFrom: (draw) => void again.push(...draws.slice(draw)),
  };
}

async function fill(maps: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `m${String(index).padStart(5, "0")}`);
  await Promise.all(names.map(async (name) => assertAnswer(await plane.create(maps, { metadata: { name } }), 201)));
  return names;
}

test("ten thousand pages of one object each, while others write between them, are one snapshot", async () => {
  const maps = await plane.configMaps();
  const names = await fill(maps, 10_000);
  const seen: string[] = [];
  const versions = new Set<string>();
  let token = "";
  await within(60_000, async () => {
    do {
      const { status, body } = await plane.get(maps, { limit: 1, ...(token && { continue: token }) });
      assert.equal(status, 200);
      seen.push(...body.items.map(({ metadata, data }: Json) => metadata.name + (data ? " changed" : "")));
      versions.add(body.metadata.resourceVersion);
      token = body.metadata.continue ?? "";
      // Changes before and behind the reader: none of them belongs to what is being read.
      const name = names[(seen.length * 7) % names.length];
      if (seen.length % 10 === 0) await plane.patch("merge", `${maps}/${name}`, { data: { late: "yes" } });
      if (seen.length % 50 === 0) await plane.create(maps, { metadata: { name: `m${seen.length}-late` } });
      if (seen.length % 70 === 0) await plane.delete(`${maps}/${name}`);
    } while (token !== "");
  });
  assert.deepEqual(seen, names);
  assert.equal(versions.size, 1);
});

test("a page whose past has been forgotten is 410 with a token to go on, and who begins anew gets everything", async () => {
  const maps = await plane.configMaps();
  await fill(maps, 20);
  const { body: first } = await plane.get(maps, { limit: 5 });
  assertAnswer(await plane.create(maps, { metadata: { name: "m99999" } }), 201);
  await storage.compact(await storage.revision());
  const expired = await plane.get(maps, { limit: 5, continue: first.metadata.continue });
  assertStatus(
    expired,
    410,
    "Expired",
    /^The provided continue parameter is too old to display a consistent list result/,
  );
  const rest = await plane.get(maps, { continue: expired.body.metadata.continue });
  assertAnswer(rest, 200);
  assert.equal(rest.body.items.length, 16);
  assert.equal((await plane.get(maps)).body.items.length, 21);
});

test("a token that is none is refused, and so are an odd version and an odd limit", async () => {
  const maps = await plane.configMaps();
  for (const token of [
    "x",
    "e30",
    "%00",
    Buffer.from('{"v":"meta.k8s.io/v1","rv":-5,"start":"../x"}').toString("base64url"),
  ]) {
    const answer = await plane.get(maps, { limit: 1, continue: token });
    assertStatus(answer, 400, "BadRequest", /continue/);
  }
  const elsewhere = { v: "meta.k8s.io/v1", rv: 1, start: "../../secrets/" };
  const answer = await plane.get(maps, {
    limit: 1,
    continue: Buffer.from(JSON.stringify(elsewhere)).toString("base64url"),
  });
  assertStatus(answer, 400, "BadRequest", /continue/);
  for (const [query, message] of [
    [{ resourceVersion: "abc" }, /invalid resource version|Invalid value: "abc"/],
    [{ resourceVersion: "-1" }, /Invalid value|invalid/],
    [{ limit: "many" }, /strconv\.ParseInt|invalid syntax/],
  ] as const) {
    assertStatus(await plane.get(maps, query), 400, "BadRequest", message);
  }
});

test("ten times as many changes as are kept: the newest state is whole, the past is 410, and the memory stays", async () => {
  const maps = await plane.configMaps();
  const { body: made } = await plane.create(maps, { metadata: { name: "a" } });
  const { resourceVersion } = made.metadata;
  const gone = new AbortController();
  const { body: events } = await plane.open("GET", maps, {
    query: { watch: true, resourceVersion },
    signal: gone.signal,
  });
  let toldBytes = 0;
  const told = (async () => {
    for await (const piece of events) toldBytes += piece.byteLength;
  })().catch(() => undefined);
  const text = "x".repeat(400_000);
  const before = heldBytes();
  for (let step = 0; step < 200; step += 1) {
    assertAnswer(await plane.patch("merge", `${maps}/a`, { data: { text, step: String(step) } }), 200);
    // Who writes from within the process would leave no time to those who read.
    await clock.turn();
  }
  const grown = heldBytes() - before;
  assert.ok(grown < 12 * keepBytes, `${grown >> 20} MiB more are held`);
  assertAnswer(await plane.get(`${maps}/a`), 200, { data: { step: "199" } });
  const past = { resourceVersion, resourceVersionMatch: "Exact" };
  assertStatus(await plane.get(maps, past), 410, "Expired", /too old|compacted/);
  const late = await plane.get(maps, { watch: true, resourceVersion, timeoutSeconds: 1 });
  assert.match(late.text, /"code":410/);
  gone.abort();
  await told;
  assert.ok(toldBytes > 200 * text.length, "who watched all the time was told everything");
});

test("a generated name that is taken is drawn again, and two hundred at once are all different", async () => {
  const maps = await plane.configMaps();
  const create = () => plane.create(maps, { metadata: { generateName: "g-" } });
  const start = random.drawn;
  const first = await create();
  random.repeatFrom(start);
  const second = await create();
  assertAnswer(second, 201);
  assert.ok(random.drawn - start > 2 * 5, "the second name was drawn twice");
  assert.notEqual(second.body.metadata.name, first.body.metadata.name);
  const answers = await Promise.all(Array.from({ length: 200 }, create));
  for (const answer of answers) assertAnswer(answer, 201);
  assert.equal(new Set(answers.map(({ body }) => body.metadata.name)).size, 200);
  const long = await plane.create(maps, { metadata: { generateName: "x".repeat(100) } });
  assertAnswer(long, 201, { metadata: { name: (name: string) => name.length === 63 } });
});
