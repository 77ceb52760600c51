/** The shapes in which the standard functions are declared. Code comes from the evaluator, which knows it by the overload's id. */
import type { CelType } from "./cel-type.ts";
import type { FunctionDeclaration, Overload } from "./function-declaration.ts";

type EstimatedCost = Overload["estimatedCost"];

export function standardFunction(name: string, ...overloads: readonly Overload[]): FunctionDeclaration {
  return { name, overloads };
}

export function standardOverload(
  id: string,
  parameters: readonly CelType[],
  result: CelType,
  estimatedCost?: EstimatedCost,
): Overload {
  return { id, isMember: false, parameters, result, ...(estimatedCost && { estimatedCost }) };
}

/** `target.name(args)`: the first parameter is the target. */
export function standardMember(
  id: string,
  parameters: readonly CelType[],
  result: CelType,
  estimatedCost?: EstimatedCost,
): Overload {
  return { ...standardOverload(id, parameters, result, estimatedCost), isMember: true };
}

/** One that takes errors for arguments. */
export function nonStrictOverload(id: string, parameters: readonly CelType[], result: CelType): Overload {
  return { ...standardOverload(id, parameters, result), isNonStrict: true };
}

/** The comparisons of numbers of different types, which an environment has to allow. */
export function isCrossTypeOverload(id: string): boolean {
  return crossTypePattern.test(id);
}

const crossTypePattern =
  /^(?:less|less_equals|greater|greater_equals)_(?:int64|uint64|double)_(?:int64|uint64|double)$/;
