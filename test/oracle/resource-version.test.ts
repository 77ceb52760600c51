import assert from "node:assert/strict";
import { test } from "node:test";
import { compareResourceVersion, InvalidScalarError } from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { type Answer, askOracle } from "./oracle.ts";

const wellFormed = fc.oneof(
  fc.integer({ min: 1, max: 20 }).map(String),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 53n + 20n }).map(String),
  fc.stringMatching(/^[1-9][0-9]*$/, { maxLength: 40 }),
);
const malformed = fc.oneof(
  fc.constantFrom("", "0", "-1", "+1", "1.0", "1e3", " 1", "1 ", "1\n", "0x1", "１", "1é", "é"),
  wellFormed.map((version) => `0${version}`),
  fc.string({ maxLength: 4 }),
);
const version = fc.oneof({ weight: 5, arbitrary: wellFormed }, { weight: 1, arbitrary: malformed });
const pair = fc.oneof(
  fc.tuple(version, version),
  version.map((one): [string, string] => [one, one]),
);

function ours([left, right]: [string, string]): Answer<number> {
  try {
    return { value: compareResourceVersion(left, right) };
  } catch (error) {
    assert.ok(error instanceof InvalidScalarError);
    return { error: error.message };
  }
}

test("resource versions are ordered and refused as upstream does", { skip: missing("go") }, async (context) => {
  const pairs = fc.sample(pair, { seed: 42, numRuns: 10_000 });
  const answers = await askOracle<number>("resource-version", pairs);
  const seen = { valid: 0, invalid: 0 };
  for (const [index, asked] of pairs.entries()) {
    const mine = ours(asked);
    assert.deepEqual(mine, answers[index], JSON.stringify(asked));
    seen["value" in mine ? "valid" : "invalid"] += 1;
  }
  context.diagnostic(JSON.stringify(seen));
  assert.ok(seen.valid > 3_000 && seen.invalid > 2_000);
});
