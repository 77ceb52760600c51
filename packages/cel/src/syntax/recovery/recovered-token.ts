/** Words for a parser that goes on after mistakes, in which what is no word has been reported and left out. */
import type { CelIssue } from "../cel-error.ts";
import { type TokenKind, tokenAt } from "../tokenize.ts";

export interface RecoveredToken {
  readonly kind: TokenKind;
  readonly start: number;
  readonly text: string;
  /** The spaces and comments before it. */
  readonly hidden: string;
  /** Set for a word that was not there, and without which nothing would fit. */
  readonly isMissing?: boolean;
}

const hiddenText = /(?:[ \t\r\n\f]|\/\/[^\n]*)*/y;

/** As many mistakes are told, and then that there are more. */
export const maxSyntaxErrors = 100;

/** `undefined` where too much is wrong to go on. */
export function readTokens(source: string, issues: CelIssue[]): readonly RecoveredToken[] | undefined {
  const tokens: RecoveredToken[] = [];
  let hidden = "";
  for (let at = 0; ; ) {
    hiddenText.lastIndex = at;
    const skipped = hiddenText.exec(source)?.[0] ?? "";
    hidden += skipped;
    at += skipped.length;
    if (at >= source.length) break;
    const found = tokenAt(source, at);
    const end = found.kind === "invalid" ? endOfCodePoint(source, found.end) : found.end;
    const text = source.slice(at, end);
    if (found.kind === "invalid") {
      const isLast = issues.length === maxSyntaxErrors;
      const told = isLast ? `More than ${maxSyntaxErrors} syntax errors` : `token recognition error at: '${text}'`;
      issues.push({ message: `Syntax error: ${told}`, offset: at });
      if (isLast) return undefined;
    } else {
      tokens.push({ kind: found.kind, start: at, text, hidden });
      hidden = "";
    }
    at = end;
  }
  tokens.push({ kind: "end", start: source.length, text: "<EOF>", hidden });
  return tokens;
}

/** The sign at which a word turned out to be none belongs to what is left out. */
function endOfCodePoint(source: string, at: number): number {
  return Math.min(source.length, at + String.fromCodePoint(source.codePointAt(at) ?? 0).length);
}
