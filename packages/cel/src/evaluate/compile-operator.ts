/** Compiles the operators that work on values: equality, order, arithmetic, `in`, `!`, and what macros use. */
import { operators } from "../syntax/ast.ts";
import { isMapValue, mapHas } from "../values/cel-map.ts";
import { type CelValue, celOpaque } from "../values/cel-value.ts";
import { compareValues } from "../values/compare-values.ts";
import { containsItem } from "../values/contains-item.ts";
import { DeclaredList, DeclaredMap, PreservedJson } from "../values/declared-value.ts";
import { compareEqual } from "../values/equal-values.ts";
import { Failure, failureOf, noSuchOverload, type Outcome } from "../values/failure.ts";
import type { IntegerOperator } from "../values/integers.ts";
import { addLists } from "../values/list-identity.ts";
import { costSizeOf } from "../values/size-of.ts";
import { compute, negate } from "./arithmetic.ts";
import { chargeable, type Step } from "./frame.ts";
import { comparisonCost, concatenationCost } from "./standard-costs.ts";

/** A failure among the operands is the result. Both are computed and paid for first, as cel-go does it. */
export function compileEquality(left: Step, right: Step, isNegated: boolean): Step {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (typeof a === "number" && typeof b === "number") {
      frame.cost += 1;
      return (a === b) !== isNegated;
    }
    const outcome = a instanceof Failure ? a : b instanceof Failure ? b : answer(a, b, isNegated);
    // Kubernetes has `==` of its own types at 1 whatever their size, but not `!=`.
    frame.cost += !isNegated && isOpaque(a) ? 1 : comparisonCost(chargeable(a), chargeable(b));
    return outcome;
  };
}

/** cel-go takes a refusal to be compared for a yes to `!=`. */
function answer(left: CelValue, right: CelValue, isNegated: boolean): Outcome {
  try {
    const equal = compareEqual(left, right);
    return isNegated ? equal !== true : equal;
  } catch (error) {
    return failureOf(error);
  }
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
  return (
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof DeclaredList) &&
    !isMapValue(value) &&
    !(value instanceof PreservedJson) &&
    !isOpaque(value)
  );
}

export function compileArithmetic(operator: IntegerOperator, left: Step, right: Step, isSized: boolean): Step {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    const outcome = a instanceof Failure ? a : b instanceof Failure ? b : calculate(operator, a, b);
    frame.cost += isSized ? concatenationCost(chargeable(a), chargeable(b)) : 1;
    return outcome;
  };
}

function calculate(operator: IntegerOperator, left: CelValue, right: CelValue): Outcome {
  try {
    const isOfInput = left instanceof DeclaredList || right instanceof DeclaredList;
    return isOfInput && operator === "+" ? addLists(left, right) : compute(operator, left, right);
  } catch (error) {
    return failureOf(error);
  }
}

/** `accumulator + list`, where the accumulator is a list of our own making: it grows in place, as in cel-go. */
export function compileAppend(accumulator: Step, right: Step): Step {
  return (frame) => {
    const list = accumulator(frame);
    const items = right(frame);
    frame.cost += 1;
    if (list instanceof Failure) return list;
    if (items instanceof Failure) return items;
    if (!Array.isArray(list)) return noSuchOverload;
    const added = frame.argument(items);
    if (!Array.isArray(added)) return noSuchOverload;
    for (const item of added) list.push(item);
    return list;
  };
}

/** `isInList` where the checker knows that it is a list, which is paid for by its length. */
export function compileIn(left: Step, right: Step, isInList: boolean): Step {
  return (frame) => {
    const value = left(frame);
    const container = right(frame);
    const outcome =
      value instanceof Failure ? value : container instanceof Failure ? container : isWithin(container, value);
    frame.cost += isInList ? costSizeOf(chargeable(container)) : 1;
    return outcome;
  };
}

function isWithin(container: CelValue, value: CelValue): Outcome {
  if (Array.isArray(container) || container instanceof DeclaredList) return containsItem(container, value);
  if (!isMapValue(container)) return noSuchOverload;
  if (!(container instanceof DeclaredMap)) return mapHas(container, value);
  const found = container.find(value);
  return found instanceof Failure ? found : found !== undefined;
}

/** `x in [1, 2]`: the list is known, so the question costs nothing beyond its operand. An empty list is not even asked. */
export function compileInConstant(left: Step, list: readonly CelValue[]): Step {
  const words = list.every((item) => typeof item === "string") ? new Set<CelValue>(list) : undefined;
  return (frame) => {
    const value = left(frame);
    if (value instanceof Failure) return value;
    return words ? words.has(value) : containsItem(list, value);
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
