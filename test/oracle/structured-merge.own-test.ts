/** Validation, field sets, comparison, merge, extraction and removal, held to structured-merge-diff. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  compareTyped,
  ensureNamedFieldsAreMembers,
  equalJson,
  extractItems,
  type FieldSet,
  formatFieldsV1,
  formatTypedErrors,
  type JsonValue,
  mergeTyped,
  parseFieldsV1,
  reconcileFieldSet,
  removeItems,
  type Shape,
  TypedComparisonError,
  toFieldSet,
  validateTyped,
} from "@pintle/machinery";
import { missing } from "../tools.ts";
import { askOracle } from "./oracle.ts";
import { type TypedCase, typedCases } from "./structured-merge-cases.ts";

type Answers = Record<string, unknown>;

function show(set: FieldSet): Answers {
  return { fieldsV1: JSON.stringify(formatFieldsV1(set)), paths: set.toString() };
}

function ours({ shape, left, right, set: fieldsV1 }: TypedCase): Answers {
  const set = parseFieldsV1(fieldsV1);
  const answers: Answers = {};
  const rightErrors = validateTyped(right, shape);
  if (rightErrors.length > 0) answers.rightError = formatTypedErrors(rightErrors);
  const leftErrors = validateTyped(left, shape, { allowDuplicates: true });
  if (leftErrors.length > 0) return { ...answers, leftError: formatTypedErrors(leftErrors) };
  answers.fields = show(toFieldSet(left, shape));
  answers.extracted = extractItems(left, set, shape);
  answers.extractedWithKeys = extractItems(left, set, shape, { appendKeyFields: true });
  Object.assign(answers, removal(left, set, shape));
  answers.named = show(ensureNamedFieldsAreMembers(set, shape));
  answers.reconciled = show(reconcileFieldSet(set, shape));
  if (rightErrors.length > 0) return answers;
  const { added, modified, removed } = compareTyped(left, right, shape);
  return {
    ...answers,
    added: show(added),
    modified: show(modified),
    removed: show(removed),
    merged: mergeTyped(left, right, shape),
  };
}

/** What is left need not be valid any more: items may have lost their keys. */
function removal(left: JsonValue, set: FieldSet, shape: Shape): Answers {
  const remaining = removeItems(left, set, shape);
  // Upstream has no element for such items either, and says so in the text.
  const remainingPaths = toFieldSet(remaining, shape).toString().replaceAll("[-1]", "{{invalid path element}}");
  try {
    return { remaining, remainingPaths, removal: show(compareTyped(left, remaining, shape).removed) };
  } catch (error) {
    assert.ok(error instanceof TypedComparisonError);
    return { remaining, remainingPaths, remainingError: error.message };
  }
}

/**
 * Upstream visits maps in no order and stops at the first undeclared field, so only what does not depend on that
 * counts.
 */
function comparableErrors(text: unknown): { undeclared: string[]; others: string[] } | undefined {
  if (typeof text !== "string") return undefined;
  const lines = text.startsWith("errors:\n") ? text.split("\n  ").slice(1) : [text];
  const undeclared = lines.filter((line) => line.endsWith(": field not declared in schema"));
  const others = lines.filter((line) => !undeclared.includes(line));
  return {
    undeclared: undeclared.map((line) => line.replace(/\.[^.[\]]*: field/, ": field")).sort(),
    others: others.sort(),
  };
}

function isSameError(mine: unknown, theirs: unknown): boolean {
  const left = comparableErrors(mine);
  const right = comparableErrors(theirs);
  if (!left || !right) return left === right;
  if (right.undeclared.length === 0) return equalJson(left, right);
  const isAmongOurs = (line: string) => left.undeclared.includes(line) || left.others.includes(line);
  return right.undeclared.every(isAmongOurs) && right.others.every(isAmongOurs);
}

test("10,000 pairs of values and sets give what structured-merge-diff gives", { skip: missing("go") }, async (t) => {
  const cases = typedCases(10_000, 42);
  const answers = await askOracle<Answers>("structured-merge", cases);
  let invalid = 0;
  for (const [index, question] of cases.entries()) {
    const answer = answers[index] as { value: Answers };
    const mine = ours(question);
    const theirs = answer.value ?? assert.fail(`${JSON.stringify(answer)} to ${JSON.stringify(question)}`);
    if (theirs.leftError !== undefined || theirs.rightError !== undefined) invalid += 1;
    for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
      const isSame = name.endsWith("Error")
        ? isSameError(mine[name], theirs[name])
        : equalJson(mine[name] as JsonValue, theirs[name] as JsonValue);
      if (!isSame) assert.deepEqual({ [name]: mine[name] }, { [name]: theirs[name] }, JSON.stringify(question));
    }
  }
  t.diagnostic(`${cases.length - invalid} valid, ${invalid} refused`);
});
