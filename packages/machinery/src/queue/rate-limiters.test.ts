import assert from "node:assert/strict";
import { test } from "node:test";
import { bucket } from "./bucket.ts";
import { exponential } from "./exponential.ts";
import { fastSlow } from "./fast-slow.ts";
import { maxOf, type RateLimiter, withMaxWait } from "./rate-limiter.ts";

const delaysOf = (limiter: RateLimiter, times: number, key = "a", nowMs = 0): number[] =>
  Array.from({ length: times }, () => limiter.delayMs(key, nowMs));

// The numbers are those of client-go: NewTypedItemExponentialFailureRateLimiter(5ms, 1000s).
const clientGoExponentialMs = [
  5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240, 20_480, 40_960, 81_920, 163_840, 327_680, 655_360,
  1_000_000, 1_000_000,
];

test("exponential waits as long as client-go's limiter, for each key by itself", () => {
  const limiter = exponential();
  assert.deepEqual(delaysOf(limiter, 20), clientGoExponentialMs);
  assert.deepEqual(delaysOf(limiter, 2, "b"), [5, 10]);
  assert.equal(limiter.retries("a"), 20);
  limiter.forget("a");
  assert.equal(limiter.retries("a"), 0);
  assert.deepEqual(delaysOf(limiter, 1), [5]);
  assert.equal(limiter.retries("b"), 2);
});

test("exponential with a base of 1 ms and a maximum of 1,000 s is client-go's item-based default", () => {
  const limiter = exponential({ baseMs: 1, maxMs: 1_000_000 });
  assert.deepEqual(delaysOf(limiter, 5), [1, 2, 4, 8, 16]);
  for (let failure = 5; failure < 21; failure += 1) limiter.delayMs("a", 0);
  assert.equal(limiter.retries("a"), 21);
  assert.deepEqual(delaysOf(limiter, 1), [1_000_000]);
});

test("ten thousand failures neither overflow nor give anything but the maximum", () => {
  for (const baseMs of [5, 0.001, 0]) {
    const delays = delaysOf(exponential({ baseMs, maxMs: 1_000 }), 10_000);
    assert.ok(delays.every((delayMs) => delayMs >= 0 && delayMs <= 1_000));
    assert.equal(delays.at(-1), baseMs === 0 ? 0 : 1_000);
  }
});

test("a bucket lets a burst through, and then makes each try wait for its token, whatever the key", () => {
  const limiter = bucket();
  assert.deepEqual(delaysOf(limiter, 100), new Array(100).fill(0));
  assert.deepEqual(delaysOf(limiter, 3), [100, 200, 300]);
  assert.deepEqual(delaysOf(limiter, 1, "b"), [400]);
  assert.equal(limiter.retries("a"), 0);
  limiter.forget("a");
  assert.deepEqual(delaysOf(limiter, 1), [500]);
});

test("a bucket fills with time, up to its burst and no further", () => {
  const limiter = bucket({ perSecond: 10, burst: 2 });
  assert.deepEqual(delaysOf(limiter, 3, "a", 1_000), [0, 0, 100]);
  // By 1,200 the borrowed token has come in, and one more.
  assert.deepEqual(delaysOf(limiter, 2, "a", 1_200), [0, 100]);
  assert.deepEqual(delaysOf(limiter, 3, "a", 1e9), [0, 0, 100]);
});

test("fast-slow changes to the slow delay after the fast attempts", () => {
  const limiter = fastSlow({ fastMs: 5, slowMs: 3_000, maxFastAttempts: 3 });
  assert.deepEqual(delaysOf(limiter, 5), [5, 5, 5, 3_000, 3_000]);
  assert.equal(limiter.retries("a"), 5);
  limiter.forget("a");
  assert.deepEqual(delaysOf(limiter, 1), [5]);
});

test("the longest of several delays counts, and all of the limiters hear of each failure", () => {
  const limiter = maxOf(fastSlow({ fastMs: 5, slowMs: 3_000, maxFastAttempts: 3 }), exponential({ baseMs: 1 }));
  assert.deepEqual(delaysOf(limiter, 6), [5, 5, 5, 3_000, 3_000, 3_000]);
  assert.equal(limiter.retries("a"), 6);
  limiter.forget("a");
  assert.equal(limiter.retries("a"), 0);
  assert.equal(maxOf().delayMs("a", 0), 0);
});

test("the default of client-go, exponential and bucket, spreads the retries of many keys over ten a second", () => {
  const limiter = maxOf(exponential(), bucket());
  const delays = Array.from({ length: 1_000 }, (_, key) => limiter.delayMs(key, 0));
  assert.deepEqual(delays.slice(98, 102), [5, 5, 100, 200]);
  assert.equal(delays.at(-1), 90_000);
});

test("with a maximum wait a limiter counts on but never asks for more", () => {
  const limiter = withMaxWait(exponential(), 50);
  assert.deepEqual(delaysOf(limiter, 6), [5, 10, 20, 40, 50, 50]);
  assert.equal(limiter.retries("a"), 6);
  limiter.forget("a");
  assert.equal(limiter.retries("a"), 0);
});

test("limits that make no sense are mistakes of the caller", () => {
  for (const create of [
    () => exponential({ baseMs: -1 }),
    () => exponential({ maxMs: Number.NaN }),
    () => bucket({ perSecond: 0 }),
    () => bucket({ burst: 0 }),
    () => fastSlow({ fastMs: 1, slowMs: Number.POSITIVE_INFINITY, maxFastAttempts: 1 }),
    () => withMaxWait(exponential(), -1),
  ]) {
    assert.throws(create, { code: "PINTLE_LIMITER_INVALID" });
  }
});
