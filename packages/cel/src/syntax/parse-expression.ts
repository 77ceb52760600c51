/**
 * Parses the source of an expression, as cel-go does: the same trees with the same ids, the same sources refused, in the same words.
 *
 * Whatever the source, the answer is a tree of bounded depth or a `CelError`, in time that grows with the length of the text.
 */
import type { Expr, ParsedExpression } from "./ast.ts";
import { CelError } from "./cel-error.ts";
import { ExprBuilder } from "./expr-builder.ts";
import { ExpressionParser, type ParserSettings, SyntaxFailure } from "./expression-parser.ts";
import type { Macro } from "./macro.ts";
import { explainSyntax } from "./recovery/explain-syntax.ts";
import { allMacros } from "./standard-macros.ts";

export interface ParseOptions {
  /** Those of the language unless told otherwise; a list replaces them. */
  readonly macros?: readonly Macro[];
  /** How deep expressions may be nested: 250. */
  readonly maxDepth?: number;
  /** Whether `a.?b`, `a[?b]`, `[?a]` and `{?a: b}` are part of the language: they are. Kubernetes has them since 1.28. */
  readonly optionalSyntax?: boolean;
  /** Whether a field may be quoted by backticks: it may. Kubernetes does not know that form, up to 1.36. */
  readonly quotedFields?: boolean;
}

/** As many code points may a source have, in cel-go and so in Kubernetes. */
const maxCodePoints = 100_000;

export function parseExpression(source: string, options: ParseOptions = {}): ParsedExpression {
  refuseLongSource(source);
  const { macros = allMacros, maxDepth = 250, optionalSyntax = true, quotedFields = true } = options;
  const builder = new ExprBuilder(macros);
  const settings = { maxDepth, optionalSyntax, quotedFields };
  const expr = parse(source, builder, macros, settings);
  if (builder.issues.length > 0) throw new CelError(source, builder.issues);
  return { expr, source, offsets: builder.offsets, macroCalls: builder.macroCalls };
}

function parse(source: string, builder: ExprBuilder, macros: readonly Macro[], settings: ParserSettings): Expr {
  try {
    return new ExpressionParser(source, builder, settings).parse();
  } catch (error) {
    if (error instanceof SyntaxFailure) throw new CelError(source, explainSyntax(source, macros, settings));
    throw error;
  }
}

function refuseLongSource(source: string): void {
  if (source.length <= maxCodePoints) return;
  let codePoints = source.length;
  for (const _pair of source.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) codePoints -= 1;
  if (codePoints <= maxCodePoints) return;
  const message = `expression code point size exceeds limit: size: ${codePoints}, limit ${maxCodePoints}`;
  throw new CelError(source, [{ message, offset: -1 }]);
}
