/**
 * The words of an expression. As in cel-go's grammar the longest word wins, and spaces and comments stand between words.
 *
 * What is no word becomes an `invalid` token, the last before `end`. Time grows with the length of the text, whatever the text is.
 */

export type TokenKind =
  | SymbolKind
  | "true"
  | "false"
  | "null"
  | "in"
  | "ident"
  /** An identifier between backticks. */
  | "quoted"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "invalid"
  | "end";

type SymbolKind =
  | ("==" | "!=" | "<=" | ">=" | "<" | ">" | "&&" | "||" | "!" | "+" | "-" | "*" | "/" | "%")
  | ("[" | "]" | "{" | "}" | "(" | ")" | "." | "," | "?" | ":");

export interface Token {
  readonly kind: TokenKind;
  /** Offsets in the text, in UTF-16 units. An `invalid` token ends before the sign at which it turned out to be none. */
  readonly start: number;
  readonly end: number;
}

const keywords: ReadonlySet<string> = new Set(["true", "false", "null", "in"]);
const space = /(?:[ \t\r\n\f]|\/\/[^\n]*)*/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const double = /(?:\d+\.\d+|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+/y;
const integer = /(?:0x[0-9a-fA-F]+|\d+)([uU]?)/y;
const symbol = /[=!<>]=|&&|\|\||[<>!+\-*/%[\]{}().,?:]/y;
const quotedWord = /`[A-Za-z0-9_.\-/ ]+`/y;
const stringStart = /([bB]?)([rR]?)("""|'''|"|')/y;
const escapeSequence = /\\(?:[abfnrtv"'\\?`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})/y;
/** As much of an escape as there is of it. */
const brokenEscape = /\\(?:[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]?)?/y;
const brokenQuotedWord = /`[A-Za-z0-9_.\-/ ]*/y;

export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = matchAt(space, source, 0); at < source.length; ) {
    const token = tokenAt(source, at);
    tokens.push(token);
    if (token.kind === "invalid") break;
    at = matchAt(space, source, token.end);
  }
  tokens.push({ kind: "end", start: source.length, end: source.length });
  return tokens;
}

/** Where the match that starts at the offset ends; the offset itself where there is none. */
function matchAt(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

/** The token at the offset, where there is no space. */
export function tokenAt(source: string, start: number): Token {
  const string = stringAt(source, start);
  if (string !== undefined && string.kind !== "invalid") return string;
  let end = matchAt(word, source, start);
  if (end > start) {
    const text = source.slice(start, end);
    return { kind: keywords.has(text) ? (text as TokenKind) : "ident", start, end };
  }
  if (string !== undefined) return string;
  end = matchAt(double, source, start);
  if (end > start) return { kind: "double", start, end };
  integer.lastIndex = start;
  const number = integer.exec(source);
  if (number) return { kind: number[1] ? "uint" : "int", start, end: integer.lastIndex };
  end = matchAt(symbol, source, start);
  if (end > start) return { kind: source.slice(start, end) as SymbolKind, start, end };
  end = matchAt(quotedWord, source, start);
  if (end > start) return { kind: "quoted", start, end };
  const isHalfSymbol = /[=&|]/.test(source.charAt(start));
  return { kind: "invalid", start, end: isHalfSymbol ? start + 1 : matchAt(brokenQuotedWord, source, start) };
}

/**
 * A string or bytes literal, or nothing where none starts.
 *
 * An unclosed literal is no word, so the longest word wins that is left: the first two of three quotes as an empty string, or the
 * prefix as an identifier, which is for the caller to find.
 */
function stringAt(source: string, start: number): Token | undefined {
  stringStart.lastIndex = start;
  const opening = stringStart.exec(source);
  if (!opening) return undefined;
  const [text, bytes, raw, quote] = opening as unknown as [string, string, string, string];
  const kind = bytes ? "bytes" : "string";
  const { end, isClosed } = closeString(source, start + text.length, quote, raw !== "");
  if (isClosed) return { kind, start, end };
  return quote.length === 3 ? { kind, start, end: start + text.length - 1 } : { kind: "invalid", start, end };
}

/** The end of the literal whose content starts at the offset, or where it turns out to be none. */
function closeString(
  source: string,
  content: number,
  quote: string,
  isRaw: boolean,
): { readonly end: number; readonly isClosed: boolean } {
  const isLong = quote.length === 3;
  for (let at = content; at < source.length; ) {
    const char = source[at];
    if (char === quote[0] && source.startsWith(quote, at)) return { end: at + quote.length, isClosed: true };
    if (!isLong && (char === "\n" || char === "\r")) return { end: at, isClosed: false };
    if (char !== "\\" || isRaw) at++;
    else {
      const next = matchAt(escapeSequence, source, at);
      if (next === at) return { end: matchAt(brokenEscape, source, at), isClosed: false };
      at = next;
    }
  }
  return { end: source.length, isClosed: false };
}
