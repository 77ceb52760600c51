/** Functions as libraries declare them: signatures for the checker, code for the evaluator, costs for the budget. */

import type { CostEstimate, CostNode, SizeEstimate } from "../cost/estimate.ts";
import type { CelValue } from "../values/cel-value.ts";
import type { CelType } from "./cel-type.ts";

export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
}

export interface Overload {
  /** As cel-go names it: `string_starts_with`-like ids appear in messages and decide equality of declarations. */
  readonly id: string;
  /** `a.f(b)`: the first parameter is the receiver. */
  readonly isMember: boolean;
  readonly parameters: readonly CelType[];
  readonly result: CelType;
  /** Called with as many values as there are parameters. Throws a `CelEvaluationError`. Absent where the evaluator has it built in. */
  readonly call?: (args: readonly CelValue[], call: CallContext) => CelValue;
  /** Takes errors as arguments too, as `@not_strictly_false` does. */
  readonly isNonStrict?: boolean;
  /** What a call costs at run time, in place of the usual 1; by the sizes of arguments and result. */
  readonly actualCost?: (args: readonly CelValue[], result: CelValue | undefined) => number;
  /** The same before any value is known. `sizes` and `nodes` are those of the target, if any, and the arguments. */
  readonly estimatedCost?: (sizes: readonly SizeEstimate[], nodes: readonly CostNode[]) => CallEstimate | undefined;
}

/** What a call is expected to cost, without its arguments, and how large its result may be where that can be said. */
export interface CallEstimate {
  readonly cost: CostEstimate;
  readonly resultSize?: SizeEstimate;
}

/** What a call may use beside its arguments. */
export interface CallContext {
  /** Compiles an RE2 pattern, from a cache; throws a `CelEvaluationError` for one that RE2 does not know. */
  pattern(text: string): Pattern;
}

/** A compiled RE2 pattern. */
export interface Pattern {
  /** Whether it matches anywhere in the text. */
  matches(text: string): boolean;
  /** What it matches, from the left and not overlapping, as Go's `FindAllString`; a negative limit means all. */
  findAll(text: string, limit: number): string[];
}
