/**
 * The words of an expression. As in cel-go's grammar the longest word wins, and spaces and comments stand between words.
 *
 * What is no word becomes an `invalid` token, the last before `end`: the parser reports it when it gets there, so that an earlier
 * mistake is told first. Time grows with the length of the text, whatever the text is.
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
  /** Offsets in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** What is wrong with an `invalid` token. */
  readonly problem?: string;
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

export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = matchAt(space, source, 0); at < source.length; ) {
    const next = tokensAt(source, at);
    tokens.push(...next);
    const last = next.at(-1) as Token;
    if (last.kind === "invalid") break;
    at = matchAt(space, source, last.end);
  }
  tokens.push({ kind: "end", start: source.length, end: source.length });
  return tokens;
}

/** Where the match that starts at the offset ends; the offset itself where there is none. */
function matchAt(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

/** The token at the offset, and the one after it where they can only be told together. */
function tokensAt(source: string, start: number): readonly Token[] {
  const string = stringAt(source, start);
  if (string !== undefined) return string;
  let end = matchAt(word, source, start);
  if (end > start) {
    const text = source.slice(start, end);
    return [{ kind: keywords.has(text) ? (text as TokenKind) : "ident", start, end }];
  }
  end = matchAt(double, source, start);
  if (end > start) return [{ kind: "double", start, end }];
  integer.lastIndex = start;
  const number = integer.exec(source);
  if (number) return [{ kind: number[1] ? "uint" : "int", start, end: integer.lastIndex }];
  end = matchAt(symbol, source, start);
  if (end > start) return [{ kind: source.slice(start, end) as SymbolKind, start, end }];
  end = matchAt(quotedWord, source, start);
  if (end > start) return [{ kind: "quoted", start, end }];
  return [invalidCharacter(source, start)];
}

/**
 * A string or bytes literal, or nothing where none starts.
 *
 * An unclosed literal is no word, so the longest word wins that is left: the prefix as an identifier, or the first two of three
 * quotes as an empty string. What follows that cannot be right, and this is the place that cel-go names too.
 */
function stringAt(source: string, start: number): readonly Token[] | undefined {
  stringStart.lastIndex = start;
  const opening = stringStart.exec(source);
  if (!opening) return undefined;
  const [text, bytes, raw, quote] = opening as unknown as [string, string, string, string];
  const kind = bytes ? "bytes" : "string";
  const found = closeString(source, start + text.length, quote, raw !== "");
  if (typeof found === "number") return [{ kind, start, end: found }];
  const rest = start + text.length - 1;
  const invalid: Token = { kind: "invalid", start: rest, end: rest + 1, problem: found };
  if (quote.length === 3) return [{ kind, start, end: rest }, invalid];
  return text.length > 1 ? [{ kind: "ident", start, end: rest }, invalid] : [invalid];
}

/** The end of the literal whose content starts at the offset, or what is wrong with it. */
function closeString(source: string, content: number, quote: string, isRaw: boolean): number | string {
  const isLong = quote.length === 3;
  for (let at = content; at < source.length; ) {
    const char = source[at];
    if (char === quote[0] && source.startsWith(quote, at)) return at + quote.length;
    if (!isLong && (char === "\n" || char === "\r")) {
      return `the string is not closed on its line: close it with ${quote}, or use ${quote.repeat(3)} for several lines`;
    }
    if (char !== "\\" || isRaw) at++;
    else {
      const next = matchAt(escapeSequence, source, at);
      if (next === at) return `the string has an escape that is unknown or incomplete: ${source.slice(at, at + 2)}`;
      at = next;
    }
  }
  return `the string is not closed: ${quote} is missing`;
}

const remedies: Readonly<Record<string, string>> = {
  "=": "compare with '=='",
  "&": "'and' is written '&&'",
  "|": "'or' is written '||'",
  "`": "a quoted name holds letters, digits and _ . - / and spaces, and is closed by another `",
};

function invalidCharacter(source: string, start: number): Token {
  const character = String.fromCodePoint(source.codePointAt(start) as number);
  const remedy = remedies[character];
  const problem = `unexpected character '${character}'${remedy === undefined ? "" : `: ${remedy}`}`;
  return { kind: "invalid", start, end: start + character.length, problem };
}
