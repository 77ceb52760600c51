/** What the checker found out about an expression: what evaluation and cost estimation build on. */
import type { Expr, ParsedExpression } from "../syntax/ast.ts";
import type { CelValue } from "../values/cel-value.ts";
import type { CelType } from "./cel-type.ts";
import type { CelEnvironmentDeclarations } from "./declare-environment.ts";

export interface CheckedExpression {
  readonly parsed: ParsedExpression;
  readonly declarations: CelEnvironmentDeclarations;
  /** The tree with names as they are declared: `a.b` that is one variable is one identifier, `a.b.f()` that is one function one call. */
  readonly expr: Expr;
  readonly type: CelType;
  /** By the ids of nodes. No type has parameters left: what stayed open is `dyn`. */
  readonly types: ReadonlyMap<number, CelType>;
  /** By the ids of identifiers, calls and objects. */
  readonly references: ReadonlyMap<number, Reference>;
}

/** What a name in an expression stands for. */
export interface Reference {
  /** The declared name of a variable, a constant or a type. */
  readonly name?: string;
  readonly constant?: CelValue;
  /** The overloads that a call can mean; more than one where types are known only at run time. */
  readonly overloadIds?: readonly string[];
}
