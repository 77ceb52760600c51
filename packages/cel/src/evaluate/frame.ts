/** The state of one evaluation, and the shape of the steps that an expression is compiled to. */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { Adapter } from "../values/adapt-json.ts";
import type { CelValue } from "../values/cel-value.ts";

/**
 * An error on its way through an expression. It is a value, not an exception, because `&&`, `||` and comprehensions look at it and may
 * drop it, and because everything beside it still counts in the cost.
 */
export class Failure {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export type Outcome = CelValue | Failure;

/** One node of an expression, ready to run. */
export type Step = (frame: Frame) => Outcome;

export class Frame {
  readonly variables: { readonly [name: string]: CelValue };
  readonly costLimit: number;
  /** The variables of comprehensions, each at the index that the compiler gave it. `undefined` has not been computed yet. */
  readonly slots: (Outcome | undefined)[] = [];
  cost = 0;
  /** What lists, maps and objects became when they were read by their types: once an evaluation, however often a loop comes by. */
  #adapted: Map<Adapter, Map<CelValue, CelValue>> | undefined;

  constructor(variables: { readonly [name: string]: CelValue }, costLimit: number) {
    this.variables = variables;
    this.costLimit = costLimit;
  }

  /** The value with its contents read by their type, where text in it is not of that type a failure. */
  adapt(value: CelValue, adapter: Adapter): Outcome {
    let known = this.#adapted?.get(adapter);
    const found = known?.get(value);
    if (found !== undefined) return found;
    try {
      const made = adapter(value);
      if (!known) {
        known = new Map();
        this.#adapted ??= new Map();
        this.#adapted.set(adapter, known);
      }
      known.set(value, made);
      return made;
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Called once a round of every loop and at the end: what runs between two calls is bounded by the length of the expression. */
  checkCost(): void {
    if (this.cost > this.costLimit) {
      throw new CelEvaluationError("operation cancelled: actual cost limit exceeded", this.cost);
    }
  }
}

/** The failure in something thrown by the code of a function; what is not CEL's goes on as it is. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof CelEvaluationError) return new Failure(thrown.message);
  throw thrown;
}

/** What an operand counts as in the cost of a call: a failure has the size of any scalar. */
export function chargeable(outcome: Outcome): CelValue {
  return outcome instanceof Failure ? null : outcome;
}
