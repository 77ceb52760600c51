/** What a run that failed means: whether trying again could help, and whether the code itself is broken. */
import { TerminalError } from "./reconcile.ts";

/** A run was not done in time. */
export class ReconcileTimeoutError extends Error {
  static {
    ReconcileTimeoutError.prototype.name = "ReconcileTimeoutError";
  }
}

/** How deep the causes of an error are looked at: they may go in a circle. */
const maxCauses = 16;

/** The error, what caused it, what caused that, and so on. */
export function* errorChain(error: unknown): Generator<Error, void> {
  let cause = error;
  for (let depth = 0; depth < maxCauses && cause instanceof Error; depth += 1) {
    yield cause;
    cause = cause.cause;
  }
}

/** Whether the error is a `TerminalError`, or has one among its causes. */
export function isTerminal(error: unknown): boolean {
  for (const cause of errorChain(error)) if (cause instanceof TerminalError) return true;
  return false;
}

/**
 * What Go would have panicked with: a mistake in the code, which the engine noticed (nothing is a function, no such variable, too deep), or
 * something thrown that is no Error. A TypeError with a cause is what `fetch` throws when the network fails, and no mistake.
 */
export function isPanic(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  if (error.cause !== undefined) return false;
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
}
