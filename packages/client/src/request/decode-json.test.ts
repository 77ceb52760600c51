import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson, writeJson } from "@pintle/machinery";
import fc from "fast-check";
import { decodeJson } from "./decode-json.ts";

const decode = (text: string) => decodeJson(Buffer.from(text));

test("every integer is read exactly, wherever it stands and whatever stands around it", () => {
  const padding = fc.string({ unit: fc.constantFrom("1", "a", ":", " ", "0", "-", ","), maxLength: 40 });
  fc.assert(
    fc.property(padding, fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), padding, (before, integer, after) => {
      const text = writeJson({ before, list: [integer, { [after]: integer }], after });
      assert.deepEqual(decode(text), readJson(text).value);
    }),
    { seed: 42, numRuns: 2_000 },
  );
});

test("digits of texts and of fractions need no care and get none", () => {
  const text = '{"a":"sha256:1234567890123456789","b":0.12345678901234567,"c":1.5e3}';
  assert.deepEqual(decode(text), JSON.parse(text));
});

test("a number alone, and white space around it", () => {
  assert.equal(decode("9007199254740993"), 9007199254740993n);
  assert.deepEqual(decode("[ \n9007199254740993\t]"), [9007199254740993n]);
});

test("a megabyte of digits is read in no time", () => {
  const digits = "7".repeat(1024 * 1024);
  assert.equal(decode(JSON.stringify(digits)), digits);
});
