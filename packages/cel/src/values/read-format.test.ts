import assert from "node:assert/strict";
import { test } from "node:test";
import { CelDuration, CelTimestamp } from "./cel-value.ts";
import { formatDuration } from "./durations.ts";
import type { Failure } from "./failure.ts";
import { readBytes, readDate, readDuration, readTimestamp } from "./read-format.ts";
import { formatTimestamp } from "./timestamps.ts";

test("durations are read as Go reads them, or as the sum of what is counted in words", () => {
  const read = (text: string) => {
    const duration = readDuration(text);
    return duration instanceof CelDuration ? formatDuration(duration) : duration.message;
  };
  assert.equal(read("1h30m"), "5400s");
  assert.equal(read("1d"), "86400s");
  assert.equal(read("2 weeks"), "1209600s");
  assert.equal(read("about 3 days and 2 hours"), "266400s");
  assert.equal(read("5 MINUTES"), "300s");
  assert.equal(read("soon"), "Invalid duration soon: unable to parse soon as duration");
});

function show(read: CelTimestamp | Failure): string {
  return read instanceof CelTimestamp ? formatTimestamp(read) : read.message;
}

test("dates are midnight in UTC, and so are times without a zone", () => {
  assert.equal(show(readDate("2020-02-29")), "2020-02-29T00:00:00Z");
  assert.equal(show(readTimestamp("2020-02-29T12:00:00.5")), "2020-02-29T12:00:00.5Z");
  assert.equal(show(readTimestamp("2020-02-29T12:00:00+01:00")), "2020-02-29T12:00:00+01:00");
});

test("what is no date or time is refused in Go's words", () => {
  const time = (text: string) => show(readTimestamp(text)).replace(`Invalid date-time formatted string ${text}: `, "");
  assert.equal(time("2021-06-30T10:00:00z"), 'parsing time "2021-06-30T10:00:00z": extra text: "z"');
  assert.equal(
    time("2021-06-30t10:00:00Z"),
    'parsing time "2021-06-30t10:00:00Z" as "2006-01-02T15:04:05": cannot parse "t10:00:00Z" as "T"',
  );
  assert.equal(time("2021-06-30T25:00:00Z"), 'parsing time "2021-06-30T25:00:00Z": hour out of range');
  const date = (text: string) => show(readDate(text)).replace(`Invalid date formatted string ${text}: `, "");
  assert.equal(date("2021-02-30"), 'parsing time "2021-02-30": day out of range');
  assert.equal(date("soon"), 'parsing time "soon" as "2006-01-02": cannot parse "soon" as "2006"');
  assert.equal(date('2021-06-30é"'), 'parsing time "2021-06-30\\xc3\\xa9\\"": extra text: "\\xc3\\xa9\\""');
});

test("base64 has the alphabet of URLs, and what does not belong is told by its place", () => {
  const read = (text: string) => {
    const bytes = readBytes(text);
    return bytes instanceof Uint8Array ? Array.from(bytes).join() : /byte \d+$/.exec(bytes.message)?.[0];
  };
  assert.equal(read("YWJj"), "97,98,99");
  assert.equal(read("YQ\n==\n"), "97");
  assert.equal(read("-_-_"), "251,255,191");
  assert.equal(read("a+b="), "byte 1");
  assert.equal(read("YWJ"), "byte 0");
  assert.equal(read("YQ="), "byte 3");
  assert.equal(read("YQ==YQ=="), "byte 4");
});
