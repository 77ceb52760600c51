import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { readSequences } from "./corpus.ts";
import type { RecordedAnswer } from "./play.ts";

interface Recorded {
  readonly name: string;
  readonly answers: readonly RecordedAnswer[];
}

const created = 201;
const updated = 200;
const invalid = 422;

/** How sequences of a single definition are called; others have objects too. */
const isVerdict = /^(accepted|refused): /;

const files = [...(await readSequences())].filter(([file]) => /^(cel|crd-schemas)-/.test(file));

function readRecorded(file: string): readonly Recorded[] {
  return JSON.parse(readFileSync(new URL(`./recorded/${file}.json`, import.meta.url), "utf8")).sequences;
}

describe("what the corpus says of schemas and rules is what the real server said", () => {
  for (const [file, sequences] of files) {
    test(file, () => {
      const recorded = readRecorded(file);
      assert.deepEqual(
        recorded.map(({ name }) => name),
        sequences.map(({ name }) => name),
        "recorded from other sequences: run `make corpus`",
      );
      assert.deepEqual(
        recorded.flatMap((sequence) =>
          (isVerdict.test(sequence.name) ? misjudgedDefinitions : misjudgedObjects)(sequence),
        ),
        [],
      );
    });
  }
});

/** The definition comes first; the objects say in their names whether the rule holds. */
function misjudgedObjects({ name, answers: [definition, ...answers] }: Recorded): string[] {
  if (definition?.status !== created) return [`${name}: ${definition?.body.message}`];
  return answers.flatMap(({ status, body }) => {
    const object: string = body.metadata?.name ?? body.details?.name ?? "";
    const expected = object.includes("holds-") ? [created, updated] : object.includes("fails-") ? [invalid] : [];
    return expected.includes(status) ? [] : [`${name}: ${object}: ${status} ${body.message}`];
  });
}

function misjudgedDefinitions({ name, answers: [answer] }: Recorded): string[] {
  const isAccepted = answer?.status === created;
  return isAccepted === name.startsWith("accepted: ") ? [] : [`${name}: ${answer?.status} ${answer?.body.message}`];
}
