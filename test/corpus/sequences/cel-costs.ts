/** Rules that an object makes too expensive: the limit of one rule, and the budget of all rules on an object. */
import { integer, listOf, rules } from "../rules.ts";
import type { Sequence } from "../sequence.ts";

const zeros = (length: number): number[] => Array.from({ length }, () => 0);
const numbers = listOf(integer, { maxItems: 1300 });
const everyPair = "self.all(x, self.all(y, x == y))";

/** Looking for a long text in a long one costs much and is done soon: 0.9 million of the 10 million that all rules may cost. */
const long = { type: "string", maxLength: 100_000 };
const search = Array.from({ length: 10 }, (_, index) => `!self.contains('${index}${"z".repeat(89)}')`).join(" && ");
const searches = Array.from({ length: 12 }, (_, index) => ({ rule: search, message: `search ${index}` }));

export const sequences: readonly Sequence[] = [
  rules("costs: one rule", {
    pairs: [numbers, everyPair, [zeros(10), zeros(200)], [zeros(1200), [1, 2]]],
    endsEarly: [numbers, { rule: everyPair, message: "all alike" }, [[]], [[1, ...zeros(1200)]]],
    message: [
      numbers,
      { rule: "size(self) < 3", message: "at most two", messageExpression: `${everyPair} ? 'alike' : 'different'` },
      [[1, 2]],
      [[1, 2, 3], [0, 0, 0], zeros(1200)],
    ],
  }),
  rules("costs: all rules on an object", {
    withinBudget: [long, searches, ["a".repeat(100)], [`0${"z".repeat(89)}`]],
    outOfBudget: [long, searches, ["a".repeat(100)], ["a".repeat(100_000)]],
  }),
];
