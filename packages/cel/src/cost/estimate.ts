/** Ranges in which a size or a cost lies, known before any value is. */

import type { CelType } from "../check/cel-type.ts";
import type { Expr } from "../syntax/ast.ts";

export interface SizeEstimate {
  readonly min: number;
  readonly max: number;
}

export interface CostEstimate {
  readonly min: number;
  readonly max: number;
}

/** What is known about the target or an argument of a call before there are values. */
export interface CostNode {
  readonly expr: Expr;
  readonly type: CelType;
  /**
   * The way from a variable to the value: names of fields, `@items` and `@indices` of a list, `@keys` and `@values` of a map. Empty
   * where the value is computed.
   */
  readonly path: readonly string[];
  /** As `size()` would count; 0 to 2^64 where nothing is known. */
  readonly size: SizeEstimate;
  /** The size of a list's items, as far as the list's path tells it. */
  elementSize(): SizeEstimate;
}

/**
 * How large values can be that come from outside: what a schema's `maxLength`, `maxItems` and `maxProperties` say. The path is that of
 * a `CostNode`; it is empty for a computed value. `undefined` where nothing is known.
 */
export type SizeOracle = (path: readonly string[], type: CelType) => SizeEstimate | undefined;
