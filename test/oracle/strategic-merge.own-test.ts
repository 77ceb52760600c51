import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import {
  copyJson,
  createThreeWayStrategicPatch,
  createTwoWayStrategicPatch,
  equalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MapShape,
  StrategicConflictError,
  strategicMerge,
} from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { createDice, type Dice } from "./dice.ts";
import { type Answer, askOracle } from "./oracle.ts";
import { rollModified, rollMood, rollObject, rollPatch } from "./strategic-cases.ts";
import { allStrategies, brokenStrategies, builtInKinds, rollShape, shapeOfKind } from "./strategic-shapes.ts";

interface Case {
  kind?: string;
  shape: MapShape;
  original: JsonObject;
  patch?: JsonObject;
  modified?: JsonObject;
  current?: JsonObject;
  overwrite?: boolean;
}

const kinds = new Map(builtInKinds.map((kind) => [kind, shapeOfKind(kind) as MapShape]));

function rollSubject(dice: Dice): Pick<Case, "kind" | "shape"> {
  const roll = dice.below(20);
  if (roll < 1) return { shape: brokenStrategies };
  if (roll < 10) return { shape: allStrategies };
  if (roll < 15) return { shape: rollShape(dice) };
  const kind = dice.pick(builtInKinds);
  return { kind, shape: kinds.get(kind) as MapShape };
}

function sampleCases(roll: (dice: Dice) => Case): Case[] {
  return fc.sample(
    fc.noBias(fc.nat()).map((seed) => roll(createDice(seed))),
    { seed: 42, numRuns: 10_000 },
  );
}

function ours(question: Case): Answer {
  const { shape, original, patch, modified, current, overwrite = false } = question;
  const before = copyJson({ original, patch: patch ?? null, modified: modified ?? null, current: current ?? null });
  try {
    if (patch) return { value: strategicMerge(original, patch, shape) };
    if (!modified) throw new Error("a case needs a patch or a modified object");
    if (!current) return { value: createTwoWayStrategicPatch(original, modified, shape) };
    return { value: createThreeWayStrategicPatch(original, modified, current, shape, { overwrite }) };
  } catch (error) {
    if (error instanceof StrategicConflictError) return { error: "conflict" };
    return { error: (error as Error).message };
  } finally {
    const after = { original, patch: patch ?? null, modified: modified ?? null, current: current ?? null };
    assert.ok(equalJson(after, before), "the input is left alone");
  }
}

/** The text of both sides, reduced to what they can agree on. */
function comparable(answer: Answer): Answer {
  if (!("error" in answer)) return answer;
  // A struct has a name, which a shape has not; and upstream prints conflicts as YAML.
  if (answer.error.startsWith("unable to find api field")) return { error: "unable to find api field" };
  return answer.error.includes("conflicts with changes made") ? { error: "conflict" } : answer;
}

function isSame(question: Case, mine: Answer, theirs: Answer): boolean {
  // What upstream panics on is an error of ours, and ours are stricter about merge keys that are no scalars.
  if ("panic" in theirs) return "error" in mine;
  // Where a struct holds a pointer, upstream takes a list for what a shape knows to be a scalar.
  if (question.kind && "error" in mine && mine.error.startsWith("expected slice or array type")) return true;
  if ("error" in mine && mine.error.startsWith("a merged list must not hold merge keys")) return true;
  const sides = [comparable(mine), comparable(theirs)] as [JsonObject, JsonObject];
  // Looking for conflicts, upstream sorts lists of scalars inside the patch that it is about to return.
  return question.overwrite === false ? isDeepStrictEqual(...mapPair(sides, asSets)) : equalJson(...sides);
}

function mapPair<Side, Result>([left, right]: [Side, Side], map: (side: Side) => Result): [Result, Result] {
  return [map(left), map(right)];
}

function asSets(value: JsonValue): unknown {
  if (Array.isArray(value)) return new Set(value.map(asSets));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asSets(inner)]));
}

/** The answers that upstream gives to each case when it is asked so many times. */
async function askAll(cases: readonly Case[], runs: number): Promise<Map<Case, Answer[]>> {
  const batches = Map.groupBy(cases, ({ kind, shape }) => kind ?? shape);
  const inputs = batches.entries().map(([subject, batch]) => {
    const questions = batch.map(({ kind, shape, ...question }) => question);
    return typeof subject === "string" ? { kind: subject, runs, questions } : { shape: subject, runs, questions };
  });
  const answers = (await askOracle("strategic-merge-answers", [...inputs])) as { value: Answer[][] }[];
  const sorted = [...batches.values()].flat();
  const all = answers.flatMap(({ value }) => value);
  return new Map(sorted.map((asked, index) => [asked, all[index] ?? []]));
}

async function compare(cases: Case[]): Promise<string> {
  const answers = await askAll(cases, 1);
  const mine = new Map(cases.map((asked) => [asked, ours(asked)]));
  const isUnlike = (asked: Case, theirs: Answer[] = []) =>
    !theirs.some((answer) => isSame(asked, mine.get(asked) as Answer, answer));
  let pending = cases.filter((asked) => isUnlike(asked, answers.get(asked)));
  const unsure = pending.length;
  // Upstream walks maps in random order, and so has several answers to some questions: ours has to be one of them.
  for (const runs of [8, 400]) {
    const more = await askAll(pending, runs);
    pending = pending.filter((asked) => isUnlike(asked, more.get(asked)));
  }
  const [first] = pending.map((asked) => ({ asked, mine: mine.get(asked), theirs: answers.get(asked) }));
  assert.equal(first, undefined, `${pending.length} differences, of which this is the first: ${JSON.stringify(first)}`);
  const errors = [...answers.values()].flat().filter((answer) => !("value" in answer));
  const panics = errors.filter((answer) => "panic" in answer);
  return `${cases.length} cases: ${errors.length} errors, of these ${panics.length} panics; ${unsure} asked again`;
}

test("10,000 strategic merges end as upstream's do", { skip: missing("go") }, async (t) => {
  const cases = sampleCases((dice) => {
    const subject = rollSubject(dice);
    const mood = rollMood(dice, "all");
    const original = rollObject(dice, subject.shape, { ...mood, odd: mood.odd / 2 });
    return { ...subject, original, patch: rollPatch(dice, subject.shape, original, mood) };
  });
  t.diagnostic(await compare(cases));
});

test("10,000 two-way and three-way diffs are upstream's", { skip: missing("go") }, async (t) => {
  const cases = sampleCases((dice) => {
    const subject = rollSubject(dice);
    const mood = rollMood(dice, dice.pick(["scalars", "maps"]));
    const original = rollObject(dice, subject.shape, mood);
    const modified = rollModified(dice, subject.shape, original, mood) as JsonObject;
    const pair = { ...subject, original, modified: isJsonObject(modified) ? modified : {} };
    if (dice.chance(0.4)) return pair;
    const current = rollModified(dice, subject.shape, original, { ...mood, odd: 0 }) as JsonObject;
    return { ...pair, current, overwrite: dice.chance(0.5) };
  });
  t.diagnostic(await compare(cases));
});
