/** `math.least` and `math.greatest` for any number of arguments, which come down to functions of one or two. */
import type { Expr } from "../syntax/ast.ts";
import type { Macro } from "../syntax/macro.ts";
import { CelDouble, CelUint } from "../values/cel-value.ts";

/** Whether an argument can be a number, as far as can be seen: a literal that is none, a list or a map cannot. */
function mayBeNumber(argument: Expr): boolean {
  if (argument.kind === "list" || argument.kind === "map" || argument.kind === "struct") return false;
  if (argument.kind !== "literal") return true;
  const { value } = argument;
  return (
    typeof value === "number" || typeof value === "bigint" || value instanceof CelDouble || value instanceof CelUint
  );
}

function isListOfNumbers(argument: Expr): boolean {
  return argument.kind === "list" && argument.elements.length > 0 && argument.elements.every(mayBeNumber);
}

function extreme(name: string, functionName: string): Macro {
  return {
    name,
    isMember: true,
    argCount: "any",
    expand(factory, target, args) {
      if (target?.kind !== "ident" || target.name !== "math") return undefined;
      const [first] = args;
      if (first === undefined) return factory.fail(target, `math.${name}() requires at least one argument`);
      if (args.length === 1) {
        if (mayBeNumber(first) || isListOfNumbers(first)) return factory.call(functionName, first);
        return factory.fail(first, `math.${name}() invalid single argument value`);
      }
      const wrong = args.find((argument) => !mayBeNumber(argument));
      if (wrong) return factory.fail(wrong, `math.${name}() simple literal arguments must be numeric`);
      return factory.call(functionName, ...(args.length === 2 ? args : [factory.list(...args)]));
    },
  };
}

export const mathMacros: readonly Macro[] = [extreme("least", "math.@min"), extreme("greatest", "math.@max")];
