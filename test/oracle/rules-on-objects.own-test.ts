/** What rules say about objects, and what they cost, held to apiextensions-apiserver. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { type JsonObject, writeJson } from "@pintle/machinery";
import { compileSchema } from "@pintle/schema";
import { missing } from "../tools.ts";
import { askOracle } from "./oracle.ts";
import { costlyRuleObject, type RuleObjectCase, seededRuleObjects } from "./rule-object-cases.ts";

interface Judged {
  errors: { type: string; field: string; text: string }[];
  warnings: string[];
  /** What is left of the budget, where rules were run. */
  remaining?: number;
}

function judgeOurs({ schema, object, old, isStatusUpdate = false }: RuleObjectCase): Judged {
  const compiled = compileSchema(schema);
  const warnings: string[] = [];
  let remaining: number | undefined;
  const errors = compiled.validate(compiled.prepare(object).object, old && compiled.prepare(old).object, {
    isStatusUpdate,
    warn: (text) => void warnings.push(text),
    tellRemainingCost: (cost) => {
      remaining = cost;
    },
  });
  return {
    errors: errors.map((error) => ({ type: error.type, field: error.path, text: String(error) })),
    warnings,
    ...(remaining !== undefined && { remaining }),
  };
}

/** Go walks its maps in no order. */
function sorted({ errors, warnings, ...rest }: Judged): Judged {
  return {
    errors: errors.toSorted((left, right) => (left.text < right.text ? -1 : 1)),
    warnings: warnings.toSorted(),
    ...rest,
  };
}

/**
 * Where an object has a field that cannot be compared beside one that differs, or a map is searched for what ends the search, upstream's
 * answer and its cost depend on the order in which Go walks a map, which is drawn anew each time. Such a question is asked again and again:
 * what all answers say ours must say, it must say nothing that none does, and its cost must be among theirs.
 */
async function isAmongAnswers(question: RuleObjectCase, ours: Judged): Promise<boolean> {
  const answers = await askOracle<Judged>(
    "schema-rules",
    Array.from({ length: timesAskedAgain }, () => question),
  );
  const theirs = answers.flatMap((answer) => ("value" in answer ? [answer.value] : []));
  const isVarying = theirs.some((answer) => !isDeepStrictEqual(sorted(answer), sorted(theirs[0] ?? answer)));
  const said = theirs.map(textsOf);
  const isSaid = textsOf(ours).every((text) => said.some((texts) => texts.includes(text)));
  const isAllSaid = said[0]?.every(
    (text) => textsOf(ours).includes(text) || said.some((texts) => !texts.includes(text)),
  );
  const costs = theirs.map(({ remaining = 0 }) => remaining);
  const { remaining = 0 } = ours;
  return (
    isVarying && isSaid && isAllSaid === true && remaining >= Math.min(...costs) && remaining <= Math.max(...costs)
  );
}

const timesAskedAgain = 100;

function textsOf({ errors, warnings }: Judged): string[] {
  return [...errors.map(({ text }) => text), ...warnings.map((text) => `warning: ${text}`)];
}

async function compare(cases: readonly RuleObjectCase[], maxUnsure = 0): Promise<Judged[]> {
  const answers = await askOracle<Judged>("schema-rules", cases);
  const judged: Judged[] = [];
  let unsure = 0;
  for (const [index, each] of cases.entries()) {
    const answer = answers[index];
    const about = () => `case ${index}: ${writeJson(each as unknown as JsonObject)}: ${JSON.stringify(answer)}`;
    if (answer && "error" in answer) {
      assert.ok(isUnreadable(each), about());
      continue;
    }
    assert.ok(answer && "value" in answer, about());
    const ours = sorted(judgeOurs(each));
    if (!isDeepStrictEqual(ours, sorted(answer.value))) {
      if (await isAmongAnswers(each, ours)) unsure += 1;
      else assert.deepEqual(ours, sorted(answer.value), about());
    }
    judged.push(ours);
  }
  assert.ok(unsure <= maxUnsure, `${unsure} of ${cases.length} depend on the order of a map`);
  return judged;
}

function isUnreadable({ schema, object, old }: RuleObjectCase): boolean {
  const compiled = compileSchema(schema);
  return [object, old].some((each) => each && compiled.prepare(each).error !== undefined);
}

test("2,000 seeded objects are judged alike by their rules, at the same cost", { skip: missing("go") }, async (t) => {
  const judged = await compare(Array.from({ length: 100 }, (_, seed) => seededRuleObjects(seed, 20)).flat(), 40);
  const counts = {
    valid: judged.filter(({ errors }) => errors.length === 0).length,
    failed: judged.filter(({ errors }) => errors.some(({ text }) => text.includes("failed rule: "))).length,
    unanswered: judged.filter(({ errors }) => errors.some(({ text }) => text.includes("evaluating rule: "))).length,
    tolerated: judged.filter(({ warnings }) => warnings.length > 0).length,
    mistyped: judged.filter(({ errors }) => errors.some(({ text }) => text.includes("invalid data, "))).length,
    unchecked: judged.filter(({ remaining }) => remaining === undefined).length,
  };
  t.diagnostic(JSON.stringify(counts));
  for (const [what, count] of Object.entries(counts)) assert.ok(count >= 40, `only ${count} are ${what}`);
});

test("rules that cost too much are stopped at the same point", { skip: missing("go") }, async () => {
  const judged = await compare(Array.from({ length: 3 }, (_, seed) => costlyRuleObject(seed)));
  const stopped = judged.filter(({ remaining = 0 }) => remaining < 0).length;
  assert.ok(stopped >= 1 && stopped <= 2, `${stopped} of 3 are stopped`);
});
