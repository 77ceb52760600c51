/** What rules say about objects, and what they cost, held to apiextensions-apiserver. */
import assert from "node:assert/strict";
import { test } from "node:test";
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

async function compare(cases: readonly RuleObjectCase[]): Promise<Judged[]> {
  const answers = await askOracle<Judged>("schema-rules", cases);
  return cases.map((each, seed) => {
    const answer = answers[seed];
    const about = `seed ${seed}: ${JSON.stringify(each)}`;
    assert.ok(answer && "value" in answer, `${about}: ${JSON.stringify(answer)}`);
    const ours = sorted(judgeOurs(each));
    assert.deepEqual(ours, sorted(answer.value), about);
    return ours;
  });
}

test("2,000 seeded objects are judged alike by their rules, at the same cost", { skip: missing("go") }, async (t) => {
  const judged = await compare(Array.from({ length: 32 }, (_, seed) => seededRuleObjects(seed, 63)).flat());
  const counts = {
    valid: judged.filter(({ errors }) => errors.length === 0).length,
    failed: judged.filter(({ errors }) => errors.some(({ text }) => text.includes("failed rule: "))).length,
    unanswered: judged.filter(({ errors }) => errors.some(({ text }) => text.includes("evaluating rule: "))).length,
    tolerated: judged.filter(({ warnings }) => warnings.length > 0).length,
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
