/**
 * Chains of `&&` and `||` as trees of small depth, in cel-go's shape: the operator in the middle becomes the root.
 *
 * ```text
 *   a || b || c || d        a  b  c  d
 *                            \/    \/
 *                              \  /
 *                               ||   the middle one of the three
 * ```
 */
import type { Expr } from "./ast.ts";

/** The tree over the terms; `ids` are those of the operators between them, one less than the terms. */
export function balanceLogic(name: string, terms: readonly Expr[], ids: readonly number[]): Expr {
  const build = (first: number, last: number): Expr => {
    const middle = Math.ceil((first + last) / 2);
    const left = middle === first ? (terms[middle] as Expr) : build(first, middle - 1);
    const right = middle === last ? (terms[middle + 1] as Expr) : build(middle + 1, last);
    return { kind: "call", id: ids[middle] as number, name, args: [left, right] };
  };
  return build(0, ids.length - 1);
}
