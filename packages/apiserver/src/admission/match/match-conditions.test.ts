import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "@pintle/machinery";
import { admissionEnvironment } from "../expressions/admission-environment.ts";
import { askConditions, compileMatchConditions } from "./match-conditions.ts";

function ask(...expressions: readonly JsonValue[]) {
  const conditions = expressions.map((expression) => ({ name: "a", expression }));
  const compiled = compileMatchConditions(conditions, admissionEnvironment({ hasAuthorizer: true }));
  return askConditions(compiled, { values: { object: { data: { a: "1" } } } });
}

test("all conditions must be true", async () => {
  assert.deepEqual(await ask(), { isMet: true });
  assert.deepEqual(await ask("true", "object.data.a == '1'"), { isMet: true });
  assert.deepEqual(await ask("true", "object.data.a == '2'"), { isMet: false });
});

test("one that is false decides although another fails", async () => {
  assert.deepEqual(await ask("object.data.b == '1'", "false"), { isMet: false });
});

test("failures are told together, each once", async () => {
  const absent = (key: string) => `expression 'object.data.${key} == ''' resulted in error: no such key: ${key}`;
  assert.deepEqual(await ask("object.data.b == ''"), { error: absent("b") });
  assert.deepEqual(await ask("object.data.b == ''", "object.data.c == ''", "object.data.b == ''"), {
    error: `[${absent("b")}, ${absent("c")}]`,
  });
});

test("what does not compile, gives no truth or is no text at all is a failure, never a match", async () => {
  for (const expression of ["(", "1", "object.data.a", "nobody", "", null, 7]) {
    assert.match((await ask(expression)).error ?? "", /^compilation error: /, String(expression));
  }
});

test("conditions have a budget of their own", async () => {
  const list = `[${Array.from({ length: 100 }, (_, index) => index)}]`;
  const heavy = `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c >= 0)))`;
  const { error = "" } = await ask(heavy, heavy, heavy);
  assert.match(error, /running out of cost budget/);
});
