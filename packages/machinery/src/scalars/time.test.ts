import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { InvalidScalarError } from "./invalid-scalar-error.ts";
import { formatMicroTime, formatTime, parseMicroTimeUs, parseTimeMs } from "./time.ts";

const instant = Date.UTC(2026, 0, 2, 15, 4, 5);

test("offsets and fractions of a second are accepted, finer than milliseconds dropped", () => {
  for (const text of [
    "2026-01-02T15:04:05Z",
    "2026-01-02T16:04:05+01:00",
    "2026-01-01T15:04:05-24:00",
    "2026-01-02T14:34:05-00:30",
    "2026-01-02T15:04:05.0009999999Z",
    "2026-01-02T15:04:05,0Z",
  ]) {
    assert.equal(parseTimeMs(text), instant, text);
  }
  assert.equal(parseTimeMs("2026-01-02T15:04:05.123999Z"), instant + 123);
  assert.equal(parseTimeMs("1969-12-31T23:59:59.5Z"), -500);
  assert.equal(parseTimeMs("2026-01-02T5:04:05Z"), instant - 36_000_000, "an hour of one digit, as Go has it");
});

test("the calendar is kept: leap days, the years before 100 and the end of time", () => {
  assert.equal(formatTime(parseTimeMs("2024-02-29T00:00:00Z")), "2024-02-29T00:00:00Z");
  assert.equal(formatTime(parseTimeMs("0000-02-29T00:00:00Z")), "0000-02-29T00:00:00Z");
  assert.equal(formatTime(parseTimeMs("0099-01-01T00:00:00Z")), "0099-01-01T00:00:00Z");
  assert.equal(formatTime(parseTimeMs("9999-12-31T23:59:59-01:00")), "10000-01-01T00:59:59Z");
  assert.equal(formatTime(parseTimeMs("0000-01-01T00:00:00+01:00")), "-0001-12-31T23:00:00Z");
});

test("what is no time is refused with Go's message", () => {
  const refusals: { readonly [text: string]: string } = {
    "2026-02-30T00:00:00Z": ": day out of range",
    "1900-02-29T00:00:00Z": ": day out of range",
    "2026-04-31T00:00:00Z": ": day out of range",
    "2026-13-01T00:00:00Z": ": month out of range",
    "2026-01-01T25:00:00Z": ": hour out of range",
    "2026-01-01T24:00:00Z": ": hour out of range",
    "2026-01-01T00:60:00Z": ": minute out of range",
    "2016-12-31T23:59:60Z": ": second out of range",
    "2026-01-01T00:00:00+25:00": ": time zone offset hour out of range",
    "2026-01-01T00:00:00+01:61": ": time zone offset minute out of range",
    "2026-01-01T00:00:00Z0": ': extra text: "0"',
    "2026-01-01T00:00:00": ' as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"',
    "2026-01-01T00:00:00.Z": ' as "2006-01-02T15:04:05Z07:00": cannot parse ".Z" as "Z07:00"',
    "2026-01-01T00:00:00+0100": ' as "2006-01-02T15:04:05Z07:00": cannot parse "+0100" as "Z07:00"',
    "2026-01-01 00:00:00Z": ' as "2006-01-02T15:04:05Z07:00": cannot parse " 00:00:00Z" as "T"',
    "2026-1-01T00:00:00Z": ' as "2006-01-02T15:04:05Z07:00": cannot parse "1-01T00:00:00Z" as "01"',
    "": ' as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006"',
    "+002026-01-01T00:00:00Z": ' as "2006-01-02T15:04:05Z07:00": cannot parse "+002026-01-01T00:00:00Z" as "2006"',
    "1767366245": ' as "2006-01-02T15:04:05Z07:00": cannot parse "366245" as "-"',
  };
  for (const [text, rest] of Object.entries(refusals)) {
    assert.throws(() => parseTimeMs(text), new InvalidScalarError(`parsing time "${text}"${rest}`));
  }
});

test("a part of a second is dropped, never rounded up, before 1970 too", () => {
  assert.equal(formatTime(instant + 999), "2026-01-02T15:04:05Z");
  assert.equal(formatTime(-1), "1969-12-31T23:59:59Z");
  assert.equal(formatMicroTime(-1n), "1969-12-31T23:59:59.999999Z");
  assert.equal(formatMicroTime(BigInt(instant) * 1_000n), "2026-01-02T15:04:05.000000Z");
});

test("microseconds are exact to the year 9999 and need their six digits", () => {
  assert.equal(parseMicroTimeUs("9999-12-31T23:59:59.999999Z"), 253_402_300_799_999_999n);
  for (const text of ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.12345Z", "2026-01-01T00:00:00.1234567Z"]) {
    assert.throws(() => parseMicroTimeUs(text), InvalidScalarError, text);
  }
});

test("a sign among the six digits is refused, which Go reads as a number", () => {
  assert.throws(() => parseMicroTimeUs("2026-01-01T00:00:00.+12345Z"), /cannot parse "\.\+12345Z" as "\.000000"/);
});

test("numbers that are no time are refused", () => {
  for (const timeMs of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1_000]) {
    assert.throws(() => formatTime(timeMs), InvalidScalarError);
  }
});

test("what is printed reads as the same time", () => {
  const maxSeconds = 253_402_300_799;
  const seconds = fc.integer({ min: -62_167_219_200, max: maxSeconds });
  fc.assert(
    fc.property(seconds, fc.nat(999_999), (second, micros) => {
      assert.equal(parseTimeMs(formatTime(second * 1_000)), second * 1_000);
      const timeUs = BigInt(second) * 1_000_000n + BigInt(micros);
      assert.equal(parseMicroTimeUs(formatMicroTime(timeUs)), timeUs);
    }),
    { numRuns: 2_000 },
  );
});
