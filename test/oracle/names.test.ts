import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  fieldPath,
  type ObjectNameRule,
  validateAnnotationKey,
  validateAnnotations,
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateEnvVarName,
  validateFinalizerName,
  validateGenerateName,
  validateLabels,
  validateLabelValue,
  validateNamespaceName,
  validateObjectName,
  validatePathSegmentName,
  validatePathSegmentPrefix,
  validatePortName,
  validateQualifiedName,
  validateWildcardDns1123Subdomain,
} from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { askOracle } from "./oracle.ts";

const checks: { [name: string]: (text: string) => string[] } = {
  validateDns1123Label,
  validateDns1123Subdomain,
  validateDns1035Label,
  validateWildcardDns1123Subdomain,
  validateQualifiedName,
  validateLabelValue,
  validateFinalizerName,
  validatePathSegmentName,
  validatePathSegmentPrefix,
  validatePortName,
  validateEnvVarName,
  validateNamespaceName,
  validateAnnotationKey,
};

const sample = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.sample(arbitrary, { seed: 42, numRuns: 10_000 });

const alphanumeric = fc.stringMatching(/^[a-z0-9]{1,6}$/);
const joined = (separators: readonly string[], minLength = 1) =>
  fc
    .array(fc.tuple(alphanumeric, fc.constantFrom(...separators)), { minLength, maxLength: minLength + 4 })
    .map((parts) => parts.flat().slice(0, -1).join(""));
/** Texts of exactly the lengths around the limits. */
const repeated = fc
  .tuple(fc.constantFrom("a", "1", "A", "é", "a-", "a."), fc.constantFrom(14, 15, 16, 62, 63, 64, 127, 252, 253, 254))
  .map(([unit, length]) => `${unit.repeat(length).slice(0, length - 1)}a`);
const tidy = fc.oneof(joined(["-"]), joined([".", "-"]), joined(["-", "_", "."]), repeated);
const text = fc.oneof(
  { weight: 5, arbitrary: tidy },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.oneof(joined(["-", "."]), repeated), fc.constant("/"), tidy).map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: joined([".", "-"]).map((host) => `*.${host}`) },
  { weight: 1, arbitrary: tidy.map((prefix) => `${prefix}-`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(tidy, fc.nat(), fc.constantFrom(..."-._/%*=A Z~\n\0é", "--", "..", "İ", "\u212a", "😀", "a/b/c"))
      .map(([name, at, extra]) => {
        const cut = at % (name.length + 1);
        return name.slice(0, cut) + extra + name.slice(cut);
      }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      ".",
      "..",
      "...",
      "-",
      "--",
      "é-",
      "aé-",
      "a-",
      "%2e%2e",
      "*",
      "*.",
      "a/",
      "/a",
      "/",
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
);

function settle(context: TestContext, seen: { valid: number; invalid: number }): void {
  context.diagnostic(JSON.stringify(seen));
  assert.ok(seen.valid > 2_000 && seen.invalid > 2_000);
}

test("names are refused in upstream's words", { skip: missing("go") }, async (context) => {
  const questions = sample(fc.record({ check: fc.constantFrom(...Object.keys(checks)), text }));
  const answers = await askOracle<string[]>("name", questions);
  const seen = { valid: 0, invalid: 0 };
  for (const [index, { check, text }] of questions.entries()) {
    const complaints = checks[check]?.(text);
    assert.deepEqual({ value: complaints }, answers[index], JSON.stringify([check, text]));
    seen[complaints?.length === 0 ? "valid" : "invalid"] += 1;
  }
  settle(context, seen);
});

test("names of objects and their prefixes are refused in upstream's words", {
  skip: missing("go"),
}, async (context) => {
  const rule = fc.constantFrom<ObjectNameRule>("dns1123Subdomain", "dns1123Label", "dns1035Label", "pathSegment");
  const questions = sample(fc.record({ rule, text, prefix: fc.boolean() }));
  const answers = await askOracle<string[]>("object-name", questions);
  const seen = { valid: 0, invalid: 0 };
  for (const [index, { rule, text, prefix }] of questions.entries()) {
    const complaints = prefix ? validateGenerateName(rule, text) : validateObjectName(rule, text);
    assert.deepEqual({ value: complaints }, answers[index], JSON.stringify([rule, text, prefix]));
    seen[complaints.length === 0 ? "valid" : "invalid"] += 1;
  }
  settle(context, seen);
});

test("labels and annotations are refused in upstream's words", { skip: missing("go") }, async (context) => {
  const key = fc.oneof({ weight: 5, arbitrary: joined(["-", "."]) }, { weight: 1, arbitrary: text });
  const map = fc.dictionary(key, key, { maxKeys: 3, noNullPrototype: true });
  const questions = sample(fc.record({ labels: map, annotations: map }));
  const answers = await askOracle<string[]>("label-map", questions);
  const seen = { valid: 0, invalid: 0 };
  for (const [index, { labels, annotations }] of questions.entries()) {
    const errors = [
      ...validateLabels(labels, fieldPath("metadata", "labels")),
      ...validateAnnotations(annotations, fieldPath("metadata", "annotations")),
    ];
    // Go walks a map in any order.
    const answer = answers[index] as { value: string[] };
    assert.deepEqual(errors.map(String).sort(), answer.value.sort(), JSON.stringify([labels, annotations]));
    seen[errors.length === 0 ? "valid" : "invalid"] += 1;
  }
  settle(context, seen);
});
