/** The types of comprehensions, and which variables are seen in which of their parts. */
import type { ComprehensionExpr, Expr } from "../syntax/ast.ts";
import type { CelType } from "./cel-type.ts";
import { boolType, dynType, errorType, intType } from "./cel-types.ts";
import type { ExpressionChecker } from "./expression-checker.ts";
import { formatType } from "./format-type.ts";

export function checkComprehension(checker: ExpressionChecker, expr: ComprehensionExpr): Expr {
  const range = checker.check(expr.range);
  const start = checker.check(expr.start);
  const accumulatorType = checker.typeOf(expr.start);
  const variables = loopVariables(checker, expr);
  checker.allowsCrossType = true;
  const parts = checker.scope.within([[expr.accumulator, accumulatorType]], () => {
    const loop = checker.scope.within(variables, () => {
      const condition = checker.check(expr.condition);
      checker.expect(expr.condition, boolType);
      const step = checker.check(expr.step);
      checker.expect(expr.step, accumulatorType);
      return { condition, step };
    });
    return { ...loop, result: checker.check(expr.result) };
  });
  checker.setType(expr.id, checker.bindings.resolve(checker.typeOf(expr.result)));
  return { ...expr, range, start, ...parts };
}

function loopVariables(checker: ExpressionChecker, expr: ComprehensionExpr): (readonly [string, CelType])[] {
  const [key, value] = rangeTypes(checker, expr.range);
  const hasBoth = expr.variable2 !== undefined;
  const isList = checker.bindings.resolve(checker.typeOf(expr.range)).kind === "list";
  // One variable is the item of a list but the key of a map.
  const first: readonly [string, CelType] = [expr.variable, isList && !hasBoth ? value : key];
  return expr.variable2 === undefined ? [first] : [first, [expr.variable2, value]];
}

/** The types of keys (or indexes) and values (or items) of what a comprehension goes through. */
function rangeTypes(checker: ExpressionChecker, range: Expr): readonly [CelType, CelType] {
  const type = checker.bindings.resolve(checker.typeOf(range));
  switch (type.kind) {
    case "list":
      return [intType, type.element];
    case "map":
      return [type.key, type.value];
    case "dyn":
    case "error":
    case "parameter":
      // From here on it is anything: were it left open, a later use could make it a type without items.
      checker.bindings.fit([dynType], [type]);
      return [dynType, dynType];
    default: {
      const expected = "cannot be range of a comprehension (must be list, map, or dynamic)";
      checker.report(range.id, `expression of type '${formatType(type)}' ${expected}`);
      return [errorType, errorType];
    }
  }
}
