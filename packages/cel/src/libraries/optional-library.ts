/** Optionals: values that may be absent, the syntax that makes them (`a.?b`, `a[?i]`), and what is done with them. */
import { boolType, dynType, intType, listOf, mapOf, optionalOf, parameterOf, stringType } from "../check/cel-types.ts";
import type { Overload } from "../check/function-declaration.ts";
import { type Expr, operators } from "../syntax/ast.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { ExprFactory, Macro } from "../syntax/macro.ts";
import { CelOptional, type CelValue } from "../values/cel-value.ts";
import { displayValue } from "../values/format-value.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload, memberOverload } from "./declare-function.ts";
import { isZeroValue } from "./is-zero-value.ts";
import { noSuchOverload } from "./library-values.ts";

const none = new CelOptional(undefined);

function optionalValue(value: CelValue | undefined): CelOptional {
  return value instanceof CelOptional ? value : noSuchOverload();
}

function contentOf(optional: CelOptional): CelValue {
  if (optional.value === undefined) throw new CelEvaluationError("optional.none() dereference");
  return optional.value;
}

function unwrap([list]: readonly CelValue[]): CelValue[] {
  return (list as readonly CelValue[]).flatMap((item) => {
    if (!(item instanceof CelOptional)) {
      throw new CelEvaluationError(`value ${displayValue(item)} is not optional`);
    }
    return item.value === undefined ? [] : [item.value];
  });
}

/** `target.optMap(name, expr)`: the expression with the value under that name, where there is one. */
function bindingMacro(name: string, wrap: (factory: ExprFactory, bound: () => Expr) => Expr): Macro {
  return {
    name,
    isMember: true,
    argCount: 2,
    expand(factory, target, [variable, result]) {
      if (variable?.kind !== "ident") {
        return factory.fail(variable as Expr, `${name}() variable name must be a simple identifier`);
      }
      const bound = () =>
        factory.comprehension({
          range: factory.list(),
          variable: "#unused",
          accumulator: variable.name,
          start: factory.memberCall("value", factory.copy(target as Expr)),
          condition: factory.literal(false),
          step: factory.ident(variable.name),
          result: result as Expr,
        });
      return factory.call(
        operators.conditional,
        factory.memberCall("hasValue", target as Expr),
        wrap(factory, bound),
        factory.call("optional.none"),
      );
    },
  };
}

const key = parameterOf("K");
const value = parameterOf("V");
const optional = optionalOf(value);
const list = listOf(value);
const map = mapOf(key, value);
const optionals = listOf(optional);

/** The evaluator has these built in: it must not evaluate what is not needed. */
function builtIn(
  id: string,
  parameters: Overload["parameters"],
  result: Overload["result"],
  isMember = false,
): Overload {
  return { id, isMember, parameters, result };
}

function first(items: CelValue | undefined): CelOptional {
  return new CelOptional((items as readonly CelValue[])[0]);
}

function last(items: CelValue | undefined): CelOptional {
  return new CelOptional((items as readonly CelValue[]).at(-1));
}

/** Version 2, which has everything. */
export const optionalLibrary: CelLibrary = {
  name: "cel.lib.optional",
  optionalSyntax: true,
  types: [optional],
  macros: [
    bindingMacro("optMap", (factory, bound) => factory.call("optional.of", bound())),
    bindingMacro("optFlatMap", (_factory, bound) => bound()),
  ],
  functions: [
    declareFunction(
      "optional.of",
      globalOverload("optional_of", [value], optional, ([content]) => new CelOptional(content)),
    ),
    declareFunction(
      "optional.ofNonZeroValue",
      globalOverload("optional_ofNonZeroValue", [value], optional, ([content]) =>
        isZeroValue(content ?? null) ? none : new CelOptional(content),
      ),
    ),
    declareFunction(
      "optional.none",
      globalOverload("optional_none", [], optional, () => none),
    ),
    declareFunction(
      "value",
      memberOverload("optional_value", [optional], value, ([target]) => contentOf(optionalValue(target))),
    ),
    declareFunction(
      "hasValue",
      memberOverload(
        "optional_hasValue",
        [optional],
        boolType,
        ([target]) => optionalValue(target).value !== undefined,
      ),
    ),
    declareFunction("or", builtIn("optional_or_optional", [optional, optional], optional, true)),
    declareFunction("orValue", builtIn("optional_orValue_value", [optional, value], value, true)),
    declareFunction(operators.optionalSelect, builtIn("select_optional_field", [dynType, stringType], optional)),
    declareFunction(
      operators.optionalIndex,
      builtIn("list_optindex_optional_int", [list, intType], optional),
      builtIn("optional_list_optindex_optional_int", [optionalOf(list), intType], optional),
      builtIn("map_optindex_optional_value", [map, key], optional),
      builtIn("optional_map_optindex_optional_value", [optionalOf(map), key], optional),
    ),
    declareFunction(
      operators.index,
      builtIn("optional_list_index_int", [optionalOf(list), intType], optional),
      builtIn("optional_map_index_value", [optionalOf(map), key], optional),
    ),
    declareFunction(
      "last",
      memberOverload("list_last", [list], optional, ([items]) => last(items)),
    ),
    declareFunction(
      "first",
      memberOverload("list_first", [list], optional, ([items]) => first(items)),
    ),
    declareFunction("optional.unwrap", globalOverload("optional_unwrap", [optionals], list, unwrap)),
    declareFunction("unwrapOpt", memberOverload("optional_unwrapOpt", [optionals], list, unwrap)),
  ],
};
