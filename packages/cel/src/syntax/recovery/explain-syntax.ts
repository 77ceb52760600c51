/**
 * What is wrong with a text that does not parse, in cel-go's words: all its mistakes, not only the first.
 *
 * The words are those of a parser made by ANTLR, and users of Kubernetes know them. They depend on how such a parser goes on after a
 * mistake, so that is done here as it does it; expressions without mistakes never come here.
 */
import type { CelIssue } from "../cel-error.ts";
import { ExprBuilder } from "../expr-builder.ts";
import type { Macro } from "../macro.ts";
import { ErrorRecovery } from "./error-recovery.ts";
import { readTokens } from "./recovered-token.ts";
import { RecoveringParser } from "./recovering-parser.ts";
import { RecoveredVisitor, type VisitSettings } from "./visit-recovered.ts";

export function explainSyntax(
  source: string,
  macros: readonly Macro[],
  settings: VisitSettings & { readonly maxDepth: number },
): readonly CelIssue[] {
  const issues: CelIssue[] = [];
  const tokens = readTokens(source, issues);
  const tree = tokens && new RecoveringParser(new ErrorRecovery(tokens, issues), settings.maxDepth).parse();
  if (!tree) return issues;
  const builder = new ExprBuilder(macros);
  new RecoveredVisitor(builder, settings).visit(tree);
  return [...issues, ...builder.issues];
}
