import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { createMemoryStorage } from "../storage/memory-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { waitForRevision } from "./wait-for-revision.ts";

class WaitFixture {
  readonly clock = createVirtualClock();
  readonly storage = createMemoryStorage({ clock: this.clock });
  readonly gone = new AbortController();

  wait(revision: number, changes: Partial<Storage> = {}): Promise<void> {
    const storage = {
      revision: () => this.storage.revision(),
      watch: (...watch: Parameters<Storage["watch"]>) => this.storage.watch(...watch),
      ...changes,
    };
    return waitForRevision(storage as Storage, this.clock, `${revision}`, this.gone.signal);
  }
}

test("a revision that is there is not waited for, and one that comes is", async () => {
  const fixture = new WaitFixture();
  const now = await fixture.storage.revision();
  await fixture.wait(now);
  const waiting = fixture.wait(now + 1);
  await fixture.clock.turn();
  await fixture.storage.swap("/registry/a", 0, Buffer.from("{}"));
  await waiting;
});

test("a revision that does not come is a Timeout after three seconds", async () => {
  const fixture = new WaitFixture();
  const refused = assert.rejects(fixture.wait(100), /Too large resource version: 100, current: 1/);
  await fixture.clock.advance(3_000);
  await refused;
});

test("a storage that fails when the time is over is the error of the request", async () => {
  const fixture = new WaitFixture();
  let isBroken = false;
  const revision = async () => {
    if (isBroken) throw new Error("the disk is on fire");
    return fixture.storage.revision();
  };
  const refused = assert.rejects(fixture.wait(100, { revision }), /the disk is on fire/);
  await fixture.clock.turn();
  isBroken = true;
  await fixture.clock.advance(3_000);
  await refused;
});

test("a watch that ends before it is handed out is the error of the request, and nobody else's", async () => {
  const fixture = new WaitFixture();
  const watch: Storage["watch"] = async (_request, watcher) => {
    watcher.onEnd(new Error("too far behind"));
    for (let turn = 0; turn < 3; turn += 1) await fixture.clock.turn();
    return { close: () => undefined };
  };
  await assert.rejects(fixture.wait(100, { watch }), /too far behind/);
});

test("who has gone does not wait", async () => {
  const fixture = new WaitFixture();
  fixture.gone.abort(new Error("gone"));
  await assert.rejects(fixture.wait(100), /gone/);
});
