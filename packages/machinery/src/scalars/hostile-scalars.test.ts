/** Texts made to be slow: a parser that goes over them more than a few times takes ten seconds, not a fraction of one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration, parseDurationNs } from "./duration.ts";
import { formatQuantity } from "./format-quantity.ts";
import { scaledIntOrPercent } from "./int-or-string.ts";
import { InvalidScalarError } from "./invalid-scalar-error.ts";
import { parseQuantity } from "./parse-quantity.ts";
import { compareQuantity, quantityToNumber, quantityValue } from "./quantity.ts";
import { isResourceVersion } from "./resource-version.ts";
import { parseMicroTimeUs, parseTimeMs } from "./time.ts";

const length = 100_000;
const maxCpuMs = 1_000;

/** Every unit many times over, alone and between the ends of a valid text. */
function long(units: readonly string[], heads: readonly string[], tails: readonly string[]): string[] {
  const texts: string[] = [];
  for (const unit of units) {
    const body = unit.repeat(length / unit.length);
    for (const head of heads) for (const tail of tails) texts.push(head + body + tail);
  }
  return texts;
}

function assertQuick(texts: readonly string[], read: (text: string) => unknown): void {
  for (const text of texts) {
    const before = process.cpuUsage();
    try {
      read(text);
    } catch (error) {
      assert.ok(error instanceof InvalidScalarError, String(error));
    }
    const { user, system } = process.cpuUsage(before);
    const cpuMs = (user + system) / 1_000;
    assert.ok(cpuMs < maxCpuMs, `${text.slice(0, 10)}…${text.slice(-10)} took ${cpuMs} ms`);
  }
}

test("quantities of 100,000 characters are read, printed and compared in linear time", () => {
  const one = parseQuantity("1");
  const texts = long(["0", "1", "10", "e", "Ki", ".", "-", "é"], ["", "-1", "0.", "1e"], ["", "Ki", "n", "!"]);
  assertQuick(texts, (text) => {
    const quantity = parseQuantity(text);
    formatQuantity(quantity);
    compareQuantity(quantity, one);
    quantityValue(quantity);
    quantityToNumber(quantity);
  });
});

test("exponents of a billion neither hang nor allocate", () => {
  const texts = ["1e1000000000", "1e-1000000000", "-5e2147483640", "1234567890123456789012e1000000000", "0e1000000000"];
  assertQuick(texts, (text) => {
    const quantity = parseQuantity(text);
    assert.ok(formatQuantity(quantity).length < 40);
    quantityValue(quantity);
    quantityToNumber(quantity);
    assert.equal(compareQuantity(quantity, parseQuantity(formatQuantity(quantity))), 0);
  });
});

test("durations of 100,000 characters are read in linear time", () => {
  const texts = long(["0", "1", "9", ".", "s", "1s", "1.5h", "é", '"'], ["", "1."], ["", "s", "!"]);
  assertQuick(texts, (text) => formatDuration(parseDurationNs(text)));
});

test("times of 100,000 characters are read in linear time", () => {
  const texts = long(["0", "-", "é", "Z"], ["", "2026-01-02T15:04:05", "2026-01-02T15:04:05."], ["", "Z"]);
  assertQuick(texts, parseTimeMs);
  assertQuick(texts, parseMicroTimeUs);
});

test("percentages and resource versions of 100,000 characters are read in linear time", () => {
  const texts = long(["0", "1", "-", "%", "é"], ["", "-", "1"], ["", "%", "x%", "x"]);
  assertQuick(texts, (text) => scaledIntOrPercent(text, 10, "up"));
  assertQuick(texts, isResourceVersion);
});
