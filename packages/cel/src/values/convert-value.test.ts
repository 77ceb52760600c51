import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CelDouble, CelDuration, CelTimestamp, CelUint } from "./cel-value.ts";
import {
  convertToBool,
  convertToBytes,
  convertToDouble,
  convertToDuration,
  convertToInt,
  convertToString,
  convertToTimestamp,
  convertToUint,
} from "./convert-value.ts";
import { maxInt64, maxUint64, minInt64, shrinkInteger } from "./integers.ts";

test("what was converted to a string converts back to the same value", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: minInt64, max: maxInt64 }), fc.bigInt({ min: 0n, max: maxUint64 }), (int, uint) => {
      assert.equal(convertToInt(convertToString(shrinkInteger(int))), shrinkInteger(int));
      assert.equal(convertToUint(convertToString(new CelUint(shrinkInteger(uint)))).value, shrinkInteger(uint));
    }),
  );
  fc.assert(
    fc.property(fc.double(), (value) => Object.is(convertToDouble(convertToString(new CelDouble(value))).value, value)),
  );
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => convertToString(convertToBytes(text)) === text));
});

test("moments and durations convert back from their strings", () => {
  const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });
  fc.assert(
    fc.property(seconds, fc.integer({ min: 0, max: 999_999_999 }), (whole, nanos) => {
      const moment = new CelTimestamp(whole, nanos);
      assert.deepEqual(convertToTimestamp(convertToString(moment)), moment);
    }),
  );
  // A string of a duration is a double of seconds: what a double cannot hold is lost, in cel-go as here.
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (millis) => {
      const duration = new CelDuration(BigInt(millis) * 1_000_000n);
      assert.deepEqual(convertToDuration(convertToString(duration)), duration);
    }),
  );
});

test("doubles print as Go prints them", () => {
  const texts: [number, string][] = [
    [12_300, "12300"],
    [1e6, "1e+06"],
    [123_456_789.5, "1.234567895e+08"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [1.5e300, "1.5e+300"],
    [-0, "-0"],
    [Infinity, "+Inf"],
    [Number.NaN, "NaN"],
  ];
  for (const [value, text] of texts) assert.equal(convertToString(new CelDouble(value)), text);
});

test("text that is no value of the type is refused in cel-go's words", () => {
  const refused: [() => unknown, string][] = [
    [() => convertToInt("1.5"), "type conversion error from 'string' to 'int'"],
    [() => convertToInt("9223372036854775808"), "type conversion error from 'string' to 'int'"],
    [() => convertToInt(new CelDouble(2 ** 63)), "integer overflow"],
    [() => convertToInt(new CelDouble(-(2 ** 63))), "integer overflow"],
    [() => convertToInt(new CelUint(maxUint64)), "integer overflow"],
    [() => convertToUint(-1), "unsigned integer overflow"],
    [() => convertToUint(new CelDouble(-0.5)), "unsigned integer overflow"],
    [() => convertToUint("+1"), "type conversion error from 'string' to 'uint'"],
    [() => convertToDouble("1e400"), "type conversion error from 'string' to 'double'"],
    [() => convertToBool("yes"), "type conversion error from 'string' to 'bool'"],
    [() => convertToDuration("1d"), "type conversion error from 'string' to 'google.protobuf.Duration'"],
    [() => convertToDuration("9223372037s"), "type conversion error from 'string' to 'google.protobuf.Duration'"],
    [
      () => convertToTimestamp("2023-02-29T00:00:00Z"),
      "type conversion error from 'string' to 'google.protobuf.Timestamp'",
    ],
    [() => convertToTimestamp("0000-12-31T00:00:00Z"), "timestamp overflow"],
    [() => convertToTimestamp(253_402_300_800), "timestamp overflow"],
    [() => convertToString(new Uint8Array([0xff])), "invalid UTF-8 in bytes, cannot convert to string"],
  ];
  for (const [convert, message] of refused) assert.throws(convert, { name: "CelEvaluationError", message });
});

test("numbers and durations are read as liberally as Go reads them", () => {
  assert.equal(convertToInt("+7"), 7);
  assert.equal(convertToDouble("0x1p4").value, 16);
  assert.equal(convertToDouble("1_000.5").value, 1_000.5);
  assert.equal(convertToDouble("-Infinity").value, -Infinity);
  assert.equal(convertToDuration("-1h30m.5s").nanos, -5_400_500_000_000n);
  assert.equal(convertToTimestamp("2024-02-29T1:02:03,5+02:00").nanos, 500_000_000);
  assert.equal(convertToString(convertToTimestamp("2024-02-29T10:02:03.50+02:00")), "2024-02-29T10:02:03.5+02:00");
});
