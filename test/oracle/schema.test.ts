/** Structural schemas, held to apiextensions-apiserver: which are accepted, and what they do to objects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { equalJson, type FieldError, fieldPath, type JsonValue } from "@pintle/machinery";
import { checkStructuralSchema, compileSchema } from "@pintle/schema";
import { missing } from "../tools.ts";
import { askOracle } from "./oracle.ts";
import { seededObject, seededSchema } from "./schema-cases.ts";

interface SchemaError {
  type: string;
  field: string;
  text: string;
}

interface Judged {
  object: JsonValue;
  unknown: string[];
  errors: SchemaError[];
  refused?: string;
}

/** Type, path and text of each error, in the order of their texts: Go walks its maps in no order. */
function showOurs(errors: readonly FieldError[]): SchemaError[] {
  return sort(errors.map((error) => ({ type: error.type, field: error.path, text: String(error) })));
}

function sort(errors: readonly SchemaError[]): SchemaError[] {
  return errors.toSorted((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0));
}

test("1,000 seeded schemas are accepted, or refused with the same errors", { skip: missing("go") }, async () => {
  const cases = Array.from({ length: 1_000 }, (_, seed) => seededSchema(seed));
  const answers = await askOracle<SchemaError[]>("schema-check", cases);
  let refused = 0;
  for (const [seed, { schema, status }] of cases.entries()) {
    const answer = answers[seed];
    assert.ok(answer && "value" in answer, `seed ${seed}: ${JSON.stringify(answer)}`);
    const path = fieldPath("spec", "validation", "openAPIV3Schema");
    const ours = checkStructuralSchema(schema, path, { hasStatusSubresource: status });
    assert.deepEqual(showOurs(ours), sort(answer.value), `seed ${seed}: ${JSON.stringify(schema)}`);
    if (ours.length > 0) refused += 1;
  }
  assert.ok(refused >= 400 && refused <= 900, `${refused} of 1,000 are refused: both sides should be well represented`);
});

test("2,000 seeded objects are pruned, defaulted and judged alike", { skip: missing("go") }, async () => {
  const cases = Array.from({ length: 2_000 }, (_, seed) => seededObject(seed));
  const answers = await askOracle<Judged>("schema-object", cases);
  const counts = { valid: 0, invalid: 0, pruned: 0, unreadable: 0, updates: 0 };
  for (const [seed, { schema, object, old }] of cases.entries()) {
    const answer = answers[seed];
    const about = `seed ${seed}: ${JSON.stringify({ schema, object, old })}`;
    assert.ok(answer && "value" in answer, `${about}: ${JSON.stringify(answer)}`);
    const { value } = answer;
    const compiled = compileSchema(schema);
    const prepared = compiled.prepare(object);
    // Upstream tells one problem of those in an object, whichever its map gives it first.
    assert.equal(prepared.error !== undefined, value.refused !== undefined, about);
    counts.unreadable += prepared.error ? 1 : 0;
    if (prepared.error) continue;
    assert.ok(equalJson(prepared.object, value.object), `${about}: ${JSON.stringify([prepared.object, value.object])}`);
    assert.deepEqual(prepared.unknownFields, value.unknown, about);
    const errors = compiled.validate(prepared.object, old);
    assert.deepEqual(showOurs(errors), sort(value.errors), about);
    counts[errors.length > 0 ? "invalid" : "valid"] += 1;
    counts.pruned += prepared.unknownFields.length > 0 ? 1 : 0;
    counts.updates += old ? 1 : 0;
  }
  for (const [what, count] of Object.entries(counts)) assert.ok(count >= 20, `only ${count} are ${what}`);
});
