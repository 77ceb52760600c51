/**
 * The official cases of cel-spec: all that do without messages of protobuf give the value, the type or the failure that they state.
 *
 * Left out are the cases about messages and enums of protobuf, which Kubernetes does not have either.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Decl, Type } from "@bufbuild/cel-spec/cel/expr/checked_pb.js";
import type { Value } from "@bufbuild/cel-spec/cel/expr/value_pb.js";
import {
  getConformanceSuite,
  type IncrementalTest,
  type IncrementalTestSuite,
} from "@bufbuild/cel-spec/testdata/tests.js";
import type { CelType } from "./check/cel-type.ts";
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
  parameterOf,
  stringType,
  timestampType,
  typeOfType,
  uintType,
} from "./check/cel-types.ts";
import { formatType } from "./check/format-type.ts";
import { type CelEnvironment, createCelEnvironment } from "./environment.ts";
import { compileProgram } from "./evaluate/compile-program.ts";
import { bindingsLibrary } from "./libraries/bindings-library.ts";
import { blockLibrary } from "./libraries/block-library.ts";
import { encodersLibrary } from "./libraries/encoders-library.ts";
import { mathLibrary } from "./libraries/math-library.ts";
import { optionalLibrary } from "./libraries/optional-library.ts";
import { stringsLibrary } from "./libraries/strings-library.ts";
import { twoVariableLibrary } from "./libraries/two-variable-library.ts";
import { differing } from "./spec-exceptions.test.ts";
import { CelError, CelEvaluationError } from "./syntax/cel-error.ts";
import { parseExpression } from "./syntax/parse-expression.ts";
import { createCelMap } from "./values/cel-map.ts";
import { CelDouble, CelTypeValue, CelUint, type CelValue } from "./values/cel-value.ts";
import { formatValue } from "./values/format-value.ts";
import { runtimeTypeName } from "./values/type-of.ts";

type SpecCase = IncrementalTest["original"] & { readonly path: string };

const libraries = [
  stringsLibrary(4),
  mathLibrary,
  encodersLibrary,
  bindingsLibrary,
  blockLibrary,
  optionalLibrary,
  twoVariableLibrary,
];

/** What a case says that only protobuf knows. */
const aboutMessages =
  /"objectValue"|"messageType"|"enumValue"|google\.protobuf\.(?!Timestamp|Duration)|"container":"google.protobuf"|cel\.expr|TestAllTypes/;

const cases = collect(getConformanceSuite(), []).filter(
  (each) => !aboutMessages.test(JSON.stringify(each, withoutTypeNames)),
);

test(`the ${cases.length} official cases without messages give what they state`, (t) => {
  const failures = cases.flatMap((each) => {
    const difference = differenceOf(each);
    return difference === undefined ? [] : [{ path: each.path, line: `${each.path}: ${each.expr}\n    ${difference}` }];
  });
  const unexpected = failures.filter(({ path }) => !(path in differing));
  t.diagnostic(`${cases.length - failures.length} of ${cases.length}`);
  assert.equal(unexpected.length, 0, unexpected.map(({ line }) => line).join("\n"));
  const fixed = Object.keys(differing).filter((path) => !failures.some((failure) => failure.path === path));
  assert.deepEqual(fixed, [], "these are as stated by now: take them off the list");
});

function collect(suite: IncrementalTestSuite, path: readonly string[]): SpecCase[] {
  return [
    ...suite.tests.map(({ original }) => ({ ...original, path: [...path, original.name].join("/") })),
    ...suite.suites.flatMap((inner) => collect(inner, [...path, inner.name])),
  ];
}

function withoutTypeNames(key: string, value: unknown): unknown {
  if (key === "$typeName") return undefined;
  return typeof value === "bigint" ? String(value) : value;
}

