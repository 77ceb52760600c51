import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { giveBackMemory } from "./give-back-memory.ts";

const megabyte = 1 << 20;

function startProcess() {
  const clock = createVirtualClock();
  const state = { busy: 0, resident: 100 * megabyte, heap: 20 * megabyte, given: 0 };
  const memory = {
    giveBack() {
      state.given += 1;
      state.resident = 80 * megabyte;
    },
    get residentBytes() {
      return state.resident;
    },
    get usedHeapBytes() {
      return state.heap;
    },
  };
  const looking = giveBackMemory({ clock, memory, busyShare: () => state.busy });
  return { clock, state, looking };
}

test("a process that rests gives back what it does not need, once", async () => {
  const { clock, state, looking } = startProcess();
  using _ = looking;
  await clock.advance(5_000);

  assert.equal(state.given, 1);
});

test("a process that works keeps what it has until it rests", async () => {
  const { clock, state, looking } = startProcess();
  using _ = looking;
  state.busy = 0.5;
  await clock.advance(5_000);
  assert.equal(state.given, 0);

  state.busy = 0.01;
  await clock.advance(2_000);
  assert.equal(state.given, 1);
});

test("after more work it gives back once more, if that is worth while", async () => {
  const { clock, state, looking } = startProcess();
  using _ = looking;
  await clock.advance(2_000);
  for (const resident of [90, 120]) {
    state.busy = 1;
    state.resident = resident * megabyte;
    await clock.advance(1_000);
    state.busy = 0;
    await clock.advance(2_000);
  }

  assert.equal(state.given, 2);
});

test("a large heap is left to V8, which collects it in steps", async () => {
  const { clock, state, looking } = startProcess();
  using _ = looking;
  state.heap = 65 * megabyte;
  await clock.advance(5_000);

  assert.equal(state.given, 0);
});

test("nothing is looked at any more once it is stopped", async () => {
  const { clock, state, looking } = startProcess();
  looking[Symbol.dispose]();
  await clock.advance(5_000);

  assert.equal(state.given, 0);
});
