import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath } from "@pintle/machinery";
import { costError, multiplyCosts, RuleCosts } from "./rule-costs.ts";

function factor(cost: number): string | undefined {
  return /factor of (.*) \(/.exec(costError(fieldPath("a"), "cost", cost, 10_000_000).detail)?.[1];
}

test("by how much a budget is exceeded is said as exactly as it helps", () => {
  assert.equal(factor(10_000_001), "1.000000x");
  assert.equal(factor(14_999_999), "1.500000x");
  assert.equal(factor(15_000_000), "1.5x");
  assert.equal(factor(1_000_000_000), "100.0x");
  assert.equal(factor(1_000_000_001), "more than 100x");
});

test("what lies in the middle of two digits is rounded to the even one, as in Go", () => {
  assert.equal(factor(22_500_000), "2.2x");
  assert.equal(factor(27_500_000), "2.8x");
  assert.equal(factor(24_500_000), "2.5x");
  assert.equal(factor(10_078_125), "1.007812x");
});

test("costs stay at the end of 64 bits", () => {
  assert.equal(multiplyCosts(2 ** 63, 4), 2 ** 64);
  const costs = new RuleCosts();
  costs.add(fieldPath("a"), 2 ** 64);
  costs.add(fieldPath("b"), 2 ** 64);
  assert.equal(costs.errors(fieldPath("schema")).length, 3);
});

test("a total within the limit is no error, however many rules there are", () => {
  const costs = new RuleCosts();
  for (let index = 0; index < 10; index += 1) costs.add(fieldPath("a"), 10_000_000);
  assert.deepEqual(costs.errors(fieldPath("schema")), []);
});
