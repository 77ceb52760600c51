/**
 * What an expression costs at best and at worst, before there are values: what Kubernetes judges the rules of a CRD by.
 *
 * The figures are those of cel-go as Kubernetes sets it up: a name or a field 1, `has()` nothing of its own, a call 1 unless its
 * function says otherwise, a comprehension the cost of one round times the size of what it goes through. Sizes that nobody knows count
 * as 2^64, so that a rule over unbounded lists is over any budget.
 */
import type { CheckedExpression } from "../check/checked-expression.ts";
import type { ComprehensionExpr, Expr, ListExpr, MapExpr, SelectExpr } from "../syntax/ast.ts";
import { CallCostEstimator, type EqualityCosts } from "./call-cost-estimator.ts";
import { CostPath } from "./cost-path.ts";
import { CostSizes, type LocalVariable } from "./cost-sizes.ts";
import type { CostEstimate, SizeEstimate, SizeOracle } from "./estimate.ts";
import { addEstimates, fixedEstimate, multiplyEstimates, uniteEstimates } from "./estimate-arithmetic.ts";

export interface CostOptions {
  /** What `==` costs on two values of one of the libraries' types, by the type's name. */
  readonly equalityCosts?: EqualityCosts;
}

const free = fixedEstimate(0);
const nameOrField = fixedEstimate(1);
const newList = fixedEstimate(10);
const newMap = fixedEstimate(30);
const newObject = fixedEstimate(40);
/** What the size of a list's elements starts from, before any is looked at. */
const noSize: SizeEstimate = { min: 2 ** 64, max: 0 };

/** The oracle knows the sizes of values that come in through variables. */
export function estimateCost(checked: CheckedExpression, oracle: SizeOracle, options: CostOptions = {}): CostEstimate {
  return new CostEstimator(checked, oracle, options).estimate(checked.expr);
}

class CostEstimator {
  readonly #sizes: CostSizes;
  readonly #calls: CallCostEstimator;

  constructor(checked: CheckedExpression, oracle: SizeOracle, { equalityCosts = {} }: CostOptions) {
    this.#sizes = new CostSizes(checked.types, oracle);
    const estimate = (expr: Expr) => this.estimate(expr);
    this.#calls = new CallCostEstimator({ checked, sizes: this.#sizes, equalityCosts, estimate });
  }

  estimate(expr: Expr): CostEstimate {
    switch (expr.kind) {
      case "literal":
        return free;
      case "ident":
        this.#sizes.setPath(expr, this.#sizes.local(expr.name)?.path ?? CostPath.of(expr.name));
        return nameOrField;
      case "select":
        return this.#estimateSelect(expr);
      case "call":
        return this.#calls.estimateCall(expr);
      case "list":
        return this.#estimateList(expr);
      case "map":
        return this.#estimateMap(expr);
      case "struct":
        return addEstimates(newObject, ...expr.fields.map(({ value }) => this.estimate(value)));
      case "comprehension":
        return isBinding(expr) ? this.#estimateBinding(expr) : this.#estimateLoop(expr);
    }
  }

