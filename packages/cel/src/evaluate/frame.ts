/** The state of one evaluation, and the shape of the steps that an expression is compiled to. */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelValue } from "../values/cel-value.ts";
import { DeclaredList, type ListShape } from "../values/declared-value.ts";
import { Failure, type Outcome } from "../values/failure.ts";

/** One node of an expression, ready to run. */
export type Step = (frame: Frame) => Outcome;

export class Frame {
  readonly variables: { readonly [name: string]: CelValue };
  readonly costLimit: number;
  /** The variables of comprehensions, each at the index that the compiler gave it. `undefined` has not been computed yet. */
  readonly slots: (Outcome | undefined)[] = [];
  cost = 0;
  /** What lists became when they were read as a whole: once an evaluation, however often a loop comes by. */
  #read: Map<readonly CelValue[], { readonly shape: ListShape; readonly items: readonly CelValue[] }> | undefined;

  constructor(variables: { readonly [name: string]: CelValue }, costLimit: number) {
    this.variables = variables;
    this.costLimit = costLimit;
  }

  /** An argument as functions take it: a list of the input becomes an array of its items, failures among them. */
  argument(value: CelValue): CelValue {
    if (!(value instanceof DeclaredList)) return value;
    const { json, shape } = value;
    const known = this.#read?.get(json);
    if (known?.shape === shape) return known.items;
    const items = value.outcomes() as CelValue[];
    this.#read ??= new Map();
    this.#read.set(json, { shape, items });
    return items;
  }

  /** Called once a round of every loop and at the end: what runs between two calls is bounded by the length of the expression. */
  checkCost(): void {
    if (this.cost > this.costLimit) {
      throw new CelEvaluationError("operation cancelled: actual cost limit exceeded", this.cost);
    }
  }
}

/** What an operand counts as in the cost of a call: a failure has the size of any scalar. */
export function chargeable(outcome: Outcome): CelValue {
  return outcome instanceof Failure ? null : outcome;
}
