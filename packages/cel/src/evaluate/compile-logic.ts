/** `&&` and `||`: they stop at what decides them and forget failures beside it, on either side. Failures alone go on, the first of them. */
import type { CelValue } from "../values/cel-value.ts";
import { Failure } from "../values/failure.ts";
import type { CompiledNode } from "./compiler.ts";
import type { Step } from "./frame.ts";

/** `decisive` is false for `&&` and true for `||`. */
export function compileLogic(terms: readonly CompiledNode[], decisive: boolean): CompiledNode {
  const steps = terms.map(({ step }) => step);
  const [left, right] = steps;
  if (steps.length === 2 && left && right) return { step: compilePair(left, right, decisive) };
  return {
    step: (frame) => {
      let failure: Failure | undefined;
      for (const term of steps) {
        const outcome = term(frame);
        if (outcome === decisive) return decisive;
        if (outcome !== !decisive) failure ??= asFailure(outcome);
      }
      return failure ?? !decisive;
    },
  };
}

function compilePair(left: Step, right: Step, decisive: boolean): Step {
  return (frame) => {
    const first = left(frame);
    if (first === decisive) return decisive;
    const second = right(frame);
    if (second === decisive) return decisive;
    if (first !== !decisive) return asFailure(first);
    return second === !decisive ? second : asFailure(second);
  };
}

function asFailure(outcome: CelValue | Failure): Failure {
  return outcome instanceof Failure ? outcome : new Failure("no such overload");
}
