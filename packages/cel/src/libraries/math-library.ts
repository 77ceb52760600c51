/** cel-go's extension for numbers: extremes, rounding, signs and bits. */
import type { CelType } from "../check/cel-type.ts";
import { boolType, doubleType, dynType, intType, listOf, uintType } from "../check/cel-types.ts";
import type { FunctionDeclaration, Overload } from "../check/function-declaration.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { CelDouble, CelUint, type CelValue } from "../values/cel-value.ts";
import { compareValues } from "../values/compare-values.ts";
import { numberOf } from "../values/equal-values.ts";
import { minInt64, shrinkInteger } from "../values/integers.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload } from "./declare-function.ts";
import { noSuchOverload, toIndex } from "./library-values.ts";
import { mathMacros } from "./math-macros.ts";

const numberTypes: readonly (readonly [string, CelType])[] = [
  ["double", doubleType],
  ["int", intType],
  ["uint", uintType],
];

type Choose = (first: CelValue, second: CelValue) => CelValue;

const least: Choose = (first, second) => (order("math.@min", first, second) > 0 ? second : first);
const greatest: Choose = (first, second) => (order("math.@max", first, second) < 0 ? second : first);

/** What has no order is told with the name of the function. */
function order(name: string, first: CelValue, second: CelValue): number {
  try {
    return compareValues(first, second);
  } catch (error) {
    if (error instanceof CelEvaluationError) throw new CelEvaluationError(`${error.message}: ${name}`);
    throw error;
  }
}

/** Of one number, of two of any types, or of a list. */
function extremes(name: "min" | "max", choose: Choose): FunctionDeclaration {
  const id = `math_@${name}`;
  const ofList = ([list]: readonly CelValue[]) => {
    const numbers = list as readonly CelValue[];
    if (numbers.length === 0) throw new CelEvaluationError(`math.@${name}(list) argument must not be empty`);
    const result = numbers.reduce(choose);
    if (numberOf(result) === undefined) throw new CelEvaluationError(`no such overload: math.@${name}`);
    return result;
  };
  const singles = numberTypes.map(([typeName, type]) =>
    globalOverload(`${id}_${typeName}`, [type], type, ([number]) => number as CelValue),
  );
  const pairs = numberTypes.flatMap(([firstName, first]) =>
    numberTypes.map(([secondName, second]) =>
      globalOverload(
        `${id}_${firstName}_${secondName}`,
        [first, second],
        first === second ? first : dynType,
        ([one, other]) => choose(one as CelValue, other as CelValue),
      ),
    ),
  );
  const lists = numberTypes.map(([typeName, type]) =>
    globalOverload(`${id}_list_${typeName}`, [listOf(type)], type, ofList),
  );
  return declareFunction(`math.@${name}`, ...singles, ...pairs, ...lists);
}

function toDouble(value: CelValue | undefined): number {
  const number = value === undefined ? undefined : numberOf(value);
  return number === undefined ? noSuchOverload() : Number(number);
}

function onDouble(name: string, compute: (value: number) => number): FunctionDeclaration {
  return declareFunction(
    `math.${name}`,
    globalOverload(
      `math_${name}_double`,
      [doubleType],
      doubleType,
      ([value]) => new CelDouble(compute(toDouble(value))),
    ),
  );
}

function testDouble(name: string, test: (value: number) => boolean): FunctionDeclaration {
  return declareFunction(
    `math.${name}`,
    globalOverload(`math_${name}_double`, [doubleType], boolType, ([value]) => test(toDouble(value))),
  );
}

