/** YAML as the API server writes it, compared byte by byte. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { writeYaml } from "@pintle/apiserver";
import type { JsonValue } from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { askOracle } from "./oracle.ts";

const words = [
  "yes",
  "No",
  "null",
  "~",
  "true",
  "0x1f",
  "0o17",
  "0b1",
  "1_000",
  ".5",
  "1e3",
  "1:30",
  ".inf",
  "<<",
  "=",
];
const times = ["2026-01-02", "2026-02-30", "2026-1-2T3:4:5Z", "2026-01-02 03:04:05", "2026-01-02t03:04:05+01:00"];
const signs = [
  "-",
  "?",
  ":",
  ",",
  "[",
  "]",
  "{",
  "}",
  "#",
  "&",
  "*",
  "!",
  "|",
  ">",
  "'",
  '"',
  "%",
  "@",
  "`",
  "\\",
  ".",
];
const spaces = [" ", " ", " ", "  ", "\n", "\n", "\t", "\r"];
const letters = ["a", "word", "é", "日本", "😀", "\u00a0", "\ufeff", "0", "9", "10", "-1", "+2"];

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...letters) },
  { weight: 3, arbitrary: fc.constantFrom(...spaces) },
  { weight: 2, arbitrary: fc.constantFrom(...signs) },
  { weight: 1, arbitrary: fc.constantFrom(...words, ...times) },
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 4 }).map((parts) => parts.join("")),
  fc.array(piece, { minLength: 20, maxLength: 80 }).map((parts) => parts.join("")),
  fc.array(fc.constantFrom("word", "it's", "a:", "#", "longer"), { maxLength: 40 }).map((parts) => parts.join(" ")),
  fc.constantFrom(...words, ...times),
);
/** Upstream has no order among keys such as 6, 102 and 1e3: each comes before the next, and the last before the first. */
const hasOrder = (candidate: string) => !/\d[^\d]/.test(candidate);
const key = fc.oneof(
  text.filter((candidate) => candidate.length < 40 && hasOrder(candidate)),
  fc.tuple(fc.constantFrom("a", "b/", "1", ""), fc.nat(200)).map(([begin, number]) => `${begin}${number}`),
  fc.constantFrom("k".repeat(129), "key with spaces ".repeat(10)),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0.5, 1e20, 1e21),
);
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 5 }),
  ),
}));

test("an object is written in YAML to the byte as Go writes it", { skip: missing("go") }, async (context) => {
  const object = fc.dictionary(key, value, { maxKeys: 6 });
  // Negative zero is no JSON that anybody sends.
  const objects = fc.sample(object, { seed: 42, numRuns: 10_000 }).map((made) => JSON.parse(JSON.stringify(made)));
  const answers = await askOracle<string>("yaml-text", objects);
  const seen = { folded: 0, literal: 0, quoted: 0, explicit: 0 };
  for (const [index, made] of objects.entries()) {
    const answer = answers[index];
    assert.ok(answer && "value" in answer, JSON.stringify(answer));
    assert.equal(writeYaml(made), answer.value, JSON.stringify(made));
    if (/\n +word/.test(answer.value)) seen.folded += 1;
    if (/ \|2?[-+]?\n/.test(answer.value)) seen.literal += 1;
    if (/: '/.test(answer.value)) seen.quoted += 1;
    if (/^ *\? k/m.test(answer.value)) seen.explicit += 1;
  }
  context.diagnostic(JSON.stringify(seen));
  for (const count of Object.values(seen)) assert.ok(count > 200);
});
