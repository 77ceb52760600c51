/**
 * `cel.block([a, b], expr)`: what optimizers make of an expression whose parts repeat. `cel.index(0)` is the first item, in `expr` and in
 * the items after it; `cel.iterVar` and `cel.accuVar` name the variables of folds inside.
 */
import type { Expr } from "../syntax/ast.ts";
import type { ExprFactory, Macro } from "../syntax/macro.ts";
import { bindVariable } from "./bindings-library.ts";
import type { CelLibrary } from "./cel-library.ts";

function isCel(target: Expr | undefined): boolean {
  return target?.kind === "ident" && target.name === "cel";
}

/** The names hold what no source can spell, so nothing can shadow them. */
const variableNames = { index: "@index", iterVar: "@it", accuVar: "@ac" };

const block: Macro = {
  name: "block",
  isMember: true,
  argCount: 2,
  expand(factory, target, [items, result]) {
    if (!isCel(target)) return undefined;
    if (items?.kind !== "list")
      return factory.fail(items as Expr, "cel.block requires the first arg to be a list literal");
    return items.elements.reduceRight<Expr>(
      (inner, item, index) => bindVariable(factory, `${variableNames.index}${index}`, item, inner),
      result as Expr,
    );
  },
};

const index: Macro = {
  name: "index",
  isMember: true,
  argCount: 1,
  expand(factory, target, [place]) {
    if (!isCel(target)) return undefined;
    return factory.ident(`${variableNames.index}${wholeNumber(factory, place as Expr, "cel.index")}`);
  },
};

function loopVariable(name: "iterVar" | "accuVar"): Macro {
  return {
    name,
    isMember: true,
    argCount: 2,
    expand(factory, target, args) {
      if (!isCel(target)) return undefined;
      const [depth, place] = args.map((arg) => wholeNumber(factory, arg, `cel.${name}`));
      return factory.ident(`${variableNames[name]}:${depth}:${place}`);
    },
  };
}

function wholeNumber(factory: ExprFactory, arg: Expr, name: string): number {
  if (arg.kind === "literal" && typeof arg.value === "number" && arg.value >= 0) return arg.value;
  return factory.fail(arg, `${name} requires a single non-negative int constant arg`);
}

export const blockLibrary: CelLibrary = {
  name: "cel.lib.ext.cel.block",
  macros: [block, index, loopVariable("iterVar"), loopVariable("accuVar")],
  functions: [],
};
