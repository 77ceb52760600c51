import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompletedWrite } from "@pintle/client";
import { createVirtualClock, type JsonObject } from "@pintle/machinery";
import { ContestedWriteError, ContestedWrites } from "./contested-writes.ts";

const path = "/api/v1/namespaces/default/configmaps/a";

function fixture() {
  const clock = createVirtualClock();
  const contests = new ContestedWrites(clock);
  const versions = new Map<string, number>();
  const deeds: string[] = [];
  const wrote = (body: JsonObject, { isEffective = true, verb = "apply", path: at = path, uid = "u" } = {}) => {
    const version = (versions.get(at) ?? 0) + (isEffective ? 1 : 0);
    versions.set(at, version);
    const about = { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", name: "a" };
    const answer = { metadata: { uid, resourceVersion: String(version) } };
    const contest = contests.wrote({ ...about, verb, path: at, body, answer } as CompletedWrite);
    if (contest) deeds.push(contest.deed);
    return contest?.pauseMs ?? 0;
  };
  const isRefused = (body: JsonObject, method = "PATCH") => {
    try {
      contests.check({ method, path, body });
      return false;
    } catch (error) {
      assert.ok(error instanceof ContestedWriteError);
      assert.match(
        error.message,
        /^somebody else keeps (changing|deleting) .*configmaps\/a( back)?: it is left alone for /,
      );
      return true;
    }
  };
  return { clock, wrote, isRefused, deeds };
}

const red = { data: { color: "red" } };

/** Fights until there is a pause, which is its result. */
function fight({ wrote }: ReturnType<typeof fixture>): number {
  for (let count = 0; count < 100; count += 1) {
    const pauseMs = wrote(red);
    if (pauseMs > 0) return pauseMs;
  }
  return assert.fail("nobody noticed");
}

test("what is changed back twenty times within a minute is left alone, twice as long each time, and for ten minutes at most", async () => {
  const ring = fixture();
  const { clock, wrote, isRefused } = ring;
  assert.equal(fight(ring), 10_000);
  assert.ok(isRefused(red));
  for (const expected of [20, 40, 80, 160, 320, 600, 600]) {
    await clock.advance((expected * 1_000) / 2);
    assert.equal(wrote(red), expected * 1_000);
    assert.ok(isRefused(red));
    await clock.advance(expected * 1_000 - 1);
    assert.ok(isRefused(red));
    await clock.advance(1);
    assert.ok(!isRefused(red));
  }
});

test("after a time of calm everything is forgotten", async () => {
  const ring = fixture();
  fight(ring);
  await ring.clock.advance(80_000);
  assert.ok(!ring.isRefused(red));
  assert.equal(ring.wrote(red), 0);
  assert.equal(fight(ring), 10_000);
});

test("something new is written at once, also while the old is left alone", () => {
  const ring = fixture();
  fight(ring);
  const blue = { data: { color: "blue" } };
  assert.ok(!ring.isRefused(blue));
  assert.equal(ring.wrote(blue), 0);
  assert.ok(!ring.isRefused(red));
});

test("who writes something else each time, or what is there already, or seldom, fights with nobody", async () => {
  const { clock, wrote, isRefused } = fixture();
  for (let count = 0; count < 100; count += 1) {
    assert.equal(wrote({ data: { count: String(count) } }), 0);
    assert.equal(wrote(red, { path: "/other", isEffective: count === 0 }), 0);
    assert.equal(wrote(red, { path: `/created/${count % 2}`, verb: "create" }), 0);
  }
  for (let count = 0; count < 100; count += 1) {
    assert.equal(wrote(red), 0);
    await clock.advance(4_000);
  }
  assert.ok(!isRefused(red));
});

test("an object that is written as it was read is the same, whatever the server counted in it", () => {
  const { wrote, isRefused } = fixture();
  const read = (version: number) => ({
    metadata: { name: "a", resourceVersion: String(version), generation: version, labels: { a: "b" } },
    ...red,
  });
  let pauseMs = 0;
  for (let count = 0; count < 30 && pauseMs === 0; count += 1) pauseMs = wrote(read(count), { verb: "update" });
  assert.equal(pauseMs, 10_000);
  assert.ok(isRefused(read(99), "PUT"));
  assert.ok(!isRefused(read(99), "GET") && !isRefused(read(99), "DELETE"));
});

test("what is deleted and made anew each time is told from what is changed back", () => {
  const { wrote, isRefused, deeds } = fixture();
  for (let count = 0; count < 30 && deeds.length === 0; count += 1) wrote(red, { uid: String(count) });
  assert.deepEqual(deeds, ["deleting"]);
  assert.ok(isRefused(red));
});
