import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAge, formatHumanDuration } from "./human-duration.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

function assertDurations(...cases: readonly (readonly [durationMs: number, text: string])[]): void {
  for (const [durationMs, text] of cases) assert.equal(formatHumanDuration(durationMs), text, `${durationMs} ms`);
}

test("up to two minutes a duration is in seconds, of which only whole ones count", () =>
  assertDurations([0, "0s"], [999, "0s"], [1_000, "1s"], [2 * minute - 1, "119s"], [2 * minute, "2m"]));

test("up to ten minutes a duration has seconds, unless there are none", () =>
  assertDurations([2 * minute + 5 * second, "2m5s"], [9 * minute, "9m"], [10 * minute - 1, "9m59s"]));

test("up to three hours a duration is in minutes", () =>
  assertDurations([10 * minute + 59 * second, "10m"], [3 * hour - 1, "179m"]));

test("up to eight hours a duration has minutes, unless there are none", () =>
  assertDurations([3 * hour, "3h"], [3 * hour + minute, "3h1m"], [8 * hour - 1, "7h59m"]));

test("up to two days a duration is in hours", () => assertDurations([8 * hour, "8h"], [2 * day - 1, "47h"]));

test("up to eight days a duration has hours, unless there are none", () =>
  assertDurations([2 * day, "2d"], [2 * day + hour, "2d1h"], [8 * day - 1, "7d23h"]));

test("up to two years a duration is in days", () => assertDurations([8 * day, "8d"], [2 * year - 1, "729d"]));

test("up to eight years a duration has days, unless there are none", () =>
  assertDurations([2 * year, "2y"], [2 * year + day, "2y1d"], [8 * year - 1, "7y364d"]));

test("then a duration is in years, and ends where Go's durations end", () =>
  assertDurations([8 * year + 100 * day, "8y"], [2_000 * year, "292y"]));

test("what comes within two seconds is now, since clocks differ, and what comes later is invalid", () =>
  assertDurations([-1, "0s"], [-1_999, "0s"], [-2_000, "<invalid>"], [-2_000 * year, "<invalid>"]));

test("what has no time, a time that cannot be read or Go's zero time is of unknown age", () => {
  for (const time of [undefined, null, "", "yesterday", 5, {}, "0001-01-01T00:00:00Z"]) {
    assert.equal(formatAge(time, 0), "<unknown>");
  }
  assert.equal(formatAge("1970-01-01T00:00:00Z", 5_000), "5s");
  assert.equal(formatAge("1970-01-01T00:00:00.500000Z", 5_000), "4s");
});
