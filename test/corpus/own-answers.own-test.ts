/** How far our own control plane agrees with the real server: what is promised of the corpus, and exactly what differs. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type Comparison, describeKinds, isKept, promised, shareOf } from "./agreement.ts";
import { compareWithKnown, readKnownDifferences } from "./known-differences.ts";
import { compareOwnAnswers } from "./own-answers.ts";

let comparisons: readonly Comparison[] = [];

before(async () => {
  comparisons = await compareOwnAnswers();
  console.log(describeKinds(comparisons));
});

for (const promise of promised) {
  test(`of the corpus at least ${promise.least} % agree: ${promise.what}`, () => {
    const share = shareOf(comparisons, promise);
    console.log(`${promise.what}: ${share.same} of ${share.of}`);
    assert.ok(isKept(share, promise), `${share.same} of ${share.of}`);
  });
}

test("what differs is what known-differences.json lists: `node test/corpus/list-differences.ts` writes it", () => {
  assert.deepEqual(compareWithKnown(comparisons, readKnownDifferences()), []);
});
