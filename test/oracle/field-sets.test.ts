/** Field sets and fieldsV1, held to structured-merge-diff. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type FieldSet,
  FieldsV1Error,
  formatFieldsV1,
  includePrefixes,
  type JsonObject,
  type PathPattern,
  parseFieldsV1,
} from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { commonFields, oddFields, patterns } from "./field-set-cases.ts";
import { askOracle } from "./oracle.ts";

interface ShownSet {
  fieldsV1: string;
  paths: string;
}

interface Algebra {
  left: ShownSet;
  size: number;
  empty: boolean;
  union: ShownSet;
  intersection: ShownSet;
  difference: ShownSet;
  recursiveDifference: ShownSet;
  leaves: ShownSet;
  equals: boolean;
  included: ShownSet;
}

/** The order of keys counts; how the outer JSON escapes characters within keys is left to whoever writes the object. */
function show(set: FieldSet): ShownSet {
  return { fieldsV1: JSON.stringify(formatFieldsV1(set)), paths: set.toString() };
}

function reescape({ fieldsV1, paths }: ShownSet): ShownSet {
  return { fieldsV1: JSON.stringify(JSON.parse(fieldsV1)), paths };
}

test("10,000 pairs of sets have the algebra of structured-merge-diff", { skip: missing("go") }, async () => {
  const pair = fc.record({ left: commonFields, right: commonFields, patterns });
  const cases = fc.sample(pair, { seed: 42, numRuns: 10_000 });
  const answers = await askOracle<Algebra>("field-sets", cases);
  for (const [index, question] of cases.entries()) {
    const left = parseFieldsV1(question.left);
    const right = parseFieldsV1(question.right);
    const mine: Algebra = {
      left: show(left),
      size: left.size(),
      empty: left.isEmpty(),
      union: show(left.union(right)),
      intersection: show(left.intersection(right)),
      difference: show(left.difference(right)),
      recursiveDifference: show(left.recursiveDifference(right)),
      leaves: show(left.leaves()),
      equals: left.equals(right),
      included: show(includePrefixes(...question.patterns.map(parsePattern))(left)),
    };
    assert.deepEqual({ value: mine }, answers[index], JSON.stringify(question));
  }
});

test("10,000 odd fieldsV1 are read, written and refused as by structured-merge-diff", {
  skip: missing("go"),
}, async (t) => {
  const cases = fc.sample(oddFields, { seed: 42, numRuns: 10_000 });
  const answers = await askOracle<Algebra>(
    "field-sets",
    cases.map((left) => ({ left })),
  );
  let refused = 0;
  for (const [index, fieldsV1] of cases.entries()) {
    const answer = answers[index];
    const mine = read(fieldsV1);
    assert.ok(answer !== undefined && !("panic" in answer));
    if ("error" in answer) refused += 1;
    const theirs = "error" in answer ? undefined : reescape(answer.value.left);
    assert.deepEqual(mine && show(mine), theirs, `${JSON.stringify(fieldsV1)} gives ${JSON.stringify(answer)}`);
  }
  t.diagnostic(`${cases.length - refused} read, ${refused} refused`);
});

function parsePattern(steps: string[]): PathPattern {
  return steps.map((step) =>
    step === "*" ? step : (parseFieldsV1({ [step]: {} }).entries[0]?.element ?? assert.fail(step)),
  );
}

function read(fieldsV1: JsonObject): FieldSet | undefined {
  try {
    return parseFieldsV1(fieldsV1);
  } catch (error) {
    assert.ok(error instanceof FieldsV1Error);
    return undefined;
  }
}
