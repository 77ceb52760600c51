/** Our check of the rules in definitions, held to what the real server answered: the same verdict, and the same words. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type FieldError, fieldPath } from "@pintle/machinery";
import { checkStructuralSchema, type StructuralSchema } from "@pintle/schema";
import type { Json } from "../conformance/answer.ts";
import { readSequences } from "./corpus.ts";
import { mask } from "./mask.ts";

interface Cause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

interface Answer {
  readonly status: number;
  readonly body: { readonly details?: { readonly causes?: readonly Cause[] } };
}

interface Definition {
  readonly kind: string;
  readonly spec: {
    readonly versions: readonly {
      readonly schema: { readonly openAPIV3Schema?: StructuralSchema };
      readonly subresources?: { readonly status?: object };
    }[];
  };
}

const files = [...(await readSequences())].filter(([file]) => /^(cel|crd-schemas)-/.test(file));

function readRecorded(file: string): ReadonlyMap<string, readonly Answer[]> {
  const text = readFileSync(new URL(`recorded/${file}.json`, import.meta.url), "utf8");
  const { sequences } = JSON.parse(text) as { sequences: { name: string; answers: Answer[] }[] };
  return new Map(sequences.map(({ name, answers }) => [name, answers]));
}

/** The number that the server adds to the type's name is masked in the recorded answers. */
function toCauses(errors: readonly FieldError[]): Cause[] {
  return errors.map(({ type, body, path }) => ({
    reason: type,
    message: body.replaceAll(/\bselfType\b/g, "selfType1"),
    field: path,
  }));
}

function sort(causes: readonly Cause[]): Cause[] {
  const show = ({ field, message }: Cause) => `${field}: ${message}`;
  return causes.toSorted((left, right) => (show(left) < show(right) ? -1 : 1));
}

/** Definitions have other parts, which the API server judges: own-answers.own-test.ts compares its whole answers. */
function isAboutSchema(field: string): boolean {
  return field.startsWith("spec.validation.openAPIV3Schema");
}

let judged = 0;
let refused = 0;

for (const [file, sequences] of files) {
  test(`${file}: the real server's verdict on each definition is ours`, () => {
    const recorded = readRecorded(file);
    for (const { name, steps } of sequences) {
      const answers = [...(recorded.get(name) ?? [])];
      for (const step of steps) {
        const answer = step.silent ? undefined : answers.shift();
        const body = step.body as Definition | undefined;
        if (body?.kind !== "CustomResourceDefinition" || step.method !== "POST") continue;
        // What cannot even be decoded is told by the decoder, in other words.
        if (!answer || (answer.status !== 201 && answer.status !== 422)) continue;
        judgeDefinition(name, body, answer);
      }
    }
  });
}

function judgeDefinition(name: string, { spec }: Definition, answer: Answer): void {
  const [version] = spec.versions;
  const schema = version?.schema.openAPIV3Schema;
  if (!schema) return;
  const path = fieldPath("spec", "validation", "openAPIV3Schema");
  const errors = checkStructuralSchema(schema, path, { hasStatusSubresource: version.subresources?.status != null });
  const causes = mask(toCauses(errors) as unknown as Json, "{ns}") as unknown as Cause[];
  const theirs = (answer.body.details?.causes ?? []).filter(({ field }) => isAboutSchema(field));
  assert.deepEqual(sort(causes), sort(theirs), name);
  judged += 1;
  refused += causes.length > 0 ? 1 : 0;
}

test("both verdicts are well represented", () => {
  assert.ok(judged >= 400, `${judged} definitions`);
  assert.ok(refused >= 150, `${refused} of ${judged} are refused`);
});