  #estimateSelect(expr: SelectExpr): CostEstimate {
    const cost = this.estimate(expr.operand);
    if (expr.isTest) return cost;
    this.#sizes.setPath(expr, this.#sizes.pathOf(expr.operand).append(expr.field));
    // A field of a `dyn` or of an optional is not counted: cel-go knows the cost only where it knows the type.
    const { kind } = this.#sizes.typeOf(expr.operand);
    return kind === "map" || kind === "object" ? addEstimates(cost, nameOrField) : cost;
  }

  #estimateList(expr: ListExpr): CostEstimate {
    const costs = expr.elements.map((element) => ({ cost: this.estimate(element), size: this.#sizes.sizeOf(element) }));
    const value = uniteAll(costs.map(({ size }) => size));
    this.#sizes.setEntries(expr, { kind: "list", key: fixedEstimate(1), value });
    return addEstimates(newList, ...costs.map(({ cost }) => cost));
  }

  #estimateMap(expr: MapExpr): CostEstimate {
    const keys: SizeEstimate[] = [];
    const values: SizeEstimate[] = [];
    const costs = expr.entries.map(({ key, value }) => {
      const cost = addEstimates(this.estimate(key), this.estimate(value));
      keys.push(this.#sizes.sizeOf(key));
      values.push(this.#sizes.sizeOf(value));
      return cost;
    });
    this.#sizes.setEntries(expr, { kind: "map", key: uniteAll(keys), value: uniteAll(values) });
    return addEstimates(newMap, ...costs);
  }

  #estimateLoop(expr: ComprehensionExpr): CostEstimate {
    const sizes = this.#sizes;
    const before = addEstimates(this.estimate(expr.range), this.estimate(expr.start));
    sizes.pushLocal(expr.accumulator, this.#boundTo(expr.start));
    const variables = this.#loopVariables(expr);
    for (const [name, variable] of variables) sizes.pushLocal(name, variable);
    const round = addEstimates(this.estimate(expr.condition), this.estimate(expr.step));
    for (const [name] of variables) sizes.popLocal(name);
    const after = this.estimate(expr.result);
    sizes.popLocal(expr.accumulator);
    const rounds = sizes.sizeOf(expr.range);
    if (expr.start.kind === "literal") sizes.setSize(expr, sizes.knownSizeOf(expr.start));
    if (expr.start.kind === "list" || expr.start.kind === "map") {
      sizes.setSize(expr, rounds);
      sizes.setEntries(expr, sizes.entriesOf(expr.step));
    }
    return addEstimates(before, after, multiplyEstimates(rounds, round));
  }

  /** One variable is the item of a list but the key of a map; of two, the first is the index or key and the second the value. */
  #loopVariables({ range, variable, variable2 }: ComprehensionExpr): readonly (readonly [string, LocalVariable])[] {
    const entries = this.#sizes.entriesOf(range);
    const isList = (entries?.kind ?? this.#sizes.typeOf(range).kind) === "list";
    const value = (): LocalVariable => ({
      path: this.#sizes.pathOf(range).append(isList ? "@items" : "@values"),
      size: entries?.value,
    });
    const key = (): LocalVariable => ({
      path: this.#sizes.pathOf(range).append(isList ? "@indices" : "@keys"),
      size: entries?.key,
    });
    if (variable2 === undefined) return [[variable, isList ? value() : key()]];
    return [
      [variable, key()],
      [variable2, value()],
    ];
  }

  /** `cel.bind(x, value, result)`. */
  #estimateBinding(expr: ComprehensionExpr): CostEstimate {
    const before = addEstimates(this.estimate(expr.range), this.estimate(expr.start));
    this.#sizes.pushLocal(expr.accumulator, this.#boundTo(expr.start));
    const after = this.estimate(expr.result);
    this.#sizes.popLocal(expr.accumulator);
    this.#sizes.setSize(expr, this.#sizes.knownSizeOf(expr.result));
    this.#sizes.setEntries(expr, this.#sizes.entriesOf(expr.result));
    return addEstimates(before, after);
  }

  #boundTo(expr: Expr): LocalVariable {
    const sizes = this.#sizes;
    return { path: sizes.pathOf(expr), size: sizes.knownSizeOf(expr), entries: sizes.entriesOf(expr) };
  }
}

function uniteAll(sizes: readonly SizeEstimate[]): SizeEstimate {
  return sizes.length === 0 ? fixedEstimate(0) : sizes.reduce(uniteEstimates, noSize);
}

/** A loop over nothing, that never goes round: it is there for the name it gives to a value. */
function isBinding({ range, condition, accumulator }: ComprehensionExpr): boolean {
  const isEmpty = range.kind === "list" && range.elements.length === 0;
  return isEmpty && condition.kind === "literal" && condition.value === false && accumulator !== "__result__";
}
