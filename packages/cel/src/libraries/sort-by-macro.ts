/** `list.sortBy(item, key)`: binds the list to a name, maps it to its keys, and sorts it by them. */
import type { Expr } from "../syntax/ast.ts";
import type { Macro } from "../syntax/macro.ts";
import { standardMacros } from "../syntax/standard-macros.ts";

const inputName = "@__sortBy_input__";

const mapMacro = standardMacros.find(({ name, argCount }) => name === "map" && argCount === 2);

export const sortByMacro: Macro = {
  name: "sortBy",
  isMember: true,
  argCount: 2,
  expand(factory, target, args) {
    const list = target as Expr;
    const input = factory.ident(inputName);
    if (list.kind === "literal" || list.kind === "map" || list.kind === "struct") {
      return factory.fail(
        list,
        "sortBy can only be applied to a list, identifier, comprehension, call or select expression",
      );
    }
    const keys = mapMacro?.expand(factory, factory.copy(input), args) as Expr;
    const sorted = factory.memberCall("@sortByAssociatedKeys", factory.copy(input), keys);
    return factory.comprehension({
      range: factory.list(),
      variable: "#unused",
      accumulator: inputName,
      start: list,
      condition: factory.literal(false),
      step: input,
      result: sorted,
    });
  },
};
