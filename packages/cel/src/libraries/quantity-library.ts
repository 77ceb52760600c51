/** Kubernetes' quantities: `quantity(text)`, arithmetic and order on them. */
import { compareQuantity, InvalidScalarError, signOfQuantity } from "@pintle/machinery";
import { boolType, doubleType, intType, stringType } from "../check/cel-types.ts";
import { fixedEstimate } from "../cost/estimate-arithmetic.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { CelDouble, type CelValue } from "../values/cel-value.ts";
import { shrinkInteger } from "../values/integers.ts";
import type { CelLibrary } from "./cel-library.ts";
import { CelQuantity, parseCelQuantity, quantityOfInt, quantityType, quantityTypeName } from "./cel-quantity.ts";
import { declareFunction, globalOverload, memberOverload } from "./declare-function.ts";
import { traversalCosts } from "./library-cost.ts";
import { noSuchOverload } from "./library-values.ts";

function parse(text: string): CelQuantity {
  try {
    return parseCelQuantity(text);
  } catch (error) {
    if (error instanceof InvalidScalarError) throw new CelEvaluationError(error.message);
    throw error;
  }
}

function isQuantity(text: string): boolean {
  try {
    parseCelQuantity(text);
    return true;
  } catch (error) {
    if (error instanceof InvalidScalarError) return false;
    throw error;
  }
}

function quantityOf(value: CelValue | undefined): CelQuantity {
  return value instanceof CelQuantity ? value : noSuchOverload();
}

function compare([left, right]: readonly CelValue[]): -1 | 0 | 1 {
  return compareQuantity(quantityOf(left).quantity, quantityOf(right).quantity);
}

/** The other operand of a sum: a quantity or an int. */
function operandOf(value: CelValue | undefined): CelQuantity {
  return typeof value === "number" || typeof value === "bigint" ? quantityOfInt(value) : quantityOf(value);
}

function add([left, right]: readonly CelValue[]): CelQuantity {
  return quantityOf(left).add(operandOf(right));
}

function subtract([left, right]: readonly CelValue[]): CelQuantity {
  return quantityOf(left).subtract(operandOf(right));
}

function toInteger(quantity: CelQuantity): number | bigint {
  const integer = quantity.toInteger();
  if (integer === undefined) throw new CelEvaluationError("cannot convert value to integer");
  return shrinkInteger(integer);
}

export const quantityLibrary: CelLibrary = {
  name: "kubernetes.quantity",
  types: [quantityType],
  equalityCosts: { [quantityTypeName]: () => fixedEstimate(1) },
  functions: [
    declareFunction(
      "quantity",
      globalOverload(
        "string_to_quantity",
        [stringType],
        quantityType,
        ([text]) => parse(text as string),
        traversalCosts(),
      ),
    ),
    declareFunction(
      "isQuantity",
      globalOverload(
        "is_quantity_string",
        [stringType],
        boolType,
        ([text]) => isQuantity(text as string),
        traversalCosts(),
      ),
    ),
    // The one among them that is called as sign(q) and not as q.sign().
    declareFunction(
      "sign",
      globalOverload("quantity_sign", [quantityType], intType, ([value]) => signOfQuantity(quantityOf(value).quantity)),
    ),
    declareFunction(
      "isGreaterThan",
      memberOverload("quantity_is_greater_than", [quantityType, quantityType], boolType, (args) => compare(args) > 0),
    ),
    declareFunction(
      "isLessThan",
      memberOverload("quantity_is_less_than", [quantityType, quantityType], boolType, (args) => compare(args) < 0),
    ),
    declareFunction("compareTo", memberOverload("quantity_compare_to", [quantityType, quantityType], intType, compare)),
    declareFunction(
      "asApproximateFloat",
      memberOverload(
        "quantity_get_float",
        [quantityType],
        doubleType,
        ([value]) => new CelDouble(quantityOf(value).toApproximateFloat()),
      ),
    ),
    declareFunction(
      "asInteger",
      memberOverload("quantity_get_int", [quantityType], intType, ([value]) => toInteger(quantityOf(value))),
    ),
    declareFunction(
      "isInteger",
      memberOverload(
        "quantity_is_integer",
        [quantityType],
        boolType,
        ([value]) => quantityOf(value).toInteger() !== undefined,
      ),
    ),
    declareFunction(
      "add",
      memberOverload("quantity_add", [quantityType, quantityType], quantityType, add),
      memberOverload("quantity_add_int", [quantityType, intType], quantityType, add),
    ),
    declareFunction(
      "sub",
      memberOverload("quantity_sub", [quantityType, quantityType], quantityType, subtract),
      memberOverload("quantity_sub_int", [quantityType, intType], quantityType, subtract),
    ),
  ],
};
