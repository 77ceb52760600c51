/** Builds the declarations of functions in the order in which one reads a signature: id, parameters, result, code, costs. */
import type { CelType } from "../check/cel-type.ts";
import type { FunctionDeclaration, Overload } from "../check/function-declaration.ts";

type Call = NonNullable<Overload["call"]>;
export type OverloadCosts = Pick<Overload, "actualCost" | "estimatedCost">;

export function declareFunction(name: string, ...overloads: readonly Overload[]): FunctionDeclaration {
  return { name, overloads };
}

/** `target.name(args)`: the first parameter is the target. */
export function memberOverload(
  id: string,
  parameters: readonly CelType[],
  result: CelType,
  call: Call,
  costs: OverloadCosts = {},
): Overload {
  return { id, isMember: true, parameters, result, call, ...costs };
}

export function globalOverload(
  id: string,
  parameters: readonly CelType[],
  result: CelType,
  call: Call,
  costs: OverloadCosts = {},
): Overload {
  return { id, isMember: false, parameters, result, call, ...costs };
}
