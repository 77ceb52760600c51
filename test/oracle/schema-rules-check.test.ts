/** Rules in definitions, held to apiextensions-apiserver: which definitions are accepted, and what is said of the others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type FieldError, fieldPath } from "@pintle/machinery";
import { checkStructuralSchema } from "@pintle/schema";
import { missing } from "../tools.ts";
import { askOracle } from "./oracle.ts";
import { seededRules } from "./schema-rules-cases.ts";

interface SchemaError {
  readonly type: string;
  readonly field: string;
  readonly text: string;
}

function showOurs(errors: readonly FieldError[]): SchemaError[] {
  return errors.map((error) => ({ type: error.type, field: error.path, text: String(error) }));
}

/**
 * Go walks its maps in no order. Of more than four expensive rules of the same cost it names whichever came first, so that where it names
 * four, they are not compared. The number in a type's name is drawn anew each time.
 */
function comparable(errors: readonly SchemaError[]): SchemaError[] {
  const contributes = ({ text }: SchemaError) => text.includes("contributed to estimated rule cost total");
  const isCut = errors.filter(contributes).length === 4;
  return errors
    .map((error) => (isCut && contributes(error) ? { type: error.type, field: "", text: "contributes" } : error))
    .map((error) => ({ ...error, text: error.text.replaceAll(/\bselfType\d*/g, "selfType") }))
    .toSorted((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0));
}

const kinds = {
  uncompilable: ": compilation failed",
  wrongType: "must evaluate to a bool",
  uninstantiable: "program instantiation failed",
  expensive: "estimated rule cost exceeds budget",
  expensiveTogether: "cost total for entire OpenAPIv3 schema exceeds",
  messages: "messageExpression compilation failed",
  uncorrelated: "uncorrelatable portion",
  fieldPaths: "must be a valid path",
  optional: "may not be set if oldSelf is not used",
};

test("1,000 seeded definitions with rules are accepted, or refused in the same words", {
  skip: missing("go"),
}, async (t) => {
  const cases = Array.from({ length: 1_000 }, (_, seed) => seededRules(seed));
  const answers = await askOracle<SchemaError[]>("schema-check", cases);
  const counts: Record<string, number> = { ruled: 0, accepted: 0, refused: 0 };
  for (const [seed, { schema, status }] of cases.entries()) {
    const answer = answers[seed];
    assert.ok(answer && "value" in answer, `seed ${seed}: ${JSON.stringify(answer)}`);
    const path = fieldPath("spec", "validation", "openAPIV3Schema");
    const ours = comparable(showOurs(checkStructuralSchema(schema, path, { hasStatusSubresource: status })));
    assert.deepEqual(ours, comparable(answer.value), `seed ${seed}: ${JSON.stringify(schema)}`);
    const isRuled = JSON.stringify(schema).includes("x-kubernetes-validations");
    const found = [isRuled ? "ruled" : "", ours.length > 0 ? "refused" : "accepted"];
    for (const [kind, words] of Object.entries(kinds))
      if (ours.some(({ text }) => text.includes(words))) found.push(kind);
    for (const kind of found) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok((counts.ruled ?? 0) >= 600, `${counts.ruled} have rules`);
  for (const kind of ["accepted", "refused", ...Object.keys(kinds)]) {
    assert.ok((counts[kind] ?? 0) >= 10, `only ${counts[kind]} are ${kind}`);
  }
});