function differenceOf(each: SpecCase): string | undefined {
  const { case: kind, value: expected } = each.resultMatcher;
  let outcome: { readonly type: CelType | undefined; readonly value: CelValue | undefined };
  try {
    outcome = run(each);
  } catch (error) {
    if (kind === "evalError" && (error instanceof CelEvaluationError || error instanceof CelError)) return undefined;
    return String(error);
  }
  if (kind === "evalError")
    return `gives ${outcome.value === undefined ? "nothing" : formatValue(outcome.value)} instead of a failure`;
  if (kind === "typedResult") {
    const type = expected.deducedType && typeFrom(expected.deducedType);
    if (type && outcome.type && formatType(type) !== formatType(outcome.type)) {
      return `has type ${formatType(outcome.type)} instead of ${formatType(type)}`;
    }
  }
  const stated =
    kind === "value"
      ? valueFrom(expected)
      : kind === "typedResult" && expected.result
        ? valueFrom(expected.result)
        : true;
  if (each.checkOnly || outcome.value === undefined) return undefined;
  const [found, wanted] = [formatValue(outcome.value), formatValue(stated)];
  return found === wanted ? undefined : `gives ${found} instead of ${wanted}`;
}

function run(each: SpecCase): { readonly type: CelType | undefined; readonly value: CelValue | undefined } {
  const env = environmentOf(each);
  const variables = Object.fromEntries(
    Object.entries(each.bindings).map(([name, { kind }]) => [
      name,
      kind.case === "value" ? valueFrom(kind.value) : null,
    ]),
  );
  if (each.disableCheck) {
    const parsed = each.disableMacros ? parseExpression(each.expr, { macros: [] }) : env.parse(each.expr);
    return { type: undefined, value: compileProgram(parsed, env.declarations)(variables).value };
  }
  const program = env.compile(each.expr);
  return { type: program.type, value: each.checkOnly ? undefined : program.evaluate(variables).value };
}

function environmentOf({ typeEnv, container }: SpecCase): CelEnvironment {
  const variables: Record<string, CelType> = {};
  for (const { name, declKind } of typeEnv) {
    if (declKind.case === "ident" && declKind.value.type) variables[name] = typeFrom(declKind.value.type);
  }
  const functions = typeEnv.flatMap(functionFrom);
  return createCelEnvironment({
    variables,
    container,
    libraries: [...libraries, { name: "declared", functions }],
    crossTypeComparison: true,
  });
}

function functionFrom({ name, declKind }: Decl) {
  if (declKind.case !== "function") return [];
  const overloads = declKind.value.overloads.map(({ overloadId, params, resultType, isInstanceFunction }) => ({
    id: overloadId,
    isMember: isInstanceFunction,
    parameters: params.map(typeFrom),
    result: resultType ? typeFrom(resultType) : dynType,
  }));
  return [{ name, overloads }];
}

const primitives = [dynType, boolType, intType, uintType, doubleType, stringType, bytesType];
const wellKnown = [dynType, dynType, timestampType, durationType];

function typeFrom({ typeKind }: Type): CelType {
  switch (typeKind.case) {
    case "null":
      return nullType;
    case "primitive":
      return primitives[typeKind.value] ?? dynType;
    case "wellKnown":
      return wellKnown[typeKind.value] ?? dynType;
    case "listType":
      return listOf(typeKind.value.elemType ? typeFrom(typeKind.value.elemType) : dynType);
    case "mapType": {
      const { keyType, valueType } = typeKind.value;
      return mapOf(keyType ? typeFrom(keyType) : dynType, valueType ? typeFrom(valueType) : dynType);
    }
    case "type":
      return typeOfType(typeFrom(typeKind.value));
    case "typeParam":
      return parameterOf(typeKind.value);
    case "abstractType":
      return opaqueOf(typeKind.value.name, ...typeKind.value.parameterTypes.map(typeFrom));
    default:
      return dynType;
  }
}

function valueFrom({ kind }: Value): CelValue {
  switch (kind.case) {
    case "boolValue":
    case "stringValue":
    case "bytesValue":
      return kind.value;
    case "int64Value":
      return safe(kind.value);
    case "uint64Value":
      return new CelUint(safe(kind.value));
    case "doubleValue":
      return new CelDouble(kind.value);
    case "listValue":
      return kind.value.values.map(valueFrom);
    case "mapValue":
      return createCelMap(
        kind.value.entries.map(
          ({ key, value }) => [key ? valueFrom(key) : null, value ? valueFrom(value) : null] as const,
        ),
      );
    case "typeValue":
      return new CelTypeValue(namedTypes.find((type) => runtimeTypeName(type) === kind.value) ?? opaqueOf(kind.value));
    default:
      return null;
  }
}

const namedTypes: readonly CelType[] = [
  ...primitives,
  nullType,
  timestampType,
  durationType,
  listOf(dynType),
  mapOf(dynType, dynType),
];

function safe(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
