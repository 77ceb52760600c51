import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { createProcessClock } from "./process-clock.ts";
import { doneOrAborted, untilAborted } from "./until-aborted.ts";

const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;
const enough = new Error("enough");
const broken = new Error("broken");

test("work that ends before the signal gives its result or its error, and leaves no listener behind", async () => {
  const { signal } = new AbortController();
  const done = untilAborted(Promise.resolve(1), signal);
  const failed = untilAborted(Promise.reject(broken), signal);
  assert.equal(listeners(signal), 2);
  assert.equal(await done, 1);
  await assert.rejects(failed, broken);
  assert.equal(listeners(signal), 0);
});

test("who has had enough goes with the reason of the signal, and others have the result of the same work", async () => {
  const controller = new AbortController();
  const work = Promise.withResolvers<string>();
  const left = untilAborted(work.promise, controller.signal);
  const stayed = untilAborted(work.promise, new AbortController().signal);
  const unlimited = untilAborted(work.promise, undefined);
  controller.abort(enough);
  await assert.rejects(left, enough);
  assert.equal(listeners(controller.signal), 0);
  work.resolve("done");
  assert.deepEqual(await Promise.all([stayed, unlimited]), ["done", "done"]);
});

test("a signal that is aborted already is obeyed before work that is done already", async () => {
  const signal = AbortSignal.abort(enough);
  await assert.rejects(untilAborted(Promise.resolve(1), signal), enough);
  assert.equal(listeners(signal), 0);
});

test("work that fails when nobody waits for it any more does not end the process", async (t) => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", note);
  t.after(() => process.off("unhandledRejection", note));
  const controller = new AbortController();
  const work = Promise.withResolvers<void>();
  const waiting = [untilAborted(work.promise, controller.signal), doneOrAborted(controller.signal, work.promise)];
  controller.abort(enough);
  await Promise.allSettled(waiting);
  work.reject(broken);
  await assert.rejects(untilAborted(Promise.reject(broken), controller.signal), enough);
  await doneOrAborted(controller.signal, Promise.reject(broken));
  await createProcessClock().turn();
  assert.deepEqual(unhandled, []);
});

test("waiting for whichever is first ends with the work, with its error, or quietly with the signal", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  await doneOrAborted(signal, Promise.resolve());
  await assert.rejects(doneOrAborted(signal, Promise.reject(broken)), broken);
  assert.equal(listeners(signal), 0);
  const waiting = [doneOrAborted(signal, new Promise(() => {})), doneOrAborted(signal)];
  assert.equal(listeners(signal), 2);
  controller.abort(enough);
  assert.deepEqual(await Promise.all(waiting), [undefined, undefined]);
  assert.equal(listeners(signal), 0);
  await doneOrAborted(signal);
});
