/** Kubernetes' `find` and `findAll`: what a pattern matches in a text. */

import { intType, listOf, stringType } from "../check/cel-types.ts";
import type { CallContext, Pattern } from "../check/function-declaration.ts";
import { addEstimates, fixedEstimate, multiplyEstimates, scaleEstimate } from "../cost/estimate-arithmetic.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelValue } from "../values/cel-value.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, memberOverload, type OverloadCosts } from "./declare-function.ts";
import { patternCost, perCharacter, perPatternCharacter, sizeAt, sizeOfArgument } from "./library-cost.ts";
import { toIndex } from "./library-values.ts";

const costs: OverloadCosts = {
  actualCost: (args) => patternCost(sizeOfArgument(args, 0), sizeOfArgument(args, 1)),
  estimatedCost: (sizes) => {
    const text = scaleEstimate(addEstimates(sizeAt(sizes, 0), fixedEstimate(1)), perCharacter);
    const pattern = scaleEstimate(sizeAt(sizes, 1), perPatternCharacter);
    // At worst every character is a match of its own.
    return { cost: multiplyEstimates(text, pattern), resultSize: { min: 0, max: sizeAt(sizes, 0).max } };
  },
};

function findAll([text, pattern, limit]: readonly CelValue[], call: CallContext): string[] {
  return compile(pattern as string, call).findAll(text as string, limit === undefined ? -1 : toIndex(limit));
}

function compile(text: string, call: CallContext): Pattern {
  try {
    return call.pattern(text);
  } catch (error) {
    if (error instanceof CelEvaluationError) throw new CelEvaluationError(`Illegal regex: ${error.message}`);
    throw error;
  }
}

export const regexLibrary: CelLibrary = {
  name: "kubernetes.regex",
  functions: [
    declareFunction(
      "find",
      memberOverload(
        "string_find_string",
        [stringType, stringType],
        stringType,
        ([text, pattern], call) => findAll([text as string, pattern as string, 1], call)[0] ?? "",
        costs,
      ),
    ),
    declareFunction(
      "findAll",
      memberOverload("string_find_all_string", [stringType, stringType], listOf(stringType), findAll, costs),
      memberOverload(
        "string_find_all_string_int",
        [stringType, stringType, intType],
        listOf(stringType),
        findAll,
        costs,
      ),
    ),
  ],
};
