/** `cel.bind(name, value, expr)`: a value under a name, computed once. */
import type { Expr } from "../syntax/ast.ts";
import type { ExprFactory, Macro } from "../syntax/macro.ts";
import type { CelLibrary } from "./cel-library.ts";

/** A fold over nothing whose accumulator is the bound value: the step is never taken, and the result is the expression. */
export function bindVariable(factory: ExprFactory, name: string, value: Expr, result: Expr): Expr {
  return factory.comprehension({
    range: factory.list(),
    variable: "#unused",
    accumulator: name,
    start: value,
    condition: factory.literal(false),
    step: factory.ident(name),
    result,
  });
}

const bind: Macro = {
  name: "bind",
  isMember: true,
  argCount: 3,
  expand(factory, target, [variable, value, result]) {
    if (target?.kind !== "ident" || target.name !== "cel") return undefined;
    if (variable?.kind !== "ident") {
      return factory.fail(variable as Expr, "cel.bind() variable names must be simple identifiers");
    }
    return bindVariable(factory, variable.name, value as Expr, result as Expr);
  },
};

export const bindingsLibrary: CelLibrary = {
  name: "cel.lib.ext.cel.bindings",
  macros: [bind],
  functions: [],
};
