/** cel-go's extension for strings. */
import { dynType, intType, listOf, stringType } from "../check/cel-types.ts";
import type { FunctionDeclaration } from "../check/function-declaration.ts";
import type { CelValue } from "../values/cel-value.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload, memberOverload } from "./declare-function.ts";
import { traversalCosts } from "./library-cost.ts";
import { listTraversalCosts } from "./list-cost.ts";
import { formatText } from "./string-format.ts";
import {
  charAt,
  indexOf,
  join,
  lastIndexOf,
  lowerAscii,
  quote,
  replace,
  reverse,
  split,
  substring,
  trim,
  upperAscii,
} from "./string-functions.ts";
import { joinCosts, quoteCosts, replaceCosts, splitCosts } from "./strings-cost.ts";
import { validateFormatCall } from "./validate-format-call.ts";

/**
 * Which functions there are: 1 adds `format` and `strings.quote`, 2 lets `join` take any list, 3 adds `reverse`, 4 changes how
 * `format` writes. Kubernetes has 0 up to 1.28 and 2 since.
 */
export type StringsVersion = 0 | 1 | 2 | 3 | 4;

const text = stringType;
const texts = listOf(stringType);
const copyCosts = traversalCosts({ keepsSize: true });

const versionZero: readonly FunctionDeclaration[] = [
  declareFunction("charAt", memberOverload("string_char_at_int", [text, intType], text, charAt)),
  declareFunction(
    "indexOf",
    memberOverload("string_index_of_string", [text, text], intType, indexOf, listTraversalCosts),
    memberOverload("string_index_of_string_int", [text, text, intType], intType, indexOf, listTraversalCosts),
  ),
  declareFunction(
    "lastIndexOf",
    memberOverload("string_last_index_of_string", [text, text], intType, lastIndexOf, listTraversalCosts),
    memberOverload("string_last_index_of_string_int", [text, text, intType], intType, lastIndexOf, listTraversalCosts),
  ),
  declareFunction("lowerAscii", memberOverload("string_lower_ascii", [text], text, lowerAscii, copyCosts)),
  declareFunction("upperAscii", memberOverload("string_upper_ascii", [text], text, upperAscii, copyCosts)),
  declareFunction("trim", memberOverload("string_trim", [text], text, trim, copyCosts)),
  declareFunction(
    "replace",
    memberOverload("string_replace_string_string", [text, text, text], text, replace, replaceCosts),
    memberOverload("string_replace_string_string_int", [text, text, text, intType], text, replace, replaceCosts),
  ),
  declareFunction(
    "split",
    memberOverload("string_split_string", [text, text], texts, split, splitCosts),
    memberOverload("string_split_string_int", [text, text, intType], texts, split, splitCosts),
  ),
  declareFunction(
    "substring",
    memberOverload("string_substring_int", [text, intType], text, substring, copyCosts),
    memberOverload("string_substring_int_int", [text, intType, intType], text, substring, copyCosts),
  ),
  declareFunction(
    "join",
    memberOverload("list_join", [texts], text, join, joinCosts),
    memberOverload("list_join_string", [texts, text], text, join, joinCosts),
  ),
];

function format(version: StringsVersion): FunctionDeclaration {
  const call = ([target, args]: readonly CelValue[]) =>
    formatText(target as string, args as readonly CelValue[], version);
  return declareFunction(
    "format",
    memberOverload("string_format", [text, listOf(dynType)], text, call, traversalCosts()),
  );
}

const quoting = declareFunction("strings.quote", globalOverload("strings_quote", [text], text, quote, quoteCosts));
const reversing = declareFunction("reverse", memberOverload("string_reverse", [text], text, reverse));

export function stringsLibrary(version: StringsVersion): CelLibrary {
  return {
    name: "cel.lib.ext.strings",
    functions: [
      ...versionZero,
      ...(version >= 1 ? [format(version), quoting] : []),
      ...(version >= 3 ? [reversing] : []),
    ],
    ...(version >= 1 && {
      homogeneousExempt: ["format"],
      validateCall: (call, checked) => validateFormatCall(call, checked, version),
    }),
  };
}
