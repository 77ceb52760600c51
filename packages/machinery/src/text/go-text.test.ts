import assert from "node:assert/strict";
import { test } from "node:test";
import { formatGoJson, formatGoValue, quoteGo } from "./go-text.ts";

test("texts are quoted with Go's escapes", () => {
  assert.equal(quoteGo('say "no"\\'), '"say \\"no\\"\\\\"');
  assert.equal(quoteGo("\x07\b\f\n\r\t\v\x00\x7f"), '"\\a\\b\\f\\n\\r\\t\\v\\x00\\x7f"');
  assert.equal(quoteGo("é 文 😀"), '"é 文 😀"', "what prints stays");
  assert.equal(quoteGo("\u00a0\u2028\u{e0001}"), '"\\u00a0\\u2028\\U000e0001"', "what does not print is escaped");
  assert.equal(quoteGo("\ud800"), '"\ufffd"', "UTF-8 cannot carry half a character");
});

test("an integer is written out, however big", () => {
  assert.equal(formatGoValue(1_000_000), "1000000");
  assert.equal(formatGoValue(-9_223_372_036_854_775_808n), "-9223372036854775808");
});

test("a number that Go holds as a float has an exponent below 1e-4 and from 1e6 on", () => {
  assert.equal(formatGoValue(0.0001), "0.0001");
  assert.equal(formatGoValue(0.00001234), "1.234e-05");
  assert.equal(formatGoValue(123456.5), "123456.5");
  assert.equal(formatGoValue(1234567.5), "1.2345675e+06");
  assert.equal(formatGoValue(1e300), "1e+300");
  assert.equal(formatGoValue(18_446_744_073_709_551_616n), "1.8446744073709552e+19", "too big for an int64");
});

test("null, booleans, lists and objects are JSON, and an absent value is null", () => {
  assert.equal(formatGoValue(null), "null");
  assert.equal(formatGoValue(undefined), "null");
  assert.equal(formatGoValue(true), "true");
  assert.equal(formatGoValue([1, "a", null]), '[1,"a",null]');
  assert.equal(formatGoValue({ b: 1234567.5, a: 2n ** 60n }), '{"a":1152921504606846976,"b":1234567.5}');
});

test("keys are in the order of their bytes, whatever they are called", () => {
  const object = JSON.parse('{"😀":1,"\uffee":2,"constructor":3,"__proto__":4,"B":5}');

  assert.equal(formatGoJson(object), '{"B":5,"__proto__":4,"constructor":3,"\uffee":2,"😀":1}');
});

test("a key that holds undefined is absent", () => {
  assert.equal(formatGoJson({ a: undefined, b: 1 }), '{"b":1}');
});

test("JSON escapes what HTML could misread", () => {
  assert.equal(formatGoJson("<a> & \u2028"), '"\\u003ca\\u003e \\u0026 \\u2028"');
});
