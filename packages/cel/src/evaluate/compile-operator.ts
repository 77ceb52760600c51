/** Compiles the operators that work on values: equality, order, arithmetic, `in`, `!`, and what macros use. */
import { operators } from "../syntax/ast.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { isMapValue, mapHas } from "../values/cel-map.ts";
import { type CelValue, celOpaque } from "../values/cel-value.ts";
import { compareValues } from "../values/compare-values.ts";
import { equalValues } from "../values/equal-values.ts";
import type { IntegerOperator } from "../values/integers.ts";
import { costSizeOf } from "../values/size-of.ts";
import { compute, negate } from "./arithmetic.ts";
import { chargeable, Failure, failureOf, type Outcome, type Step } from "./frame.ts";
import { comparisonCost, concatenationCost } from "./standard-costs.ts";

/** A failure among the operands is the result. Both are computed and paid for first, as cel-go does it. */
export function compileEquality(left: Step, right: Step, equal: typeof equalValues, isNegated: boolean): Step {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    // Kubernetes has `==` of its own types at 1 whatever their size, but not `!=`.
    if (typeof a === "number" && typeof b === "number") frame.cost += 1;
    else frame.cost += !isNegated && isOpaque(a) ? 1 : comparisonCost(chargeable(a), chargeable(b));
    if (a instanceof Failure) return a;
    if (b instanceof Failure) return b;
    try {
      return equal(a, b) !== isNegated;
    } catch (error) {
      // Types of libraries refuse to be compared with others; cel-go takes the refusal for a yes to `!=`.
      const failure = failureOf(error);
      return isNegated || failure;
    }
  };
}

/** Kubernetes' own lists and maps answer to lists and maps alone, where those made by an expression say no to anything else. */
export function refuseOtherKinds(equal: typeof equalValues): typeof equalValues {
  return (left, right) => {
    const isSameKind = Array.isArray(left) ? Array.isArray(right) : isMapValue(right);
    if (!isSameKind && right !== null) throw new CelEvaluationError("no such overload");
    return equal(left, right);
  };
}

function isOpaque(value: Outcome): boolean {
  return typeof value === "object" && value !== null && celOpaque in value;
}

const accepts: Readonly<Record<string, (order: number) => boolean>> = {
  [operators.less]: (order) => order < 0,
  [operators.lessEquals]: (order) => order <= 0,
  [operators.greater]: (order) => order > 0,
  [operators.greaterEquals]: (order) => order >= 0,
};

export function isOrderOperator(name: string): boolean {
  return Object.hasOwn(accepts, name);
}

export function compileOrder(name: string, left: Step, right: Step, isSized: boolean): Step {
  const isAccepted = accepts[name] ?? (() => false);
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (typeof a === "number" && typeof b === "number") {
      frame.cost += 1;
      return isAccepted(a - b);
    }
    frame.cost += isSized ? comparisonCost(chargeable(a), chargeable(b)) : 1;
    if (a instanceof Failure) return a;
    if (b instanceof Failure) return b;
    if (!hasOrder(a)) return new Failure(`no such overload: ${name}`);
    try {
      return isAccepted(compareValues(a, b));
    } catch (error) {
      return failureOf(error);
    }
  };
}

/** Lists, maps, types and what libraries bring have no order at all; scalars have one, if not with each other. */
function hasOrder(value: CelValue): boolean {
  return value !== null && !Array.isArray(value) && !isMapValue(value) && !isOpaque(value);
}

export function compileArithmetic(operator: IntegerOperator, left: Step, right: Step, isSized: boolean): Step {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    frame.cost += isSized ? concatenationCost(chargeable(a), chargeable(b)) : 1;
    if (a instanceof Failure) return a;
    if (b instanceof Failure) return b;
    try {
      return compute(operator, a, b);
    } catch (error) {
      return failureOf(error);
    }
  };
}

/** `a + b` of lists whose order does not matter: `a` with what it lacks. */
export function compileUnion(left: Step, right: Step, unite: (left: List, right: List) => List): Step {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    frame.cost += 1;
    if (a instanceof Failure) return a;
    if (b instanceof Failure) return b;
    if (!Array.isArray(a) || !Array.isArray(b)) return new Failure("no such overload");
    try {
      return unite(a, b);
    } catch (error) {
      return failureOf(error);
    }
  };
}

type List = readonly CelValue[];

/** `accumulator + list`, where the accumulator is a list of our own making: it grows in place, as in cel-go. */
export function compileAppend(accumulator: Step, right: Step): Step {
  return (frame) => {
    const list = accumulator(frame);
    const items = right(frame);
    frame.cost += 1;
    if (list instanceof Failure) return list;
    if (items instanceof Failure) return items;
    if (!Array.isArray(list) || !Array.isArray(items)) return new Failure("no such overload");
    for (const item of items) list.push(item);
    return list;
  };
}

/** `isInList` where the checker knows that it is a list, which is paid for by its length. */
export function compileIn(left: Step, right: Step, isInList: boolean): Step {
  return (frame) => {
    const value = left(frame);
    const container = right(frame);
    frame.cost += isInList ? costSizeOf(chargeable(container)) : 1;
    if (value instanceof Failure) return value;
    if (container instanceof Failure) return container;
    if (Array.isArray(container)) return container.some((item) => isSame(value, item));
    return isMapValue(container) ? mapHas(container, value) : new Failure("no such overload");
  };
}

/** Equal, where values that refuse to be compared are not. */
function isSame(value: CelValue, item: CelValue): boolean {
  try {
    return equalValues(value, item);
  } catch (error) {
    failureOf(error);
    return false;
  }
}

/** `x in [1, 2]`: the list is known, so the question costs nothing beyond its operand. An empty list is not even asked. */
export function compileInConstant(left: Step, list: readonly CelValue[]): Step {
  const words = list.every((item) => typeof item === "string") ? new Set<CelValue>(list) : undefined;
  return (frame) => {
    const value = left(frame);
    if (value instanceof Failure) return value;
    return words ? words.has(value) : list.some((item) => isSame(value, item));
  };
}

export function compileNot(operand: Step): Step {
  return unary(operand, (value) => (typeof value === "boolean" ? !value : new Failure("no such overload")));
}

export function compileNegate(operand: Step): Step {
  return unary(operand, (value) => {
    try {
      return negate(value);
    } catch (error) {
      return failureOf(error);
    }
  });
}

/** What a loop goes on by: anything but a plain false. */
export function compileNotStrictlyFalse(operand: Step): Step {
  return (frame) => {
    const outcome = operand(frame);
    frame.cost += 1;
    return outcome !== false;
  };
}

function unary(operand: Step, apply: (value: CelValue) => Outcome): Step {
  return (frame) => {
    const value = operand(frame);
    frame.cost += 1;
    return value instanceof Failure ? value : apply(value);
  };
}
