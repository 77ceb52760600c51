/** What is served as metrics is read by Prometheus' own parser, and Go writes the same bytes from what it has read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMetrics } from "@pintle/runtime";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { askOracle } from "./oracle.ts";

const odd = fc.constantFrom("", "\n", "\\", '"', "\\n", "é", "🙂", "\ud800", "\u0000", "\r\n", "{}", "a,b", "le", "#");
const text = fc.oneof(
  fc.array(fc.oneof(odd, fc.string({ maxLength: 3 })), { maxLength: 4 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const amount = fc.oneof(
  fc.constantFrom(0, 1, 21, 999_999, 1_000_000, 1e-4, 1e-5, 0.1 + 0.2, 1e21, 2 ** 53, 5e-324),
  fc.double({ min: 0, noNaN: true }),
);
const value = fc.oneof(amount, fc.double(), fc.constantFrom(-0, Number.NaN, Number.NEGATIVE_INFINITY));
const buckets = fc
  .uniqueArray(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((bound) => bound + 0),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((bounds) => bounds.sort((left, right) => left - right));
const registry = fc.record({
  // Blanks before a help belong to nobody.
  help: text.map((help) => `?${help}`),
  labels: fc.uniqueArray(fc.tuple(text, text), { maxLength: 4 }),
  counts: fc.array(amount, { minLength: 4, maxLength: 4 }),
  levels: fc.array(value, { minLength: 4, maxLength: 4 }),
  buckets,
  observed: fc.array(fc.double({ noNaN: true, min: -1e10, max: 1e10 }), { maxLength: 6 }),
});

type Case = typeof registry extends fc.Arbitrary<infer Value> ? Value : never;

function write({ help, labels, counts, levels, buckets: bounds, observed }: Case): string {
  const metrics = createMetrics();
  const counter = metrics.counter({ name: "things_total", help, labels: ["zone", "name"] });
  const gauge = metrics.gauge({ name: "level", help, labels: ["name", "zone"] });
  const histogram = metrics.histogram({ name: "took:seconds", help, labels: ["name"], buckets: bounds });
  for (const [index, [name, zone]] of labels.entries()) {
    counter.with({ name, zone }).add(counts[index]);
    gauge.with({ name, zone }).set(Number(levels[index]));
    for (const seconds of observed) histogram.with({ name }).observe(seconds);
  }
  metrics.gauge({ name: "alone", help }).with({}).set(Number(levels[0]));
  return metrics.write();
}

test("metrics are read by Prometheus' parser, and written by it byte for byte as here", {
  skip: missing("go"),
}, async (context) => {
  const texts = fc.sample(registry, { seed: 42, numRuns: 3_000 }).map(write);
  const answers = await askOracle<string>("metrics-text", texts);
  for (const [index, written] of texts.entries()) assert.deepEqual(answers[index], { value: written });
  context.diagnostic(`${texts.join("").split("\n").length} lines`);
});
