/**
 * Finds a call of `format` that cannot work before it runs: where the text and the list are both written out, every clause must be
 * one, have an argument, and have one of a type that it takes.
 */
import type { CelType } from "../check/cel-type.ts";
import { dynType, typeName } from "../check/cel-types.ts";
import type { CheckedExpression } from "../check/checked-expression.ts";
import type { CallExpr, Expr } from "../syntax/ast.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CallProblem } from "./cel-library.ts";
import { textTypes } from "./format-clauses.ts";
import { type FormatClause, type FormatVerb, formatPieces } from "./string-format.ts";

type Kind = CelType["kind"];

interface ClauseRule {
  readonly kinds: readonly Kind[];
  readonly complaint: string;
}

const textKinds: readonly Kind[] = [
  "list",
  "map",
  "int",
  "uint",
  "double",
  "bool",
  "string",
  "timestamp",
  "bytes",
  "duration",
  "type",
  "null",
];

const hex: ClauseRule = {
  kinds: ["int", "uint", "string", "bytes"],
  complaint: "only integers, byte buffers, and strings can be formatted as hex",
};

/** A text may stand for NaN and the infinities, so it is let through where a double is asked for. */
const rules: Readonly<Record<FormatVerb, ClauseRule>> = {
  s: { kinds: textKinds, complaint: textTypes },
  d: { kinds: ["int", "uint"], complaint: "decimal clause can only be used on integers" },
  f: { kinds: ["double", "string"], complaint: "fixed-point clause can only be used on doubles" },
  e: { kinds: ["double", "string"], complaint: "scientific clause can only be used on doubles" },
  b: { kinds: ["int", "uint", "bool"], complaint: "only integers and bools can be formatted as binary" },
  o: { kinds: ["int", "uint"], complaint: "octal clause can only be used on integers" },
  x: hex,
  X: hex,
};

const numbers: readonly Kind[] = ["int", "uint", "double"];

/** Since version 4, which takes more numbers. */
const rulesV2: Readonly<Record<FormatVerb, ClauseRule>> = {
  s: rules.s,
  d: { kinds: numbers, complaint: "decimal clause can only be used on ints, uints, and doubles" },
  f: { kinds: numbers, complaint: "fixed-point clause can only be used on ints, uints, and doubles" },
  e: { kinds: numbers, complaint: "scientific clause can only be used on ints, uints, and doubles" },
  b: { kinds: ["bool", "int", "uint"], complaint: "only ints, uints, and bools can be formatted as binary" },
  o: { kinds: ["int", "uint"], complaint: "octal clause can only be used on ints and uints" },
  x: { ...hex, complaint: "only ints, uints, bytes, and strings can be formatted as hex" },
  X: { ...hex, complaint: "only ints, uints, bytes, and strings can be formatted as hex" },
};

/** The first thing that is wrong with the call; nothing for a call of another function, or one whose parts are computed. */
export function validateFormatCall(
  call: CallExpr,
  checked: CheckedExpression,
  version: number,
): CallProblem | undefined {
  const { target, args } = call;
  const [list] = args;
  if (call.name !== "format" || target?.kind !== "literal" || list?.kind !== "list" || args.length !== 1)
    return undefined;
  if (typeof target.value !== "string") return undefined;
  const { elements } = list;
  let clauseCount = 0;
  try {
    for (const piece of formatPieces(target.value, elements.length)) {
      if (typeof piece === "string") continue;
      clauseCount += 1;
      const problem = validateClause(piece, elements, checked, version >= 4 ? rulesV2 : rules);
      if (problem) return problem;
    }
  } catch (error) {
    if (error instanceof CelEvaluationError) return { expr: call, message: error.message };
    throw error;
  }
  if (elements.length <= clauseCount) return undefined;
  const counts = `(expected ${clauseCount}, got ${elements.length})`;
  return { expr: call, message: `too many arguments supplied to string.format ${counts}` };
}

function validateClause(
  { verb, index }: FormatClause,
  elements: readonly Expr[],
  checked: CheckedExpression,
  clauseRules: typeof rules,
): CallProblem | undefined {
  const { kinds, complaint } = clauseRules[verb];
  const argument = elements[index];
  const isRight = (expr: Expr) => {
    const { kind } = typeOfExpr(checked, expr);
    return kind === "dyn" || kinds.includes(kind);
  };
  const parts = argument === undefined ? [] : verb === "s" ? literalParts(argument) : [argument];
  const wrong = parts.find((part) => !isRight(part));
  if (!wrong) return undefined;
  const given = typeName(typeOfExpr(checked, wrong));
  return { expr: wrong, message: `error during formatting: ${complaint}, was given ${given}` };
}

function typeOfExpr(checked: CheckedExpression, { id }: Expr): CelType {
  return checked.types.get(id) ?? dynType;
}

/** An expression and, where it is a list or a map that is written out, what stands in it. */
function literalParts(expr: Expr): readonly Expr[] {
  if (expr.kind === "list") return [expr, ...expr.elements.flatMap(literalParts)];
  if (expr.kind !== "map") return [expr];
  return [expr, ...expr.entries.flatMap(({ key, value }) => [...literalParts(key), ...literalParts(value)])];
}
