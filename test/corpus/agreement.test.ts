/** What counts as agreement with the real server, and that a list of differences can neither hide one nor keep one that is gone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Comparison,
  compareSequence,
  differencesBetween,
  isKept,
  percent,
  promised,
  shareOf,
} from "./agreement.ts";
import { recordedFiles } from "./corpus.ts";
import { compareWithKnown } from "./known-differences.ts";
import type { RecordedAnswer } from "./play.ts";

const path = "/api/v1/namespaces/{ns}/pods";

function refusal(message: string, ...fields: readonly string[]): RecordedAnswer {
  const causes = fields.map((field) => ({ reason: "FieldValueRequired", message: "Required value", field }));
  const body = { kind: "Status", status: "Failure", message, reason: "Invalid", details: { causes }, code: 422 };
  return { request: `POST ${path}`, status: 422, body };
}

function creation(spec: object): RecordedAnswer {
  return { request: `POST ${path}`, status: 201, body: { kind: "Pod", apiVersion: "v1", spec } };
}

test("refusals agree by code and reason, by the set of their fields, and by their message", () => {
  const wanted = refusal("a and b", "a", "b");
  assert.deepEqual(differencesBetween(wanted, wanted), []);
  assert.deepEqual(differencesBetween(wanted, refusal("b and a", "b", "a")), ["message"]);
  assert.deepEqual(differencesBetween(wanted, refusal("a", "a")), ["fields", "message"]);
  assert.deepEqual(differencesBetween(wanted, creation({})), ["code", "fields", "message"]);
  assert.deepEqual(differencesBetween(wanted, undefined), ["code"]);
});

test("causes in another order differ in the body alone, and warnings are looked at", () => {
  assert.deepEqual(differencesBetween(refusal("a and b", "a", "b"), refusal("a and b", "b", "a")), ["body"]);
  assert.deepEqual(differencesBetween(creation({}), { ...creation({}), warnings: ["old"] }), ["warnings"]);
});

test("the order of keys counts in what was created", () => {
  assert.deepEqual(differencesBetween(creation({ a: 1, b: 2 }), creation({ b: 2, a: 1 })), ["body"]);
});

test("answers are counted under the kind that was asked for, as what the real server did", () => {
  const recorded = [
    creation({}),
    refusal("a", "a"),
    { request: `GET ${path}/a`, status: 200, body: { kind: "Table" } },
  ];
  const comparisons = compareSequence("file", { name: "name", recorded, answered: recorded });
  assert.deepEqual(
    comparisons.map(({ kind, sort }) => [kind, sort]),
    [
      ["Pod", "created"],
      ["Pod", "refused"],
      ["Pod", "other"],
    ],
  );
  assert.equal(comparisons[1]?.name, `file: name, 2. POST ${path}`);
});

const comparison: Comparison = { file: "invalid-pods", kind: "Pod", name: "a", sort: "refused", differs: [] };
const differing: Comparison = { ...comparison, name: "b", differs: ["message"] };

test("a share is of the answers of its files and sort, in its respects", () => {
  const all = [comparison, differing, { ...differing, sort: "other" as const }, { ...differing, file: "cel-lists" }];
  const files = /^invalid-/;
  assert.equal(percent(shareOf(all, { files, sort: "refused", respects: ["message"] })), 50);
  assert.equal(percent(shareOf(all, { files, sort: "refused", respects: ["code"] })), 100);
  assert.equal(percent(shareOf(all, { files: /^cel-/, respects: ["message"] })), 0);
  assert.deepEqual(shareOf(all, { files, respects: ["message"] }), { same: 1, of: 3 });
});

test("what is promised of each part of the corpus is what was asked for", () => {
  const bars = Object.fromEntries(promised.map(({ what, least }) => [what, least]));
  assert.deepEqual(bars, {
    "defaults byte for byte": 95,
    "code and reason": 97,
    "set of fields": 90,
    message: 80,
    "apply and patch": 98,
    "rows of Tables": 98,
    "schemas and CEL rules": 97,
  });
});

for (const promise of promised) {
  const { what, files, sort = "other", respects, least } = promise;
  test(`one answer too many that differs breaks the promise of ${least} %: ${what}`, () => {
    const file = recordedFiles().find((each) => files.test(each));
    assert.ok(file, "nothing is recorded that it could be about");
    for (const respect of respects) {
      const answers = (same: number): Comparison[] =>
        Array.from({ length: 100 }, (_, index) => ({
          ...{ file, kind: "Pod", name: `${index}`, sort },
          differs: index < same ? [] : [respect],
        }));
      assert.equal(isKept(shareOf(answers(least), promise), promise), true);
      assert.equal(isKept(shareOf(answers(least - 1), promise), promise), false, respect);
    }
    assert.equal(isKept(shareOf([], promise), promise), false);
  });
}

test("the list of differences is held both ways", () => {
  const known = { Pod: { b: { differs: ["message" as const], why: "a reason" } } };
  assert.deepEqual(compareWithKnown([comparison, differing], known), []);
  assert.match(compareWithKnown([comparison, differing], {}).join(), /b differs in message/);
  assert.match(compareWithKnown([comparison, { ...differing, differs: [] }], known).join(), /b agrees: take it out/);
  assert.match(compareWithKnown([comparison], known).join(), /b is not in the corpus/);
  const worse: Comparison = { ...differing, differs: ["code", "message"] };
  assert.match(compareWithKnown([worse], known).join(), /differs in code and message, no longer in message/);
  const unexplained = { Pod: { b: { differs: ["message" as const], why: "" } } };
  assert.match(compareWithKnown([differing], unexplained).join(), /does not say why/);
});
