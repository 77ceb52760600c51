/** The official cases of the checker: every expression gets the types and the overloads that cel-go gives it, or fails as it does there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Type } from "@bufbuild/cel-spec/cel/expr/checked_pb.js";
import { getCheckingSuite, type IncrementalTest } from "@bufbuild/cel-spec/testdata/tests.js";
import { leftOut } from "../spec-exceptions.test.ts";
import type { ComprehensionExpr, Expr } from "../syntax/ast.ts";
import { CelError } from "../syntax/cel-error.ts";
import { parseExpression } from "../syntax/parse-expression.ts";
import { CelDouble, CelUint, type CelValue } from "../values/cel-value.ts";
import type { CelType, ObjectType } from "./cel-type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  nullType,
  opaqueOf,
  optionalOf,
  parameterOf,
  stringType,
  timestampType,
  uintType,
} from "./cel-types.ts";
import { checkExpression } from "./check-expression.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import { type CelEnvironmentDeclarations, declareEnvironment } from "./declare-environment.ts";
import { formatType } from "./format-type.ts";
import type { FunctionDeclaration } from "./function-declaration.ts";
import { standardDeclarations } from "./standard-declarations.ts";
import { standardFunction, standardMember, standardOverload } from "./standard-overload.ts";

const cases = getCheckingSuite().tests;

test("expressions of the checking suite get cel-go's types and overloads", () => {
  let count = 0;
  for (const each of cases) {
    if (each.checkedAst === undefined || isLeftOut(each)) continue;
    const checked = check(each);
    assert.equal(formatType(checked.type), each.type, each.original.expr);
    assert.equal(printChecked(checked, checked.expr), each.checkedAst, each.original.expr);
    count += 1;
  }
  assert.equal(count, 93);
});

test("expressions that the checking suite refuses are refused with cel-go's messages and places", () => {
  let count = 0;
  for (const each of cases) {
    if (each.checkedAst !== undefined || each.ast === undefined || isLeftOut(each)) continue;
    const error = thrownBy(() => check(each));
    assert.ok(error instanceof CelError, each.original.expr);
    assert.equal(error.message, each.error, each.original.expr);
    count += 1;
  }
  assert.equal(count, 27);
});

test("of the 135 cases of the checking suite 4 are left out, and 11 do not parse as the suite has it", () => {
  assert.equal(cases.length, 135);
  assert.equal(cases.filter(isLeftOut).length, 4);
  assert.equal(cases.filter(({ ast }) => ast === undefined).length, 11);
});

function isLeftOut({ original }: IncrementalTest): boolean {
  return leftOut.some((pattern) => pattern.test(original.expr));
}

function check({ original }: IncrementalTest): CheckedExpression {
  return checkExpression(parseExpression(original.expr, { optionalSyntax: false }), environmentOf(original));
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

function environmentOf({ typeEnv, container }: IncrementalTest["original"]): CelEnvironmentDeclarations {
  const variables: Record<string, CelType> = { ...defaultVariables };
  const functions: FunctionDeclaration[] = [...standardDeclarations, ...defaultFunctions];
  for (const { name, declKind } of typeEnv) {
    if (declKind.case === "ident") variables[name] = typeFrom(declKind.value.type);
    if (declKind.case !== "function") continue;
    const overloads = declKind.value.overloads.map((overload) => ({
      id: overload.overloadId,
      isMember: overload.isInstanceFunction,
      parameters: overload.params.map(typeFrom),
      result: typeFrom(overload.resultType),
    }));
    functions.push({ name, overloads });
  }
  return declareEnvironment({ variables, functions, container, types: Object.values(messages), constants: enums });
}

const defaultVariables: Record<string, CelType> = {
  is: stringType,
  ii: intType,
  iu: uintType,
  iz: boolType,
  ib: bytesType,
  id: doubleType,
  ix: nullType,
};

const v = parameterOf("V");
const defaultFunctions: readonly FunctionDeclaration[] = [
  standardFunction("fg_s", standardOverload("fg_s_0", [], stringType)),
  standardFunction("fi_s_s", standardMember("fi_s_s_0", [stringType], stringType)),
  standardFunction(
    "_[_]",
    standardOverload("optional_list_index_int", [optionalOf(listOf(v)), intType], optionalOf(v)),
    standardOverload(
      "optional_map_index_value",
      [optionalOf(mapOf(parameterOf("K"), v)), parameterOf("K")],
      optionalOf(v),
    ),
  ),
];

const wrappers: Record<string, CelType> = Object.fromEntries(
  [
    ...(["bool", "bytes", "double", "string"] as const).map((kind) => [kind, kind] as const),
    ...([
      ["float", "double"],
      ["int32", "int"],
      ["int64", "int"],
      ["uint32", "uint"],
      ["uint64", "uint"],
    ] as const),
  ].map(([name, kind]) => [`single_${name}_wrapper`, { kind, isWrapper: true }]),
);

const messages: Record<string, ObjectType> = Object.fromEntries(
  ["proto2", "proto3"].flatMap((version) => {
    const space = `google.expr.${version}.test`;
    const nested = message(`${space}.TestAllTypes.NestedMessage`, { bb: intType });
    const group = message(`${space}.TestAllTypes.NestedGroup`, { nested_id: intType });
    const all = message(`${space}.TestAllTypes`, {
      single_int32: intType,
      single_int64: intType,
      ...wrappers,
      single_value: dynType,
      single_any: dynType,
      single_struct: mapOf(stringType, dynType),
      single_timestamp: timestampType,
      single_duration: durationType,
      single_nested_message: nested,
      nestedgroup: group,
      repeated_int32: listOf(intType),
      repeated_int64: listOf(intType),
      repeated_nested_message: listOf(nested),
      map_string_string: mapOf(stringType, stringType),
      map_int64_nested_type: mapOf(intType, message(`${space}.NestedTestAllTypes`, {})),
    });
    return [nested, group, all].map((type) => [type.name, type]);
  }),
);

const enums = {
  "google.expr.proto3.test.TestAllTypes.NestedEnum.BAR": { type: intType, value: 1 },
};

function message(name: string, fields: Record<string, CelType>): ObjectType {
  return {
    kind: "object",
    name,
    field: (field) => {
      const type = fields[field];
      return type && { type, jsonName: field, isRequired: false };
    },
    fieldNames: () => Object.keys(fields),
  };
}

function typeFrom(type: Type | undefined): CelType {
  const { typeKind } = type ?? {};
  switch (typeKind?.case) {
    case "messageType":
      return wellKnown[typeKind.value] ?? messages[typeKind.value] ?? assert.fail(typeKind.value);
    case "listType":
      return listOf(typeFrom(typeKind.value.elemType));
    case "mapType":
      return mapOf(typeFrom(typeKind.value.keyType), typeFrom(typeKind.value.valueType));
    case "abstractType":
      return opaqueOf(typeKind.value.name, ...typeKind.value.parameterTypes.map(typeFrom));
    case "typeParam":
      return parameterOf(typeKind.value);
    case "primitive":
      return primitives[typeKind.value] ?? dynType;
    case "wrapper":
      return { ...(primitives[typeKind.value] ?? dynType), isWrapper: true };
    default:
      return dynType;
  }
}

const wellKnown: Record<string, CelType> = {
  "google.protobuf.Int32Value": { kind: "int", isWrapper: true },
  "google.protobuf.Value": dynType,
  "google.protobuf.Struct": mapOf(stringType, dynType),
  "google.protobuf.ListValue": listOf(dynType),
};
const primitives: readonly CelType[] = [dynType, boolType, intType, uintType, doubleType, stringType, bytesType];

/** As cel-go prints a tree for its tests: what, `~` its type, `^` what it refers to. */
function printChecked(checked: CheckedExpression, expr: Expr): string {
  const print = (each: Expr) => printChecked(checked, each);
  const { name, overloadIds } = checked.references.get(expr.id) ?? {};
  const reference = name ?? overloadIds?.toSorted().join("|");
  const type = checked.types.get(expr.id);
  const facts = `~${type && formatType(type)}${reference === undefined ? "" : `^${reference}`}`;
  switch (expr.kind) {
    case "literal":
      return printLiteral(expr.value) + facts;
    case "ident":
      return expr.name + facts;
    case "select":
      return `${print(expr.operand)}.${expr.field}${expr.isTest ? "~test-only~" : ""}${facts}`;
    case "call": {
      const target = expr.target === undefined ? "" : `${print(expr.target)}.`;
      return `${target}${block(`${expr.name}(`, expr.args.map(print), ")")}${facts}`;
    }
    case "list":
      return block("[", expr.elements.map(print), "]") + facts;
    case "map":
      return (
        block(
          "{",
          expr.entries.map(({ key, value }) => `${print(key)}:${print(value)}`),
          "}",
        ) + facts
      );
    case "struct":
      return (
        block(
          `${expr.typeName}{`,
          expr.fields.map((field) => `${field.name}:${print(field.value)}`),
          "}",
        ) + facts
      );
    case "comprehension":
      return printFold(expr, print) + facts;
  }
}

function printFold(fold: ComprehensionExpr, print: (expr: Expr) => string): string {
  const parts = [
    `// Variable\n${fold.variable}`,
    `// Target\n${print(fold.range)}`,
    `// Accumulator\n${fold.accumulator}`,
    `// Init\n${print(fold.start)}`,
    `// LoopCondition\n${print(fold.condition)}`,
    `// LoopStep\n${print(fold.step)}`,
    `// Result\n${print(fold.result)}`,
  ];
  return `__comprehension__(\n${indent(parts.join(",\n"))})`;
}

function block(open: string, items: readonly string[], close: string): string {
  return items.length === 0 ? open + close : `${open}\n${indent(items.join(",\n"))}\n${close}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}

function printLiteral(value: CelValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value instanceof CelUint) return `${value.value}u`;
  if (value instanceof CelDouble) return String(value.value);
  return value instanceof Uint8Array ? `b${JSON.stringify(Buffer.from(value).toString())}` : String(value);
}
