import assert from "node:assert/strict";
import { test } from "node:test";
import { FencedError, Gate } from "./fence.ts";

test("an open gate lets through, a closed one says why not", () => {
  const gate = new Gate();
  gate.check();
  assert.equal(gate.isOpen, true);
  gate.close("leadership is lost");
  assert.throws(() => gate.check(), new FencedError("leadership is lost"));
  assert.equal(gate.isOpen, false);
  assert.ok(gate.signal.aborted);
  assert.ok(gate.signal.reason instanceof FencedError);
});

test("the first reason counts", () => {
  const gate = new Gate();
  gate.close("too late");
  gate.close("the run is over");
  assert.throws(() => gate.check(), /too late/);
});

test("a gate closes with any of those around it, whether or not somebody has its signal", () => {
  for (const asksFirst of [true, false]) {
    const leader = new Gate();
    const process = new Gate();
    const gate = new Gate(leader, process);
    if (asksFirst) assert.equal(gate.signal.aborted, false);
    process.close("the process stops");
    assert.throws(() => gate.check(), /the process stops/);
    assert.equal(gate.signal.aborted, true);
    assert.match(String(gate.signal.reason), /the process stops/);
    leader.check();
  }
});

test("what is around is asked at every check, not only when it tells", () => {
  let isOpen = true;
  const fence = {
    signal: new AbortController().signal,
    check: () => {
      if (!isOpen) throw new FencedError("the lease is too old");
    },
  };
  const gate = new Gate(fence);
  gate.check();
  isOpen = false;
  assert.throws(() => gate.check(), /too old/);
  isOpen = true;
  gate.check();
});

test("a fence that only aborts is closed, too", () => {
  const controller = new AbortController();
  const gate = new Gate({ signal: controller.signal, check: () => {} });
  assert.ok(gate.signal);
  controller.abort("stopped");
  assert.throws(() => gate.check(), { name: "FencedError", message: "writes have ended", cause: "stopped" });
});

test("a closed gate has left those around it", () => {
  const listening = new Set<unknown>();
  const { signal } = new AbortController();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listening.add(args[1]);
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listening.delete(args[1]);
    remove(...args);
  };
  const gate = new Gate({ signal, check: () => {} });
  assert.ok(gate.signal);
  assert.equal(listening.size, 1);
  gate[Symbol.dispose]();
  assert.equal(listening.size, 0);
});
