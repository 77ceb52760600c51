import assert from "node:assert/strict";
import { test } from "node:test";
import { SharedRun } from "./shared-run.ts";

function setUp() {
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  const told: string[] = [];
  const shared = new SharedRun(() => {
    told.push("begin");
    return { ready: ready.promise, stop: async () => void told.push("stop") };
  });
  return { ready, told, shared };
}

test("it begins with the first and ends with the last", async () => {
  const { ready, told, shared } = setUp();
  ready.resolve();
  await Promise.all([shared.start(), shared.start()]);
  await shared.stop();
  assert.deepEqual(told, ["begin"]);
  await shared.stop();
  await shared.stop();
  assert.deepEqual(told, ["begin", "stop"]);
});

test("one who gives up leaves it to the others", async () => {
  const { ready, told, shared } = setUp();
  const patience = new AbortController();
  const impatient = assert.rejects(shared.start({ signal: patience.signal }), /enough/);
  const patient = shared.start();
  patience.abort(new Error("enough"));
  await impatient;
  ready.resolve();
  await patient;
  assert.deepEqual(told, ["begin"]);
  await shared.stop();
  assert.deepEqual(told, ["begin", "stop"]);
});

test("a start that fails has nothing to stop, and may be tried again", async () => {
  const { ready, told, shared } = setUp();
  ready.reject(new Error("no certificate"));
  await assert.rejects(shared.start(), /no certificate/);
  await assert.rejects(shared.start(), /no certificate/);
  assert.deepEqual(told, ["begin", "stop", "begin", "stop"]);
});

test("who comes with an aborted signal begins nothing", async () => {
  const { told, shared } = setUp();
  await assert.rejects(shared.start({ signal: AbortSignal.abort(new Error("over")) }), /over/);
  assert.deepEqual(told, []);
});
