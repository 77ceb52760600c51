/** Calls the code of functions: picks the overload by the arguments, charges for the call, and turns what is thrown into a failure. */
import type { CallContext, Overload } from "../check/function-declaration.ts";
import type { CelValue } from "../values/cel-value.ts";
import { Failure, failureOf, type Outcome } from "../values/failure.ts";
import { isOfType, runtimeTypeName, typeOf } from "../values/type-of.ts";
import type { Frame, Step } from "./frame.ts";
import { standardActualCosts } from "./standard-costs.ts";

export interface Invocation {
  readonly name: string;
  /** Those that could be meant, in the order of their declaration. */
  readonly overloads: readonly Overload[];
  /** The call ends at the first operand that fails. Calls of three operands and more always do. */
  readonly endsEarly: boolean;
  /** The checker chose: there is one overload, and cel-go charges by it. */
  readonly isChosen: boolean;
  /** Lists of the input go in as arrays. */
  readonly readsLists: boolean;
  readonly steps: readonly Step[];
  readonly context: CallContext;
}

export function invokeFunction(invocation: Invocation): Step {
  const { steps, overloads, isChosen } = invocation;
  const [first] = steps;
  const [only] = overloads;
  if (steps.length === 1 && first && only && overloads.length === 1) return invokeUnary(invocation, only, first);
  // cel-go computes both operands of a call whatever the first is, but calls of more operands, and calls that are resolved at run time,
  // end at the first failure and are charged only when every operand was computed.
  const endsEarly = invocation.endsEarly || steps.length > 2 || (!isChosen && overloads.length > 1);
  return (frame) => {
    const args: CelValue[] = [];
    let failure: Failure | undefined;
    for (const [index, step] of steps.entries()) {
      const outcome = readArgument(invocation, step(frame), frame);
      if (!(outcome instanceof Failure)) args.push(outcome);
      else {
        failure ??= outcome;
        if (endsEarly && index < steps.length - 1) return failure;
        args.push(outcome as unknown as CelValue);
      }
    }
    if (failure) {
      charge(frame, only, isChosen, args, undefined);
      return failure;
    }
    const overload = overloads.find(({ parameters }) =>
      parameters.every((type, index) => isOfType(args[index] ?? null, type)),
    );
    return call(invocation, overload, args, frame);
  };
}

function readArgument({ readsLists }: Invocation, outcome: Outcome, frame: Frame): Outcome {
  return readsLists && typeof outcome === "object" && !(outcome instanceof Failure) ? frame.argument(outcome) : outcome;
}

function invokeUnary(invocation: Invocation, overload: Overload, step: Step): Step {
  const [parameter] = overload.parameters;
  return (frame) => {
    const outcome = readArgument(invocation, step(frame), frame);
    if (outcome instanceof Failure) {
      charge(frame, overload, invocation.isChosen, [outcome as unknown as CelValue], undefined);
      return outcome;
    }
    return call(invocation, parameter && isOfType(outcome, parameter) ? overload : undefined, [outcome], frame);
  };
}

function call(
  invocation: Invocation,
  overload: Overload | undefined,
  args: readonly CelValue[],
  frame: Frame,
): Outcome {
  const { isChosen, context } = invocation;
  let outcome: Outcome;
  if (!overload?.call) outcome = noSuchOverload(invocation, args);
  else {
    try {
      outcome = overload.call(args, context);
    } catch (error) {
      outcome = failureOf(error);
    }
  }
  charge(frame, overload ?? invocation.overloads[0], isChosen, args, outcome instanceof Failure ? undefined : outcome);
  return outcome;
}

function charge(
  frame: Frame,
  overload: Overload | undefined,
  isChosen: boolean,
  args: readonly CelValue[],
  result: CelValue | undefined,
): void {
  // Libraries are charged by the function's name, the standard functions by their overload, so only where that is known beforehand.
  const isKnown = isChosen || (overload !== undefined && standardActualCosts[overload.id] === undefined);
  frame.cost += (isKnown ? overload?.actualCost?.(args, result) : undefined) ?? 1;
}

/** These have one piece of code for all types in cel-go, which looks at its arguments itself. */
const shortSpoken: ReadonlySet<string> = new Set(["contains", "startsWith", "endsWith", "matches"]);

function noSuchOverload({ name, overloads }: Invocation, args: readonly CelValue[]): Failure {
  if (overloads.length === 0 || name === "size") return new Failure(`no such overload: ${name}`);
  if (shortSpoken.has(name)) return new Failure("no such overload");
  const types = args.map((value) => runtimeTypeName(typeOf(value)));
  return new Failure(`no such overload: ${name}(${types.join(", ")})`);
}
