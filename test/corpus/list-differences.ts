/** Writes to known-differences.json in what our own control plane differs from the recorded answers, and tells the shares by kind. */
import { describeKinds, promised, shareOf } from "./agreement.ts";
import { writeKnownDifferences } from "./known-differences.ts";
import { compareOwnAnswers } from "./own-answers.ts";

const comparisons = await compareOwnAnswers();
writeKnownDifferences(comparisons);
console.log(describeKinds(comparisons));
for (const each of promised) {
  const { same, of } = shareOf(comparisons, each);
  console.log(`${each.what}: ${same} of ${of}`);
}
