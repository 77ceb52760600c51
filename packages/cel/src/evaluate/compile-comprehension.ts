/** Compiles folds, which all macros over lists and maps are: one loop, with its variables in slots of the frame. */
import type { ComprehensionExpr } from "../syntax/ast.ts";
import { isCelMap, isMapValue, mapFind, mapKeys, settleMap, startGrowingMap } from "../values/cel-map.ts";
import type { CelValue } from "../values/cel-value.ts";
import { DeclaredList } from "../values/declared-value.ts";
import { Failure, type Outcome } from "../values/failure.ts";
import { goTypeNameOf } from "../values/go-type-name.ts";
import type { CompiledNode, Compiler, Local, Scope } from "./compiler.ts";
import type { Frame, Step } from "./frame.ts";

interface Fold {
  readonly variable: number;
  readonly variable2: number | undefined;
  readonly accumulator: number;
  readonly condition: CompiledNode;
  readonly step: Step;
}

export function compileComprehension(compiler: Compiler, expr: ComprehensionExpr, scope: Scope): CompiledNode {
  const range = compiler.compile(expr.range, scope).step;
  const start = compiler.compile(expr.start, scope);
  const startWith = fresh(start.constant);
  const accumulator: Local = {
    name: expr.accumulator,
    slot: scope.depth,
    ...(start.constant === undefined && { start: start.step }),
    isGrowingList: isEmptyList(start.constant),
  };
  const variables: Local[] = [{ name: expr.variable, slot: scope.depth + 1 }];
  if (expr.variable2) variables.push({ name: expr.variable2, slot: scope.depth + 2 });
  const depth = scope.depth + 3;
  // The accumulator hides an iteration variable of the same name, as it does upstream.
  const inside: Scope = { locals: [accumulator, ...variables], depth, parent: scope };
  const after: Scope = { locals: [accumulator], depth, parent: scope };
  const fold: Fold = {
    variable: scope.depth + 1,
    variable2: expr.variable2 ? scope.depth + 2 : undefined,
    accumulator: accumulator.slot,
    condition: compiler.compile(expr.condition, inside),
    step: compiler.compile(expr.step, inside).step,
  };
  const result = compiler.compile(expr.result, after).step;
  return {
    step: (frame) => {
      const over = range(frame);
      if (over instanceof Failure) return over;
      frame.slots[fold.accumulator] = startWith?.();
      const failure = run(fold, over, frame);
      return failure ?? settle(result(frame));
    },
  };
}

function isEmptyList(value: CelValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Empty lists and maps are made anew for each run, because the steps fill them in place. */
function fresh(constant: CelValue | undefined): (() => CelValue) | undefined {
  if (constant === undefined) return undefined;
  if (isEmptyList(constant)) return () => [];
  if (isMapValue(constant) && mapKeys(constant).length === 0) return startGrowingMap;
  return () => constant;
}

function settle(outcome: Outcome): Outcome {
  if (!(outcome instanceof Failure) && isCelMap(outcome)) settleMap(outcome);
  return outcome;
}

function run(fold: Fold, range: CelValue, frame: Frame): Failure | undefined {
  if (Array.isArray(range)) runList(fold, range, frame);
  else if (range instanceof DeclaredList) runItems(fold, range, frame);
  else if (!isMapValue(range)) {
    const type = goTypeNameOf(range);
    if (fold.variable2 !== undefined) return new Failure(`unsupported comprehension range type: ${type}`);
    return new Failure(`got '${type}', expected iterable type`);
  } else if (fold.variable2 === undefined) runList(fold, mapKeys(range), frame);
  else {
    for (const key of mapKeys(range)) if (!runOnce(fold, key, mapFind(range, key) ?? null, frame)) break;
  }
  return undefined;
}

/** An item that is not of its type fails what uses it, and only that. */
function runItems(fold: Fold, list: DeclaredList, frame: Frame): void {
  for (let index = 0; index < list.length; index += 1) {
    const item = list.itemAt(index);
    const goesOn = fold.variable2 === undefined ? runOnce(fold, item, null, frame) : runOnce(fold, index, item, frame);
    if (!goesOn) return;
  }
}

function runList(fold: Fold, items: readonly CelValue[], frame: Frame): void {
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index] ?? null;
    const goesOn = fold.variable2 === undefined ? runOnce(fold, item, null, frame) : runOnce(fold, index, item, frame);
    if (!goesOn) return;
  }
}

/** One round; whether there may be another. A condition that fails is as good as true: its failure shows up in the step. */
function runOnce({ variable, variable2, accumulator, condition, step }: Fold, a: Outcome, b: Outcome, frame: Frame) {
  frame.slots[variable] = a;
  if (variable2 !== undefined) frame.slots[variable2] = b;
  if (condition.constant === undefined ? condition.step(frame) === false : condition.constant === false) return false;
  frame.slots[accumulator] = step(frame);
  frame.checkCost();
  return true;
}
