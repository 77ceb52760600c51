import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addQuantity,
  compareQuantity,
  formatQuantity,
  InvalidScalarError,
  negateQuantity,
  parseQuantity,
  type Quantity,
  quantityMilliValue,
  quantityValue,
  signOfQuantity,
  subtractQuantity,
} from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { type Answer, askOracle } from "./oracle.ts";

interface Upstream {
  text: string;
  format: string;
  canonical: string;
  negated: string;
  sign: number;
  value: string;
  milli: string;
  order: number;
  sum: string;
  rest: string;
}

const sample = { seed: 42, numRuns: 10_000 };

const digits = (maxLength: number) =>
  fc
    .tuple(fc.stringMatching(/^[0-9]*$/, { maxLength }), fc.constantFrom("", "", "0", "00", "000", "0000000"))
    .map(([front, zeros]) => front + zeros);
const suffix = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("", "n", "u", "m", "k", "M", "G", "T", "P", "E") },
  { weight: 6, arbitrary: fc.constantFrom("Ki", "Mi", "Gi", "Ti", "Pi", "Ei") },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-", "0", "+0"), fc.integer({ min: 0, max: 40 }))
      .map((parts) => parts.join("")),
  },
);
const valid = fc
  .tuple(
    fc.constantFrom("", "", "", "+", "-", "00"),
    fc.oneof(fc.constantFrom("0", ""), digits(4), digits(4), digits(25)),
    fc.oneof(
      fc.constantFrom("", "", "."),
      digits(12).map((fraction) => `.${fraction}`),
      fc.stringMatching(/^\.0{0,10}[0-9]{1,4}$/),
    ),
    suffix,
  )
  .map((parts) => parts.join(""));
const odd = fc
  .tuple(valid, fc.nat(), fc.constantFrom(..."eEinumkKMGTP.+-0189 x", "é", "\n", "e99999999999999999999"))
  .map(([text, at, extra]) => {
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + extra + text.slice(cut);
  });
// Upstream takes minutes and gigabytes for some exponents of more digits, hence none of those that it would read.
const anyText = fc
  .oneof({ weight: 3, arbitrary: valid }, { weight: 2, arbitrary: odd })
  .filter((text) => !/[eE][+-]?[0-9]{4,19}$/.test(text));

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Upstream drops the suffix of amounts that have none left to use, and with it the amount; ours writes zeros instead. */
function losesItsSuffixUpstream(text: string): boolean {
  return text.endsWith("000E") || (text.endsWith("Ei") && BigInt(text.slice(0, -2)) % 1024n === 0n);
}

/** Upstream overflows beyond 64 bits, and rounds negative fractions in three different ways. */
function isPlainInteger(value: bigint, quantity: Quantity): boolean {
  return value > int64.min && value < int64.max && quantity.mantissa >= 0n;
}

function ours(text: string): Quantity | string {
  try {
    return parseQuantity(text);
  } catch (error) {
    assert.ok(error instanceof InvalidScalarError);
    return error.message;
  }
}

function answerOf(answer: Answer<Upstream>): Upstream | string {
  if ("panic" in answer) return `panic: ${answer.panic}`;
  return "error" in answer ? answer.error : answer.value;
}

test("quantities are read, refused and printed as upstream does", { skip: missing("go") }, async (context) => {
  const texts = fc.sample(anyText, sample);
  const answers = await askOracle<Upstream>(
    "quantity",
    texts.map((text) => ({ text })),
  );
  const seen = { valid: 0, invalid: 0, spelled: 0, beyondSuffixes: 0 };
  for (const [index, text] of texts.entries()) {
    const mine = ours(text);
    const upstream = answerOf(answers[index] as Answer<Upstream>);
    if (typeof mine === "string" || typeof upstream === "string") {
      assert.deepEqual(mine, upstream, text);
      seen.invalid += 1;
      continue;
    }
    seen.valid += 1;
    if (mine.spelling !== undefined) seen.spelled += 1;
    const { mantissa, exponent, format } = mine;
    const canonical = formatQuantity({ mantissa, exponent, format });
    if (losesItsSuffixUpstream(canonical)) {
      seen.beyondSuffixes += 1;
      continue;
    }
    assert.equal(formatQuantity(mine), upstream.text, text);
    assert.equal(format, upstream.format, text);
    assert.equal(canonical, upstream.canonical, text);
    assert.equal(formatQuantity(negateQuantity(mine)), upstream.negated, text);
    assert.equal(signOfQuantity(mine), upstream.sign, text);
    const value = quantityValue(mine);
    const milli = quantityMilliValue(mine);
    if (isPlainInteger(value, mine)) assert.equal(value, BigInt(upstream.value), text);
    if (isPlainInteger(milli, mine)) assert.equal(milli, BigInt(upstream.milli), text);
  }
  context.diagnostic(JSON.stringify(seen));
  assert.ok(seen.valid > 4_000 && seen.invalid > 2_000);
});

test("quantities are compared, added and subtracted as upstream does", { skip: missing("go") }, async (context) => {
  const pairs = fc
    .sample(fc.tuple(valid, valid), sample)
    .filter((pair) => pair.every((text) => typeof ours(text) !== "string"));
  const answers = await askOracle<Upstream>(
    "quantity",
    pairs.map(([text, other]) => ({ text, other })),
  );
  const seen = { pairs: pairs.length, equal: 0, beyondSuffixes: 0 };
  for (const [index, [text, other]] of pairs.entries()) {
    const upstream = answerOf(answers[index] as Answer<Upstream>) as Upstream;
    const left = parseQuantity(text);
    const right = parseQuantity(other);
    assert.equal(compareQuantity(left, right), upstream.order, `${text} <=> ${other}`);
    if (upstream.order === 0) seen.equal += 1;
    for (const [result, expected] of [
      [formatQuantity(addQuantity(left, right)), upstream.sum],
      [formatQuantity(subtractQuantity(left, right)), upstream.rest],
    ] as const) {
      if (losesItsSuffixUpstream(result)) seen.beyondSuffixes += 1;
      else assert.equal(result, expected, `${text} and ${other}`);
    }
  }
  context.diagnostic(JSON.stringify(seen));
});
