/**
 * Gives every part of an expression its type and every name its meaning, or says all that is wrong with it.
 *
 * The rules and messages are cel-go's. `dyn` fits everywhere; so does the type of what is already reported as wrong, so that one
 * mistake is reported once. The time is bounded by the size of the expression times the number of overloads per function.
 */
import type { ParsedExpression } from "../syntax/ast.ts";
import { CelError } from "../syntax/cel-error.ts";
import type { CelType } from "./cel-type.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import type { CelEnvironmentDeclarations } from "./declare-environment.ts";
import { ExpressionChecker } from "./expression-checker.ts";

export function checkExpression(parsed: ParsedExpression, declarations: CelEnvironmentDeclarations): CheckedExpression {
  const checker = new ExpressionChecker(parsed, declarations);
  const expr = checker.check(parsed.expr);
  if (checker.issues.length > 0) throw new CelError(parsed.source, checker.issues);
  const resolved = new Map<number, CelType>();
  for (const [id, type] of checker.types) resolved.set(id, checker.bindings.resolve(type, true));
  const type = resolved.get(expr.id) ?? checker.typeOf(expr);
  return { parsed, declarations, expr, type, types: resolved, references: checker.references };
}
