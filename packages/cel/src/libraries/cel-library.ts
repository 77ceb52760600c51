/** A set of functions and macros that an environment takes in as one. */
import type { CelType } from "../check/cel-type.ts";
import type { CheckedExpression } from "../check/checked-expression.ts";
import type { FunctionDeclaration } from "../check/function-declaration.ts";
import type { CostEstimate, SizeEstimate } from "../cost/estimate.ts";
import type { CallExpr, Expr } from "../syntax/ast.ts";
import type { Macro } from "../syntax/macro.ts";

export interface CelLibrary {
  /** As cel-go and Kubernetes name it. */
  readonly name: string;
  readonly functions: readonly FunctionDeclaration[];
  readonly macros?: readonly Macro[];
  /** Types whose names are identifiers in an expression, so that `type(x) == net.IP` can be said. */
  readonly types?: readonly CelType[];
  /** `a.?b`, `a[?i]` and the like become part of the language. */
  readonly optionalSyntax?: boolean;
  /** What `==` on two values of an opaque type is estimated to cost, by the type's name and the size of the right operand. */
  readonly equalityCosts?: { readonly [typeName: string]: (size: SizeEstimate) => CostEstimate };
  /** Functions that take list literals of mixed types, where such literals are refused elsewhere. */
  readonly homogeneousExempt?: readonly string[];
  /** What is wrong with a call that checks but cannot work, whatever the values. */
  readonly validateCall?: (call: CallExpr, checked: CheckedExpression) => CallProblem | undefined;
}

export interface CallProblem {
  /** Where it is. */
  readonly expr: Expr;
  readonly message: string;
}
