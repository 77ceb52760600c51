import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { createJsonLogger, createVirtualClock } from "@pintle/machinery";
import { withCurrentRun } from "../controller/current-run.ts";
import { handleSignals } from "./handle-signals.ts";
import type { Manager } from "./manager.ts";
import { runManager } from "./run-manager.ts";

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

/** One that runs until it is asked to stop, and takes its time for that. */
function createFakeManager(stop: () => Promise<void>) {
  const lines: string[] = [];
  const logger = createJsonLogger({ clock: createVirtualClock(), write: (text: string) => void lines.push(text) });
  const start: Manager["start"] = async ({ signal }) => {
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    await stop();
  };
  return { manager: { logger, start } as Manager, lines };
}

test("the first signal asks to stop, the second one ends the process at once", () => {
  const host = new FakeProcess();
  const signal = handleSignals(host);
  host.emit("SIGTERM");
  assert.match(String(signal.reason), /SIGTERM/);
  assert.deepEqual(host.exits, []);
  host.emit("SIGINT");
  assert.deepEqual(host.exits, [1]);
});

test("a program that was asked to stop ends with 0 when everything has stopped", async () => {
  const host = new FakeProcess();
  const stopped = Promise.withResolvers<void>();
  const { manager } = createFakeManager(() => stopped.promise);
  const running = runManager(manager, { host });
  host.emit("SIGTERM");
  await null;
  assert.deepEqual(host.exits, []);
  stopped.resolve();
  await running;
  assert.deepEqual(host.exits, [0]);
});

test("a manager that fails ends the program with 1, and the log says why", async () => {
  const host = new FakeProcess();
  const { manager, lines } = createFakeManager(() => Promise.reject(new Error("leader election lost")));
  const running = runManager(manager, { host });
  host.emit("SIGINT");
  await running;
  assert.deepEqual(host.exits, [1]);
  assert.match(lines.join(""), /problem running manager.*leader election lost/);
});

test("an error that nobody caught stops the manager in peace and ends the program with 1; the log names the run that it comes from", async () => {
  const host = new FakeProcess();
  let stops = 0;
  const { manager, lines } = createFakeManager(async () => {
    stops += 1;
  });
  const running = runManager(manager, { host });
  const run = { controller: "foobars", key: "default/a", reconcileId: "4711" };
  withCurrentRun(run, () => host.emit("unhandledRejection", new Error("forgotten")));
  host.emit("uncaughtException", new Error("another one"));
  await running;
  assert.equal(stops, 1);
  assert.deepEqual(host.exits, [1]);
  assert.match(lines[0] ?? "", /unhandledRejection.*forgotten.*foobars.*default\/a.*4711/);
  assert.match(lines[1] ?? "", /uncaughtException.*another one/);
  assert.equal(host.listenerCount("unhandledRejection"), 0);
});
