/** What calls cost: their arguments, and what their overloads say. Where several overloads can be meant, the range covers them all. */
import { typeName } from "../check/cel-types.ts";
import type { CheckedExpression } from "../check/checked-expression.ts";
import type { CallEstimate, Overload } from "../check/function-declaration.ts";
import { type CallExpr, type Expr, operators } from "../syntax/ast.ts";
import { type CostSizes, uniteEntries } from "./cost-sizes.ts";
import type { CostEstimate, CostNode, SizeEstimate } from "./estimate.ts";
import { addEstimates, fixedEstimate, uniteEstimates } from "./estimate-arithmetic.ts";

/** By the name of a type: the cost of `==` on two values of it, by the size of the right one. */
export interface EqualityCosts {
  readonly [typeName: string]: (size: SizeEstimate) => CostEstimate;
}

export interface CallCostContext {
  readonly checked: CheckedExpression;
  readonly sizes: CostSizes;
  readonly equalityCosts: EqualityCosts;
  /** The cost of any expression. */
  estimate(expr: Expr): CostEstimate;
}

/** A call with the costs of its arguments. A target's cost is counted apart from them. */
interface CostedCall {
  readonly expr: CallExpr;
  readonly argCosts: readonly CostEstimate[];
  readonly nodes: readonly CostNode[];
}

export class CallCostEstimator {
  readonly #context: CallCostContext;

  constructor(context: CallCostContext) {
    this.#context = context;
  }

  estimateCall(expr: CallExpr): CostEstimate {
    const { checked, sizes, estimate } = this.#context;
    if (expr.name === "dyn") return this.#estimateDyn(expr);
    const argCosts: CostEstimate[] = [];
    const argNodes: CostNode[] = [];
    for (const arg of expr.args) {
      argCosts.push(estimate(arg));
      argNodes.push(sizes.nodeOf(arg));
    }
    const targetCost = expr.target === undefined ? fixedEstimate(0) : estimate(expr.target);
    const nodes = expr.target === undefined ? argNodes : [sizes.nodeOf(expr.target), ...argNodes];
    const ids = checked.references.get(expr.id)?.overloadIds ?? [];
    const costs = ids.map((id) => this.#costOf(id, { expr, argCosts, nodes }));
    this.#trackResult(expr, ids, costs);
    return addEstimates(targetCost, costs.map(({ cost }) => cost).reduce(uniteEstimates));
  }

  /** `dyn(x)` changes nothing about the value. */
  #estimateDyn(expr: CallExpr): CostEstimate {
    const { sizes, estimate } = this.#context;
    const costs = expr.args.map(estimate);
    for (const arg of expr.args) {
      sizes.setSize(expr, sizes.knownSizeOf(arg));
      sizes.setEntries(expr, sizes.entriesOf(arg));
    }
    return addEstimates(fixedEstimate(1), ...costs);
  }

  /** The path and the size of the result, overload by overload, as cel-go does: an index decides anew, and what is missing is asked for. */
  #trackResult(expr: CallExpr, ids: readonly string[], costs: readonly CallEstimate[]): void {
    const { sizes } = this.#context;
    const [container] = expr.args;
    let size: SizeEstimate | undefined;
    for (const [index, id] of ids.entries()) {
      const resultSize = costs[index]?.resultSize;
      if (resultSize !== undefined) size = size === undefined ? resultSize : uniteEstimates(size, resultSize);
      if (container !== undefined && (id === "index_list" || id === "index_map")) {
        size = sizes.entriesOf(container)?.value;
        sizes.setPath(expr, sizes.pathOf(container).append(id === "index_list" ? "@items" : "@values"));
      }
      size ??= sizes.knownSizeOf(expr);
    }
    sizes.setSize(expr, size);
  }

  #costOf(id: string, call: CostedCall): CallEstimate {
    const { argCosts } = call;
    const [first = fixedEstimate(0), second = fixedEstimate(0)] = argCosts;
    if (id === "logical_and" || id === "logical_or") {
      // At best the first operand decides.
      return { cost: { min: first.min, max: addEstimates(first, second).max } };
    }
    if (id === "conditional") return this.#conditionalCost(call);
    if (id === "add_string" || id === "add_bytes" || id === "add_list") this.#trackConcatenation(call);
    const own =
      this.#equalityCost(call) ??
      this.#overload(id, call)?.estimatedCost?.(
        call.nodes.map(({ size }) => size),
        call.nodes,
      );
    const cost = addEstimates(own?.cost ?? fixedEstimate(1), ...argCosts);
    return own?.resultSize === undefined ? { cost } : { cost, resultSize: own.resultSize };
  }

  #overload(id: string, { expr }: CostedCall): Overload | undefined {
    const { functions } = this.#context.checked.declarations;
    return functions.get(expr.name)?.overloads.find((overload) => overload.id === id);
  }

  #conditionalCost({ expr, argCosts, nodes }: CostedCall): CallEstimate {
    const [condition, whenTrue, whenFalse] = argCosts;
    const [, trueNode, falseNode] = nodes;
    if (!condition || !whenTrue || !whenFalse || !trueNode || !falseNode) return { cost: fixedEstimate(1) };
    const { sizes } = this.#context;
    sizes.setEntries(expr, uniteEntries(sizes.entriesOf(trueNode.expr), sizes.entriesOf(falseNode.expr)));
    const cost = addEstimates(condition, uniteEstimates(whenTrue, whenFalse));
    return { cost, resultSize: uniteEstimates(trueNode.size, falseNode.size) };
  }

  #trackConcatenation({ expr }: CostedCall): void {
    const { sizes } = this.#context;
    const [left, right] = expr.args;
    if (left && right) sizes.setEntries(expr, uniteEntries(sizes.entriesOf(left), sizes.entriesOf(right)));
  }

  #equalityCost({ expr, nodes: [left, right] }: CostedCall): CallEstimate | undefined {
    if (expr.name !== operators.equals || left?.type.kind !== "opaque" || right === undefined) return undefined;
    const name = typeName(left.type);
    const { equalityCosts, sizes } = this.#context;
    if (name !== typeName(right.type) || !Object.hasOwn(equalityCosts, name)) return undefined;
    const cost = equalityCosts[name]?.(sizes.knownSizeOf(right.expr) ?? fixedEstimate(1));
    return cost && { cost };
  }
}
