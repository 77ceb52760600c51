import assert from "node:assert/strict";
import { test } from "node:test";
import { dynType, intType, listOf, parameterOf, stringType } from "./cel-types.ts";
import { declareEnvironment } from "./declare-environment.ts";
import { standardDeclarations } from "./standard-declarations.ts";
import { standardFunction, standardMember, standardOverload } from "./standard-overload.ts";

const conflict = { code: "PINTLE_CEL_CONFLICT" };

test("overloads of one function are merged, in the order in which they are declared", () => {
  const { functions } = declareEnvironment({
    functions: [
      standardFunction("f", standardOverload("f_int", [intType], intType)),
      standardFunction("g", standardOverload("g_int", [intType], intType)),
      standardFunction(
        "f",
        standardOverload("f_string", [stringType], intType),
        standardMember("int_f", [intType], intType),
      ),
    ],
  });
  assert.deepEqual(
    functions.get("f")?.overloads.map(({ id }) => id),
    ["f_int", "f_string", "int_f"],
  );
});

test("an overload declared again must be the same, and brings its code if it has any", () => {
  const call = () => 1;
  const plain = standardOverload("f_a", [parameterOf("A")], intType);
  const renamed = { ...standardOverload("f_a", [parameterOf("B")], intType), call };
  const { functions } = declareEnvironment({
    functions: [standardFunction("f", plain), standardFunction("f", renamed), standardFunction("f", plain)],
  });
  assert.deepEqual(
    functions.get("f")?.overloads.map((overload) => overload.call),
    [call],
  );
  const different = standardOverload("f_a", [intType], intType);
  assert.throws(() => declareEnvironment({ functions: [standardFunction("f", plain, different)] }), conflict);
});

test("overloads that take the same arguments are refused", () => {
  const overlapping = standardFunction(
    "f",
    standardOverload("f_list_dyn", [listOf(dynType)], intType),
    standardOverload("f_list_int", [listOf(intType)], intType),
  );
  assert.throws(() => declareEnvironment({ functions: [overlapping] }), {
    ...conflict,
    message: /f_list_dyn and f_list_int/,
  });
});

test("a name that is a variable is no constant", () => {
  const variables = { limit: intType };
  const constants = { limit: { type: intType, value: 1 } };
  assert.throws(() => declareEnvironment({ variables, constants }), conflict);
});

test("the standard functions fit together, each overload under an id of its own", () => {
  const { functions } = declareEnvironment({ functions: standardDeclarations });
  const ids = [...functions.values()].flatMap(({ overloads }) => overloads.map(({ id }) => id));
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(ids.length, 163);
});
