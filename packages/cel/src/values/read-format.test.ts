import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration } from "./durations.ts";
import { readDuration, readTimestamp } from "./read-format.ts";
import { formatTimestamp } from "./timestamps.ts";

test("durations are read as Go reads them, or as the sum of what is counted in words", () => {
  const read = (text: string) => formatDuration(readDuration(text));
  assert.equal(read("1h30m"), "5400s");
  assert.equal(read("1d"), "86400s");
  assert.equal(read("2 weeks"), "1209600s");
  assert.equal(read("about 3 days and 2 hours"), "266400s");
  assert.equal(read("5 MINUTES"), "300s");
  assert.throws(() => readDuration("soon"), { message: "Invalid duration soon: unable to parse soon as duration" });
});

test("dates are midnight in UTC, and so are times without a zone", () => {
  assert.equal(formatTimestamp(readTimestamp("2020-02-29")), "2020-02-29T00:00:00Z");
  assert.equal(formatTimestamp(readTimestamp("2020-02-29T12:00:00.5")), "2020-02-29T12:00:00.5Z");
  assert.equal(formatTimestamp(readTimestamp("2020-02-29T12:00:00+01:00")), "2020-02-29T12:00:00+01:00");
});

test("what only looks like a date-time is refused in Go's words", () => {
  assert.throws(() => readTimestamp("2021-06-30T10:00:00z"), {
    message:
      'Invalid date-time formatted string 2021-06-30T10:00:00z: parsing time "2021-06-30T10:00:00z": extra text: "z"',
  });
  assert.throws(() => readTimestamp("2021-06-30t10:00:00Z"), {
    message:
      'Invalid date-time formatted string 2021-06-30t10:00:00Z: parsing time "2021-06-30t10:00:00Z" as "2006-01-02T15:04:05": cannot parse "t10:00:00Z" as "T"',
  });
});
