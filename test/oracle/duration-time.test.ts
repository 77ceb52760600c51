import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  formatDuration,
  formatMicroTime,
  formatTime,
  InvalidScalarError,
  parseDurationNs,
  parseMicroTimeUs,
  parseTimeMs,
} from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { type Answer, askOracle } from "./oracle.ts";

type Read = (text: string) => [value: string, text: string];

/** Puts one character where it does not belong, or takes one away. */
function damaged(text: fc.Arbitrary<string>, characters: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(text, fc.nat(), fc.constantFrom("", ...characters), fc.boolean()).map(([whole, at, extra, drop]) => {
    const cut = at % (whole.length + 1);
    return whole.slice(0, cut) + extra + whole.slice(cut + (drop ? 1 : 0));
  });
}

async function compare(context: TestContext, part: string, texts: fc.Arbitrary<string>, read: Read): Promise<void> {
  const asked = fc.sample(texts, { seed: 42, numRuns: 10_000 });
  const answers = await askOracle<[string, string]>(part, asked);
  const seen = { valid: 0, invalid: 0 };
  for (const [index, text] of asked.entries()) {
    let mine: Answer<[string, string]>;
    try {
      mine = { value: read(text) };
      seen.valid += 1;
    } catch (error) {
      assert.ok(error instanceof InvalidScalarError);
      mine = { error: error.message };
      seen.invalid += 1;
    }
    assert.deepEqual(mine, answers[index], JSON.stringify(text));
  }
  context.diagnostic(JSON.stringify(seen));
  assert.ok(seen.valid > 3_000 && seen.invalid > 2_000);
}

const digits = (maxLength: number) => fc.stringMatching(/^[0-9]*$/, { maxLength });
const unit = fc.constantFrom("ns", "us", "µs", "μs", "ms", "s", "m", "h");
const term = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: digits(5).map((text) => text || "7") }, { weight: 1, arbitrary: digits(21) }),
    fc.oneof(
      fc.constantFrom("", "", "."),
      digits(24).map((fraction) => `.${fraction}`),
    ),
    unit,
  )
  .map((parts) => parts.join(""));
const duration = fc
  .tuple(fc.constantFrom("", "", "+", "-"), fc.array(term, { minLength: 1, maxLength: 4 }))
  .map(([sign, terms]) => sign + terms.join(""));

test("durations are read, refused and printed as Go does", { skip: missing("go") }, (context) =>
  compare(
    context,
    "duration",
    fc.oneof({ weight: 2, arbitrary: duration }, { weight: 1, arbitrary: damaged(duration, [...'0.-+ smd"\\\0é']) }),
    (text) => {
      const durationNs = parseDurationNs(text);
      return [String(durationNs), formatDuration(durationNs)];
    },
  ),
);

const number = (min: number, max: number, length: number) =>
  fc.integer({ min, max }).map((value) => String(value).padStart(length, "0"));
const offset = fc.oneof(
  { weight: 2, arbitrary: fc.constant("Z") },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("+", "-"), number(0, 25, 2), fc.constant(":"), number(0, 61, 2))
      .map((parts) => parts.join("")),
  },
);
/** A time of the layout; days and leap years are hit and missed. */
function time(fraction: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const year = fc.oneof(number(1890, 2110, 4), fc.constantFrom("0000", "0001", "0099", "0400", "1900", "2000", "9999"));
  const date = fc
    .tuple(year, number(1, 12, 2), fc.oneof(number(1, 28, 2), number(27, 32, 2)))
    .map((parts) => parts.join("-"));
  const clock = fc
    .tuple(fc.oneof(number(0, 24, 2), number(0, 9, 1)), number(0, 59, 2), number(0, 60, 2))
    .map((parts) => parts.join(":"));
  return fc.tuple(date, fc.constant("T"), clock, fraction, offset).map((parts) => parts.join(""));
}
const oddTimeCharacters = [...'0129-:.,TZtz+ "é\n'];

test("times are read, refused and printed as Go does", { skip: missing("go") }, (context) => {
  const plain = time(
    fc.oneof(
      fc.constant(""),
      digits(12).map((text) => `.${text || "5"}`),
      fc.constantFrom(".", ",5"),
    ),
  );
  const texts = fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: damaged(plain, oddTimeCharacters) });
  return compare(context, "time", texts, (text) => {
    const timeMs = parseTimeMs(text);
    return [String(timeMs), formatTime(timeMs)];
  });
});

test("times of microseconds are read, refused and printed as Go does", { skip: missing("go") }, (context) => {
  const six = fc.stringMatching(/^[.,][0-9]{6}$/);
  const micro = time(
    fc.oneof({ weight: 9, arbitrary: six }, { weight: 1, arbitrary: digits(9).map((text) => `.${text}`) }),
  );
  const texts = fc.oneof({ weight: 6, arbitrary: micro }, { weight: 1, arbitrary: damaged(micro, oddTimeCharacters) });
  // A sign among the digits is read by Go, by accident; ours refuses it.
  const unsigned = texts.filter((text) => !/[.,][+-]/.test(text));
  return compare(context, "micro-time", unsigned, (text) => {
    const timeUs = parseMicroTimeUs(text);
    return [String(timeUs), formatMicroTime(timeUs)];
  });
});