/** Halves go away from zero, where JavaScript's go up. */
function round(value: number): number {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

function absInt(value: CelValue | undefined): CelValue {
  const exact = BigInt(value as number | bigint);
  if (exact === minInt64) throw new CelEvaluationError("integer overflow");
  return shrinkInteger(exact < 0n ? -exact : exact);
}

function signOf(value: number): number {
  return Number.isNaN(value) ? value : Math.sign(value) + 0;
}

type Bits = (left: bigint, right: bigint) => bigint;

function bitsOf(value: CelValue | undefined): bigint {
  return BigInt(value instanceof CelUint ? value.value : (value as number | bigint));
}

function toInt(bits: bigint): CelValue {
  return shrinkInteger(BigInt.asIntN(64, bits));
}

function toUint(bits: bigint): CelUint {
  return new CelUint(shrinkInteger(BigInt.asUintN(64, bits)));
}

function bitwise(name: string, compute: Bits): FunctionDeclaration {
  const call = (toValue: (bits: bigint) => CelValue) => (args: readonly CelValue[]) =>
    toValue(compute(bitsOf(args[0]), bitsOf(args[1])));
  return declareFunction(
    `math.${name}`,
    globalOverload(`math_${name}_int_int`, [intType, intType], intType, call(toInt)),
    globalOverload(`math_${name}_uint_uint`, [uintType, uintType], uintType, call(toUint)),
  );
}

/** Shifts by 64 or more leave nothing; an int is shifted to the right as if it had no sign. */
function shift(name: "bitShiftLeft" | "bitShiftRight"): FunctionDeclaration {
  const call =
    (toValue: (bits: bigint) => CelValue): NonNullable<Overload["call"]> =>
    ([value, count]) => {
      const places = toIndex(count);
      if (places < 0) throw new CelEvaluationError(`math.${name}() negative offset: ${count}`);
      if (places >= 64) return toValue(0n);
      const bits = BigInt.asUintN(64, bitsOf(value));
      return toValue(name === "bitShiftLeft" ? bits << BigInt(places) : bits >> BigInt(places));
    };
  return declareFunction(
    `math.${name}`,
    globalOverload(`math_${name}_int_int`, [intType, intType], intType, call(toInt)),
    globalOverload(`math_${name}_uint_int`, [uintType, intType], uintType, call(toUint)),
  );
}

/** Not part of Kubernetes. */
export const mathLibrary: CelLibrary = {
  name: "cel.lib.ext.math",
  macros: mathMacros,
  functions: [
    extremes("min", least),
    extremes("max", greatest),
    onDouble("ceil", Math.ceil),
    onDouble("floor", Math.floor),
    onDouble("round", round),
    onDouble("trunc", Math.trunc),
    testDouble("isInf", (value) => value === Infinity || value === -Infinity),
    testDouble("isNaN", Number.isNaN),
    testDouble("isFinite", Number.isFinite),
    declareFunction(
      "math.abs",
      globalOverload(
        "math_abs_double",
        [doubleType],
        doubleType,
        ([value]) => new CelDouble(Math.abs(toDouble(value))),
      ),
      globalOverload("math_abs_int", [intType], intType, ([value]) => absInt(value)),
      globalOverload("math_abs_uint", [uintType], uintType, ([value]) => value as CelValue),
    ),
    declareFunction(
      "math.sign",
      globalOverload("math_sign_double", [doubleType], doubleType, ([value]) => new CelDouble(signOf(toDouble(value)))),
      globalOverload("math_sign_int", [intType], intType, ([value]) => signOf(toDouble(value))),
      globalOverload("math_sign_uint", [uintType], uintType, ([value]) => new CelUint(signOf(toDouble(value)))),
    ),
    declareFunction(
      "math.sqrt",
      ...numberTypes.map(([name, type]) =>
        globalOverload(`math_sqrt_${name}`, [type], doubleType, ([value]) => new CelDouble(Math.sqrt(toDouble(value)))),
      ),
    ),
    bitwise("bitAnd", (left, right) => left & right),
    bitwise("bitOr", (left, right) => left | right),
    bitwise("bitXor", (left, right) => left ^ right),
    declareFunction(
      "math.bitNot",
      globalOverload("math_bitNot_int_int", [intType], intType, ([value]) => toInt(~bitsOf(value))),
      globalOverload("math_bitNot_uint_uint", [uintType], uintType, ([value]) => toUint(~bitsOf(value))),
    ),
    shift("bitShiftLeft"),
    shift("bitShiftRight"),
  ],
};
