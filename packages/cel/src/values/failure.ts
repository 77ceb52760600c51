/** Errors as values, which an expression carries along. */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelValue } from "./cel-value.ts";

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

export const noSuchOverload = new Failure("no such overload");

/** The failure in something thrown by the code of a function; what is not CEL's, or ends the evaluation, goes on as it is. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof CelEvaluationError && !(thrown instanceof CelPanic)) return new Failure(thrown.message);
  throw thrown;
}

/** The value, or the failure as an exception for code that has no use for it. */
export function valueOrThrow(outcome: Outcome): CelValue {
  if (outcome instanceof Failure) throw new CelEvaluationError(outcome.message);
  return outcome;
}

/** Where upstream's code panics: the evaluation ends there, and nothing in the expression can absorb it. */
export class CelPanic extends CelEvaluationError {}
