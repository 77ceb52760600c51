/** Our check of schemas and our judgement of objects, held to what the real server answered. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { equalJson, type FieldError, fieldPath, getOwn, type JsonObject } from "@pintle/machinery";
import { checkStructuralSchema, compileSchema, type StructuralSchema } from "@pintle/schema";
import type { Json } from "../conformance/answer.ts";
import { readSequences } from "./corpus.ts";
import { mask } from "./mask.ts";
import type { Sequence, Step } from "./sequence.ts";

interface Cause {
  reason: string;
  message: string;
  field: string;
}

interface Answer {
  status: number;
  body: JsonObject & { details?: { causes?: Cause[] } };
}

const files = await readSequences();

/** Each sequence of a file with the recorded answers, in the order of its steps; silent steps have none. */
function* recorded(
  file: string,
): Generator<{ sequence: Sequence; steps: { step: Step; answer: Answer | undefined }[] }> {
  const text = readFileSync(new URL(`recorded/${file}.json`, import.meta.url), "utf8");
  const answers = new Map<string, Answer[]>(
    JSON.parse(text).sequences.map((entry: { name: string; answers: Answer[] }) => [entry.name, entry.answers]),
  );
  for (const sequence of files.get(file) ?? []) {
    const left = [...(answers.get(sequence.name) ?? [])];
    const steps = sequence.steps.map((step) => ({ step, answer: step.silent ? undefined : left.shift() }));
    yield { sequence, steps };
  }
}

function sort(causes: readonly Cause[]): Cause[] {
  return causes.toSorted((left, right) => (show(left) < show(right) ? -1 : 1));
}

function show({ field, message }: Cause): string {
  return `${field}: ${message}`;
}

function toCauses(errors: readonly FieldError[]): Cause[] {
  return errors.map((error) => ({ reason: error.type, message: error.body, field: error.path }));
}

function schemaOf(definition: unknown): StructuralSchema | undefined {
  const { spec } = definition as { spec: { versions: { schema: { openAPIV3Schema?: StructuralSchema } }[] } };
  return spec.versions[0]?.schema.openAPIV3Schema ?? undefined;
}

for (const file of ["crd-schemas-structure", "crd-schemas-values", "crd-schemas-extensions"]) {
  test(`${file}: the real server's verdict on each schema is ours`, () => {
    let judged = 0;
    for (const { sequence, steps } of recorded(file)) {
      for (const { step, answer } of steps) {
        // What cannot even be decoded is told by the decoder, in other words.
        if (!answer || (answer.status !== 201 && answer.status !== 422)) continue;
        const schema = schemaOf(step.body);
        if (!schema) continue;
        const errors = checkStructuralSchema(schema, fieldPath("spec", "validation", "openAPIV3Schema"));
        const causes = answer.body.details?.causes ?? [];
        assert.deepEqual(sort(toCauses(errors)), sort(causes), sequence.name);
        judged += 1;
      }
    }
    assert.ok(judged >= 70, `${judged} schemas`);
  });
}

test("crd-schemas-objects: the real server prunes, defaults and refuses as we do", () => {
  let judged = 0;
  for (const { sequence, steps } of recorded("crd-schemas-objects")) {
    let compiled = compileSchema({});
    for (const { step, answer } of steps) {
      const body = step.body as JsonObject | undefined;
      if (body?.kind === "CustomResourceDefinition") compiled = compileSchema(schemaOf(body) ?? {});
      else if (answer && body && step.method === "POST") {
        judgeObject(sequence.name, compiled, body, answer);
        judged += 1;
      }
    }
  }
  assert.ok(judged >= 150, `${judged} objects`);
});

function judgeObject(name: string, compiled: ReturnType<typeof compileSchema>, body: JsonObject, answer: Answer): void {
  const about = `${name}: ${JSON.stringify(body)}`;
  const prepared = compiled.prepare(body);
  const errors = prepared.error ? [prepared.error] : compiled.validate(prepared.object);
  const causes = mask(toCauses(errors) as unknown as Json, "{ns}") as unknown as Cause[];
  assert.deepEqual(sort(causes), sort(answer.body.details?.causes ?? []), about);
  if (answer.status !== 201) return;
  const ours = mask(getOwn(prepared.object, "spec") as Json, "{ns}") as JsonObject;
  const theirs = getOwn(answer.body, "spec");
  assert.ok(equalJson(ours, theirs), `${about}: ${JSON.stringify([ours, theirs])}`);
}
