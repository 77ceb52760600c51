/**
 * The standard functions: signatures and estimated costs, without code, under cel-go's ids. An environment without them knows not even
 * `==`.
 */
import { affixCost, bytesToStringCost, containsCost, matchesCost, stringToBytesCost } from "../cost/standard-costs.ts";
import type { CelType } from "./cel-type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  parameterOf,
  stringType,
  timestampType,
  typeOfType,
  uintType,
} from "./cel-types.ts";
import type { FunctionDeclaration, Overload } from "./function-declaration.ts";
import { standardOperators } from "./standard-operators.ts";
import { standardFunction, standardMember, standardOverload } from "./standard-overload.ts";

const a = parameterOf("A");

const sizes: readonly (readonly [string, CelType])[] = [
  ["bytes", bytesType],
  ["list", listOf(a)],
  ["map", mapOf(a, parameterOf("B"))],
  ["string", stringType],
];

const conversions: readonly FunctionDeclaration[] = [
  standardFunction("type", standardOverload("type", [a], typeOfType(a))),
  standardFunction(
    "bool",
    convert("bool_to_bool", boolType, boolType),
    convert("string_to_bool", stringType, boolType),
  ),
  standardFunction(
    "bytes",
    convert("bytes_to_bytes", bytesType, bytesType),
    standardOverload("string_to_bytes", [stringType], bytesType, stringToBytesCost),
  ),
  standardFunction(
    "double",
    convert("double_to_double", doubleType, doubleType),
    convert("int64_to_double", intType, doubleType),
    convert("string_to_double", stringType, doubleType),
    convert("uint64_to_double", uintType, doubleType),
  ),
  standardFunction(
    "duration",
    convert("duration_to_duration", durationType, durationType),
    convert("int64_to_duration", intType, durationType),
    convert("string_to_duration", stringType, durationType),
  ),
  standardFunction("dyn", standardOverload("to_dyn", [a], dynType)),
  standardFunction(
    "int",
    convert("int64_to_int64", intType, intType),
    convert("double_to_int64", doubleType, intType),
    convert("duration_to_int64", durationType, intType),
    convert("string_to_int64", stringType, intType),
    convert("timestamp_to_int64", timestampType, intType),
    convert("uint64_to_int64", uintType, intType),
  ),
  standardFunction(
    "string",
    convert("string_to_string", stringType, stringType),
    convert("bool_to_string", boolType, stringType),
    standardOverload("bytes_to_string", [bytesType], stringType, bytesToStringCost),
    convert("double_to_string", doubleType, stringType),
    convert("duration_to_string", durationType, stringType),
    convert("int64_to_string", intType, stringType),
    convert("timestamp_to_string", timestampType, stringType),
    convert("uint64_to_string", uintType, stringType),
  ),
  standardFunction(
    "timestamp",
    convert("timestamp_to_timestamp", timestampType, timestampType),
    convert("int64_to_timestamp", intType, timestampType),
    convert("string_to_timestamp", stringType, timestampType),
  ),
  standardFunction(
    "uint",
    convert("uint64_to_uint64", uintType, uintType),
    convert("double_to_uint64", doubleType, uintType),
    convert("int64_to_uint64", intType, uintType),
    convert("string_to_uint64", stringType, uintType),
  ),
];

const texts: readonly FunctionDeclaration[] = [
  standardFunction("contains", standardMember("contains_string", [stringType, stringType], boolType, containsCost)),
  standardFunction("endsWith", standardMember("ends_with_string", [stringType, stringType], boolType, affixCost)),
  standardFunction("startsWith", standardMember("starts_with_string", [stringType, stringType], boolType, affixCost)),
  standardFunction(
    "matches",
    // As a global function it is estimated at 1 whatever the pattern, in cel-go and so in Kubernetes.
    standardOverload("matches", [stringType, stringType], boolType),
    standardMember("matches_string", [stringType, stringType], boolType, matchesCost),
  ),
];

const times: readonly FunctionDeclaration[] = [
  standardFunction("getFullYear", ...ofTimestamp("year")),
  standardFunction("getMonth", ...ofTimestamp("month")),
  standardFunction("getDayOfYear", ...ofTimestamp("day_of_year")),
  standardFunction("getDayOfMonth", ...ofTimestamp("day_of_month")),
  standardFunction("getDate", ...ofTimestamp("day_of_month_1_based")),
  standardFunction("getDayOfWeek", ...ofTimestamp("day_of_week")),
  standardFunction("getHours", ...ofTimestamp("hours"), ofDuration("hours")),
  standardFunction("getMinutes", ...ofTimestamp("minutes"), ofDuration("minutes")),
  // The one id that breaks the pattern: cel-go's is `timestamp_to_seconds_tz`.
  standardFunction("getSeconds", ...ofTimestamp("seconds", "seconds_tz"), ofDuration("seconds")),
  standardFunction("getMilliseconds", ...ofTimestamp("milliseconds"), ofDuration("milliseconds")),
];

export const standardDeclarations: readonly FunctionDeclaration[] = [
  ...standardOperators,
  standardFunction(
    "size",
    ...sizes.flatMap(([name, type]) => [
      standardOverload(`size_${name}`, [type], intType),
      standardMember(`${name}_size`, [type], intType),
    ]),
  ),
  ...conversions,
  ...texts,
  ...times,
];

function convert(id: string, from: CelType, to: CelType): Overload {
  return standardOverload(id, [from], to);
}

function ofTimestamp(part: string, partInZone = `${part}_with_tz`): readonly Overload[] {
  return [
    standardMember(`timestamp_to_${part}`, [timestampType], intType),
    standardMember(`timestamp_to_${partInZone}`, [timestampType, stringType], intType),
  ];
}

function ofDuration(part: string): Overload {
  return standardMember(`duration_to_${part}`, [durationType], intType);
}
