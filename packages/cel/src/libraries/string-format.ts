/**
 * `text.format([args])`: the text with its clauses (`%s`, `%d`, `%.3f`) replaced by the arguments in turn.
 *
 * Clauses are found one at a time, so that of several faults the first in the text is the one that is told.
 */

import { Buffer } from "node:buffer";
import { quoteGo } from "@pintle/machinery";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelValue } from "../values/cel-value.ts";
import { formatClause } from "./format-clauses.ts";
import { formatClauseV2 } from "./format-clauses-v2.ts";

export type FormatVerb = "s" | "d" | "f" | "e" | "b" | "x" | "X" | "o";

export interface FormatClause {
  readonly verb: FormatVerb;
  /** The digits after the point that `%.3f` asks for; 6 where it asks for none. */
  readonly precision: number;
  /** Which argument it takes. */
  readonly index: number;
}

const defaultPrecision = 6;
const maxInt64 = 2n ** 63n - 1n;

/** The literal pieces and clauses of a format in turn. Throws a `CelEvaluationError` at what is no clause. */
export function* formatPieces(format: string, argumentCount: number): Generator<string | FormatClause> {
  let index = 0;
  let at = 0;
  while (at < format.length) {
    const percent = format.indexOf("%", at);
    if (percent < 0 || percent > at) yield format.slice(at, percent < 0 ? undefined : percent);
    if (percent < 0) return;
    if (format.charAt(percent + 1) === "%") {
      yield "%";
      at = percent + 2;
      continue;
    }
    if (index >= argumentCount) throw new CelEvaluationError(`index ${index} out of range`);
    if (percent + 1 >= format.length) throw new CelEvaluationError("unexpected end of string");
    const { precision, verbAt } = readPrecision(format, percent + 1);
    yield { verb: readVerb(format, verbAt), precision, index };
    index += 1;
    at = verbAt + 1;
  }
}

/** Up to version 3 numbers are written for English readers (`1,000.5`, `1.5×10⁰³`); since version 4 as Go writes them. */
export function formatText(format: string, args: readonly CelValue[], version: number): string {
  const formatOne = version >= 4 ? formatClauseV2 : formatClause;
  let text = "";
  for (const piece of formatPieces(format, args.length)) {
    text += typeof piece === "string" ? piece : explain(() => formatOne(piece, args[piece.index] ?? null));
  }
  return text;
}

function explain(format: () => string): string {
  try {
    return format();
  } catch (error) {
    if (error instanceof CelEvaluationError) throw new CelEvaluationError(`error during formatting: ${error.message}`);
    throw error;
  }
}

function readPrecision(format: string, at: number): { readonly precision: number; readonly verbAt: number } {
  if (format.charAt(at) !== ".") return { precision: defaultPrecision, verbAt: at };
  const digits = /[0-9]*/y;
  digits.lastIndex = at + 1;
  const [text = ""] = digits.exec(format) ?? [];
  const verbAt = at + 1 + text.length;
  if (verbAt >= format.length) return refusePrecision("could not find end of precision specifier");
  const isInRange = text !== "" && BigInt(text) <= maxInt64;
  if (isInRange) return { precision: Number(text), verbAt };
  const problem = text === "" ? "invalid syntax" : "value out of range";
  return refusePrecision(
    `error while converting precision to integer: strconv.Atoi: parsing ${quoteGo(text)}: ${problem}`,
  );
}

function refusePrecision(problem: string): never {
  return refuseClause(`error while parsing precision: ${problem}`);
}

function readVerb(format: string, at: number): FormatVerb {
  const verb = format.charAt(at);
  if (/^[sdfebxXo]$/.test(verb)) return verb as FormatVerb;
  // Go reads the format byte by byte, and shows the first one of a longer character.
  const [byte = 0] = Buffer.from(format.slice(at, at + 2));
  return refuseClause(`unrecognized formatting clause "${String.fromCharCode(byte)}"`);
}

function refuseClause(problem: string): never {
  throw new CelEvaluationError(`could not parse formatting clause: ${problem}`);
}
