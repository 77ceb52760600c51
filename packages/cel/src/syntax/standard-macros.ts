/** The macros of the language itself: `has`, and the folds over lists and the keys of maps. They expand node for node as cel-go's do. */
import { type Expr, operators } from "./ast.ts";
import type { ExprFactory, Macro } from "./macro.ts";

/** The accumulator's name in older versions of CEL, kept out of use as a variable. */
const oldAccumulatorName = "__result__";

const has: Macro = {
  name: "has",
  isMember: false,
  argCount: 1,
  expand(factory, _target, [field]) {
    if (field?.kind === "select") return factory.presenceTest(field.operand, field.field);
    return factory.fail(field as Expr, "invalid argument to has() macro");
  },
};

/** Of the parts of a fold, those in which the macros differ. */
interface Fold {
  readonly start: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

type FoldMaker = (factory: ExprFactory, args: readonly Expr[]) => Fold;

function fold(name: string, argCount: number, complaint: string, parts: FoldMaker): Macro {
  return {
    name,
    isMember: true,
    argCount,
    expand(factory, target, args) {
      const [variable] = args as [Expr];
      if (variable.kind !== "ident") return factory.fail(variable, complaint);
      if (variable.name === factory.accumulatorName || variable.name === oldAccumulatorName) {
        return factory.fail(variable, "iteration variable overwrites accumulator variable");
      }
      return factory.comprehension({
        range: target as Expr,
        variable: variable.name,
        accumulator: factory.accumulatorName,
        ...parts(factory, args),
      });
    },
  };
}

const all: FoldMaker = (factory, [, predicate]) => ({
  start: factory.literal(true),
  condition: factory.call(operators.notStrictlyFalse, factory.accumulator()),
  step: factory.call(operators.and, factory.accumulator(), predicate as Expr),
  result: factory.accumulator(),
});

const exists: FoldMaker = (factory, [, predicate]) => ({
  start: factory.literal(false),
  condition: factory.call(operators.notStrictlyFalse, factory.call(operators.not, factory.accumulator())),
  step: factory.call(operators.or, factory.accumulator(), predicate as Expr),
  result: factory.accumulator(),
});

const existsOne: FoldMaker = (factory, [, predicate]) => ({
  start: factory.literal(0),
  condition: factory.literal(true),
  step: factory.call(
    operators.conditional,
    predicate as Expr,
    factory.call(operators.add, factory.accumulator(), factory.literal(1)),
    factory.accumulator(),
  ),
  result: factory.call(operators.equals, factory.accumulator(), factory.literal(1)),
});

/** Appends an item per element, or only for those that the filter lets through. */
function collect(factory: ExprFactory, filter: Expr | undefined, item: Expr): Fold {
  const start = factory.list();
  const condition = factory.literal(true);
  const append = factory.call(operators.add, factory.accumulator(), factory.list(item));
  const step = filter ? factory.call(operators.conditional, filter, append, factory.accumulator()) : append;
  return { start, condition, step, result: factory.accumulator() };
}

const notSimple = "argument must be a simple name";
const notIdentifier = "argument is not an identifier";

export const standardMacros: readonly Macro[] = [
  has,
  fold("all", 2, notSimple, all),
  fold("exists", 2, notSimple, exists),
  fold("exists_one", 2, notSimple, existsOne),
  fold("map", 2, notIdentifier, (factory, [, item]) => collect(factory, undefined, item as Expr)),
  fold("map", 3, notIdentifier, (factory, [, filter, item]) => collect(factory, filter, item as Expr)),
  fold("filter", 2, notIdentifier, (factory, [variable, filter]) => collect(factory, filter, variable as Expr)),
];

/** What a parser alone expands: environments do not know the second name of `exists_one`, and so Kubernetes does not. */
export const allMacros: readonly Macro[] = [...standardMacros, fold("existsOne", 2, notSimple, existsOne)];
