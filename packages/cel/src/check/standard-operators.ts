/** The operators, as functions: logic, equality, order, arithmetic, index and membership. Overloads in cel-go's order, under its ids. */
import { comparisonCost, concatenationCost, inListCost, listConcatenationCost } from "../cost/standard-costs.ts";
import { operators } from "../syntax/ast.ts";
import type { CelType } from "./cel-type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listOf,
  mapOf,
  parameterOf,
  stringType,
  timestampType,
  uintType,
} from "./cel-types.ts";
import type { FunctionDeclaration, Overload } from "./function-declaration.ts";
import { nonStrictOverload, standardFunction, standardOverload } from "./standard-overload.ts";

const a = parameterOf("A");
const listOfA = listOf(a);
const mapOfAb = mapOf(a, parameterOf("B"));

/** The four orders, by the beginning of their overloads' ids. */
const orderOperators = [
  ["less", operators.less],
  ["less_equals", operators.lessEquals],
  ["greater", operators.greater],
  ["greater_equals", operators.greaterEquals],
] as const;

export const standardOperators: readonly FunctionDeclaration[] = [
  standardFunction(operators.conditional, nonStrictOverload("conditional", [boolType, a, a], a)),
  standardFunction(operators.and, nonStrictOverload("logical_and", [boolType, boolType], boolType)),
  standardFunction(operators.or, nonStrictOverload("logical_or", [boolType, boolType], boolType)),
  standardFunction(operators.not, standardOverload("logical_not", [boolType], boolType)),
  standardFunction(operators.notStrictlyFalse, nonStrictOverload("not_strictly_false", [boolType], boolType)),
  standardFunction(operators.equals, standardOverload("equals", [a, a], boolType, comparisonCost)),
  standardFunction(operators.notEquals, standardOverload("not_equals", [a, a], boolType, comparisonCost)),
  standardFunction(
    operators.add,
    standardOverload("add_bytes", [bytesType, bytesType], bytesType, concatenationCost),
    closed("add_double", doubleType),
    closed("add_duration_duration", durationType),
    standardOverload("add_duration_timestamp", [durationType, timestampType], timestampType),
    standardOverload("add_timestamp_duration", [timestampType, durationType], timestampType),
    closed("add_int64", intType),
    standardOverload("add_list", [listOfA, listOfA], listOfA, listConcatenationCost),
    standardOverload("add_string", [stringType, stringType], stringType, concatenationCost),
    closed("add_uint64", uintType),
  ),
  standardFunction(
    operators.divide,
    closed("divide_double", doubleType),
    closed("divide_int64", intType),
    closed("divide_uint64", uintType),
  ),
  standardFunction(operators.modulo, closed("modulo_int64", intType), closed("modulo_uint64", uintType)),
  standardFunction(
    operators.multiply,
    closed("multiply_double", doubleType),
    closed("multiply_int64", intType),
    closed("multiply_uint64", uintType),
  ),
  standardFunction(
    operators.negate,
    standardOverload("negate_double", [doubleType], doubleType),
    standardOverload("negate_int64", [intType], intType),
  ),
  standardFunction(
    operators.subtract,
    closed("subtract_double", doubleType),
    closed("subtract_duration_duration", durationType),
    closed("subtract_int64", intType),
    standardOverload("subtract_timestamp_duration", [timestampType, durationType], timestampType),
    standardOverload("subtract_timestamp_timestamp", [timestampType, timestampType], durationType),
    closed("subtract_uint64", uintType),
  ),
  ...orderOperators.map(([id, name]) => standardFunction(name, ...orderOverloads(id))),
  standardFunction(
    operators.index,
    standardOverload("index_list", [listOfA, intType], a),
    standardOverload("index_map", [mapOfAb, a], parameterOf("B")),
  ),
  standardFunction(
    operators.in,
    standardOverload("in_list", [a, listOfA], boolType, inListCost),
    standardOverload("in_map", [a, mapOfAb], boolType),
  ),
];

/** Two values of a type give a third. */
function closed(id: string, type: CelType): Overload {
  return standardOverload(id, [type, type], type);
}

function orderOverloads(id: string): readonly Overload[] {
  const one = (suffix: string, type: CelType) => standardOverload(`${id}_${suffix}`, [type, type], boolType);
  const cross = (suffix: string, left: CelType, right: CelType) =>
    standardOverload(`${id}_${suffix}`, [left, right], boolType);
  const text = (suffix: string, type: CelType) =>
    standardOverload(`${id}_${suffix}`, [type, type], boolType, comparisonCost);
  return [
    one("bool", boolType),
    one("int64", intType),
    cross("int64_double", intType, doubleType),
    cross("int64_uint64", intType, uintType),
    one("uint64", uintType),
    cross("uint64_double", uintType, doubleType),
    cross("uint64_int64", uintType, intType),
    one("double", doubleType),
    cross("double_int64", doubleType, intType),
    cross("double_uint64", doubleType, uintType),
    text("string", stringType),
    text("bytes", bytesType),
    one("timestamp", timestampType),
    one("duration", durationType),
  ];
}
