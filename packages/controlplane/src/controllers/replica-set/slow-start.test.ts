import assert from "node:assert/strict";
import { test } from "node:test";
import { startSlowly } from "./slow-start.ts";

async function attempts(count: number, failAfter: number): Promise<readonly [number, unknown]> {
  let calls = 0;
  const failure = await startSlowly(count, async () => {
    calls += 1;
    if (calls > failAfter) throw new Error(`failed at ${calls}`);
  });
  return [calls, failure];
}

test("what goes well is done as often as it is asked for", async () => {
  for (const count of [0, 1, 2, 10, 500]) assert.deepEqual(await attempts(count, count), [count, undefined]);
});

test("after a failure the batch that was begun is finished, and no other is begun", async () => {
  for (const [count, failAfter, tried] of [
    [1, 0, 1],
    [10, 0, 1],
    [10, 1, 3],
    [10, 2, 3],
    [10, 3, 7],
    [10, 7, 10],
    [500, 50, 63],
  ] as const) {
    const [calls, failure] = await attempts(count, failAfter);
    assert.equal(calls, tried);
    assert.deepEqual(failure, new Error(`failed at ${failAfter + 1}`));
  }
});
