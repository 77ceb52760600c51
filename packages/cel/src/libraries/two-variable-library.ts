/** cel-go's macros with two variables: index and item of a list, key and value of a map. */
import { mapOf, parameterOf } from "../check/cel-types.ts";
import { type Expr, operators } from "../syntax/ast.ts";
import type { ExprFactory, Macro } from "../syntax/macro.ts";
import { type CelMapValue, insertEntry, mapEntries } from "../values/cel-map.ts";
import type { CelValue } from "../values/cel-value.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload } from "./declare-function.ts";

const mapInsert = "cel.@mapInsert";
/** The accumulator's name in older versions of CEL, kept out of use as a variable. */
const oldAccumulatorName = "__result__";

/** Of the parts of a fold, those in which the macros differ. */
interface Fold {
  readonly start: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** `args` are those after the two variables. */
type FoldMaker = (factory: ExprFactory, args: readonly Expr[], key: string) => Fold;

function fold(name: string, argCount: number, parts: FoldMaker): Macro {
  return {
    name,
    isMember: true,
    argCount,
    expand(factory, target, args) {
      const [variable, variable2] = variablesOf(factory, args);
      return factory.comprehension({
        range: target as Expr,
        variable,
        variable2,
        accumulator: factory.accumulatorName,
        ...parts(factory, args.slice(2), variable),
      });
    },
  };
}

function variablesOf(factory: ExprFactory, [first, second]: readonly Expr[]): [string, string] {
  const names = [first, second].map((argument) =>
    argument?.kind === "ident" ? argument.name : factory.fail(argument as Expr, "argument must be a simple name"),
  ) as [string, string];
  if (names[0] === names[1]) return factory.fail(second as Expr, `duplicate variable name: ${names[0]}`);
  for (const [index, name] of names.entries()) {
    if (name === factory.accumulatorName || name === oldAccumulatorName) {
      return factory.fail([first, second][index] as Expr, "iteration variable overwrites accumulator variable");
    }
  }
  return names;
}

const all: FoldMaker = (factory, [predicate]) => ({
  start: factory.literal(true),
  condition: factory.call(operators.notStrictlyFalse, factory.accumulator()),
  step: factory.call(operators.and, factory.accumulator(), predicate as Expr),
  result: factory.accumulator(),
});

const exists: FoldMaker = (factory, [predicate]) => ({
  start: factory.literal(false),
  condition: factory.call(operators.notStrictlyFalse, factory.call(operators.not, factory.accumulator())),
  step: factory.call(operators.or, factory.accumulator(), predicate as Expr),
  result: factory.accumulator(),
});

const existsOne: FoldMaker = (factory, [predicate]) => ({
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

type Step = (factory: ExprFactory, transform: Expr, key: string) => Expr;

/** One argument transforms every entry; of two, the first chooses the entries. The step is built first, as cel-go does. */
function transform(start: (factory: ExprFactory) => Expr, insert: Step): FoldMaker {
  return (factory, args, key) => {
    const inserted = insert(factory, args.at(-1) as Expr, key);
    const step =
      args.length === 1
        ? inserted
        : factory.call(operators.conditional, args[0] as Expr, inserted, factory.accumulator());
    return { start: start(factory), condition: factory.literal(true), step, result: factory.accumulator() };
  };
}

const transformList = transform(
  (factory) => factory.list(),
  (factory, item) => factory.call(operators.add, factory.accumulator(), factory.list(item)),
);

const transformMap = transform(
  (factory) => factory.map(),
  (factory, value, key) => factory.call(mapInsert, factory.accumulator(), factory.ident(key), value),
);

const transformMapEntry = transform(
  (factory) => factory.map(),
  (factory, entry) => factory.call(mapInsert, factory.accumulator(), entry),
);

function insertAll([map, more]: readonly CelValue[]): CelValue {
  let result = map as CelMapValue;
  for (const [key, value] of mapEntries(more as CelMapValue)) result = insertEntry(result, key, value);
  return result;
}

const key = parameterOf("K");
const value = parameterOf("V");
const map = mapOf(key, value);

export const twoVariableLibrary: CelLibrary = {
  name: "cel.lib.ext.comprev2",
  macros: [
    fold("all", 3, all),
    fold("exists", 3, exists),
    fold("existsOne", 3, existsOne),
    fold("exists_one", 3, existsOne),
    fold("transformList", 3, transformList),
    fold("transformList", 4, transformList),
    fold("transformMap", 3, transformMap),
    fold("transformMap", 4, transformMap),
    fold("transformMapEntry", 3, transformMapEntry),
    fold("transformMapEntry", 4, transformMapEntry),
  ],
  functions: [
    declareFunction(
      mapInsert,
      globalOverload("@mapInsert_map_key_value", [map, key, value], map, ([target, newKey, newValue]) =>
        insertEntry(target as CelMapValue, newKey as CelValue, newValue as CelValue),
      ),
      globalOverload("@mapInsert_map_map", [map, map], map, insertAll),
    ),
  ],
};
