/** Rules as people write them, each with the value, the type and the costs that Kubernetes 1.36 gives. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { answerCel, type CelAnswer, type CelQuestion, comparableAnswer } from "../../../test/oracle/cel-play.ts";
import { readTable } from "../../../test/oracle/tables.ts";

const path = fileURLToPath(new URL("../testdata/rules.table.json", import.meta.url));
const table = readTable<CelQuestion, CelAnswer>(path);

for (const { name, input, expected } of table.cases) {
  test(`${name}: ${input.source}`, () => {
    const ours = answerCel({ ...table.shared, ...input });
    if (!("value" in expected) || !("value" in ours)) assert.deepEqual(ours, expected);
    else assert.deepEqual(comparableAnswer(ours.value), comparableAnswer(expected.value));
  });
}
