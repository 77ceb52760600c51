import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { CostEstimate } from "@pintle/cel";
import { missing } from "../tools.ts";
import { answerCel, type CelAnswer, type CelQuestion, comparableAnswer } from "./cel-play.ts";
import { ruleCases } from "./cel-rules.ts";
import { type Answer, askOracle } from "./oracle.ts";

test("5,000 rules give Kubernetes' values, failures and costs", { skip: missing("go") }, async (t) => {
  const questions = ruleCases(5_000) as readonly CelQuestion[];
  const answers = await askOracle<CelAnswer>("cel", questions);
  const seen = { value: 0, failure: 0, refused: 0 };
  const differences = questions.flatMap((question, index) => {
    const theirs = answers[index] as Answer<CelAnswer>;
    seen[
      "error" in theirs ? "refused" : "value" in theirs && theirs.value.failure !== undefined ? "failure" : "value"
    ] += 1;
    const difference = differenceTo(theirs, question);
    return difference === undefined
      ? []
      : [`1.${question.minor} ${question.source}\n  ${difference}\n  on ${JSON.stringify(question.variables)}`];
  });
  t.diagnostic(JSON.stringify(seen));
  assert.equal(differences.length, 0, `${differences.length} differences\n${differences.slice(0, 20).join("\n")}`);
  assert.ok(Math.min(...Object.values(seen)) > 250, "every kind of outcome is well represented");
});

test("checks of authorization ask, answer and cost as in Kubernetes", { skip: missing("go") }, async () => {
  const checks = [
    "path('/healthz')",
    "group('').resource('pods')",
    "group('').resource('pods').namespace('kube-system')",
    "group('apps').resource('deployments').subresource('scale').namespace('a').name('b')",
    "serviceAccount('a', 'b').group('').resource('pods')",
    "serviceAccount('A', '')",
    "group('').resource('pods').fieldSelector('metadata.name=a').labelSelector('a=b,c in (d)')",
    "path('')",
  ];
  const ends = ["allowed()", "reason()", "errored()", "error()"];
  const sources = checks.flatMap((check) =>
    ["get", "delete", "fail", "list"].flatMap((verb) =>
      ends.map((end) => `authorizer.${check}.check('${verb}').${end}`),
    ),
  );
  const questions = [...sources, "authorizer == authorizer", "type(authorizer)"].map((source) => ({
    source,
    minor: 36,
    authorizer: true,
    schema: { type: "integer" } as const,
    variables: { self: 1 },
  }));
  const answers = await askOracle<CelAnswer>("cel", questions);
  const differences = questions.flatMap((question, index) => {
    const difference = differenceTo(answers[index] as Answer<CelAnswer>, question);
    return difference === undefined ? [] : [`${question.source}\n  ${difference}`];
  });
  assert.equal(differences.length, 0, differences.join("\n"));
});

function differenceTo(theirs: Answer<CelAnswer>, question: CelQuestion): string | undefined {
  const ours = answerCel(question);
  if ("panic" in theirs) return `Kubernetes panics: ${theirs.panic}`;
  if ("error" in theirs || "error" in ours) {
    if ("error" in theirs && "error" in ours) return undefined;
    return "error" in theirs
      ? `only Kubernetes refuses it: ${theirs.error}`
      : `only we refuse it: ${"error" in ours && ours.error}`;
  }

  const [wanted, found] = [comparableAnswer(theirs.value), comparableAnswer(ours.value)];
  const parts = Object.keys({ ...wanted, ...found }) as (keyof CelAnswer)[];
  const differing = parts.filter((part) => !isDeepStrictEqual(wanted[part], found[part]));
  if (differing.every((part) => part === "estimate" && isNear(theirs.value.estimate, ours.value.estimate)))
    return undefined;
  const show = (answer: Partial<Record<keyof CelAnswer, unknown>>) =>
    JSON.stringify(differing.map((part) => [part, answer[part]]));
  return `Kubernetes: ${show(wanted)}, ours: ${show(found)}`;
}

/** Costs beyond 2^53 are estimates of the estimate: a rule that large is refused anyway. */
function isNear(theirs: CostEstimate, ours: CostEstimate): boolean {
  return (["min", "max"] as const).every((end) => {
    const distance = Math.abs(theirs[end] - ours[end]);
    return distance === 0 || (theirs[end] > 2 ** 53 && distance < theirs[end] * 1e-9);
  });
}
