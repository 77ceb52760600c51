/**
 * Macros: calls that the parser replaces by other expressions before anything is checked or evaluated.
 *
 * Libraries bring their own. A macro sees its target and arguments as they were parsed, and builds what it stands for with the
 * factory it is given. Nodes get their ids in the order in which they are built, as in cel-go: what a macro builds first has the
 * lower id.
 */
import type { CelValue } from "../values/cel-value.ts";
import type { ComprehensionExpr, Expr, MapExpr, StructExpr } from "./ast.ts";

export interface Macro {
  readonly name: string;
  /** `target.name(args)` instead of `name(args)`. */
  readonly isMember: boolean;
  /** A macro for this number of arguments comes before one for `"any"` number. */
  readonly argCount: number | "any";
  /** What the call stands for. `undefined` leaves it as the plain call that it looks like. */
  expand(factory: ExprFactory, target: Expr | undefined, args: readonly Expr[]): Expr | undefined;
}

/** Builds nodes with fresh ids, placed where the macro's call stands in the text. */
export interface ExprFactory {
  /** The name of the variable in which a fold collects its result. No source can spell it, so nothing can shadow it. */
  readonly accumulatorName: string;
  literal(value: CelValue): Expr;
  ident(name: string): Expr;
  /** The accumulator as an expression. */
  accumulator(): Expr;
  select(operand: Expr, field: string): Expr;
  /** `has(operand.field)`. */
  presenceTest(operand: Expr, field: string): Expr;
  call(name: string, ...args: readonly Expr[]): Expr;
  memberCall(name: string, target: Expr, ...args: readonly Expr[]): Expr;
  list(...elements: readonly Expr[]): Expr;
  map(...entries: MapExpr["entries"]): Expr;
  mapEntry(key: Expr, value: Expr, isOptional?: boolean): MapExpr["entries"][number];
  struct(typeName: string, ...fields: StructExpr["fields"]): Expr;
  structField(name: string, value: Expr, isOptional?: boolean): StructExpr["fields"][number];
  comprehension(parts: Omit<ComprehensionExpr, "kind" | "id">): Expr;
  /** The same expression with ids of its own, for a macro that needs it twice. */
  copy(expr: Expr): Expr;
  /** Refuses the call because of one of its arguments: the message stands in the `CelError` at the place of that argument. */
  fail(at: Expr, message: string): never;
}
