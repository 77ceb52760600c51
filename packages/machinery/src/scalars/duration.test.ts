import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatDuration, parseDurationMs, parseDurationNs } from "./duration.ts";
import { InvalidScalarError } from "./invalid-scalar-error.ts";

test("terms of all units are added up to the nanosecond", () => {
  const expected: { readonly [text: string]: bigint } = {
    "1h2m3.5s": 3_723_500_000_000n,
    "1h30m": 5_400_000_000_000n,
    "-250ms": -250_000_000n,
    "+1us": 1_000n,
    "1µs1μs": 2_000n,
    "1.000000001s": 1_000_000_001n,
    ".5m": 30_000_000_000n,
    "1.s": 1_000_000_000n,
    "1s1s1s": 3_000_000_000n,
    "0": 0n,
    "-0": 0n,
    "0s": 0n,
  };
  for (const [text, durationNs] of Object.entries(expected)) assert.equal(parseDurationNs(text), durationNs, text);
});

test("the range is that of 64 bits", () => {
  assert.equal(parseDurationNs("9223372036854775807ns"), 2n ** 63n - 1n);
  assert.equal(parseDurationNs("-9223372036854775808ns"), -(2n ** 63n));
  for (const text of [
    "9223372036854775808ns",
    "-9223372036854775809ns",
    "2562048h",
    "9223372036s1000000000ns",
    "99999999999999999999h",
  ]) {
    assert.throws(() => parseDurationNs(text), new InvalidScalarError(`time: invalid duration "${text}"`));
  }
});

test("refusals carry Go's message", () => {
  const refusals: { readonly [text: string]: string } = {
    "": 'time: invalid duration ""',
    "-": 'time: invalid duration "-"',
    ".s": 'time: invalid duration ".s"',
    "1": 'time: missing unit in duration "1"',
    "1.2.3s": 'time: missing unit in duration "1.2.3s"',
    "1d": 'time: unknown unit "d" in duration "1d"',
    "1 s": 'time: unknown unit " s" in duration "1 s"',
    "1é": 'time: unknown unit "\\xc3\\xa9" in duration "1\\xc3\\xa9"',
    '1"': 'time: unknown unit "\\"" in duration "1\\""',
    "1e3s": 'time: unknown unit "e" in duration "1e3s"',
    constructor: 'time: invalid duration "constructor"',
    "1__proto__": 'time: unknown unit "__proto__" in duration "1__proto__"',
  };
  for (const [text, message] of Object.entries(refusals)) {
    assert.throws(() => parseDurationNs(text), new InvalidScalarError(message));
  }
});

test("milliseconds keep what is finer as a fraction", () => {
  assert.equal(parseDurationMs("1m30s"), 90_000);
  assert.equal(parseDurationMs("1.5ms"), 1.5);
  assert.equal(parseDurationMs("-1ns"), -0.000001);
});

test("durations are printed as Go prints them", () => {
  const expected: { readonly [text: string]: bigint } = {
    "0s": 0n,
    "1ns": 1n,
    "1.5µs": 1_500n,
    "2ms": 2_000_000n,
    "-1.5s": -1_500_000_000n,
    "1m0s": 60_000_000_000n,
    "1h0m0.000000001s": 3_600_000_000_001n,
    "2562047h47m16.854775807s": 2n ** 63n - 1n,
    "-2562047h47m16.854775808s": -(2n ** 63n),
  };
  for (const [text, durationNs] of Object.entries(expected)) assert.equal(formatDuration(durationNs), text);
});

test("what is printed reads as the same duration", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.nat(60), (durationNs, shift) => {
      const shorter = durationNs >> BigInt(shift);
      assert.equal(parseDurationNs(formatDuration(shorter)), shorter);
    }),
    { numRuns: 2_000 },
  );
});
