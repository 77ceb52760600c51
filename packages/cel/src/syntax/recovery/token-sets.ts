/** Sets of words that may come next, and how cel-go names them in messages. */
import type { TokenKind } from "../tokenize.ts";

/** `epsilon` says that the rule may end here, so that whatever may follow the rule may come. */
export type TokenSet = ReadonlySet<TokenKind | "epsilon">;

const names: Readonly<Partial<Record<TokenKind, string>>> = {
  end: "<EOF>",
  double: "NUM_FLOAT",
  int: "NUM_INT",
  uint: "NUM_UINT",
  string: "STRING",
  bytes: "BYTES",
  ident: "IDENTIFIER",
  quoted: "ESC_IDENTIFIER",
};

/** In the order of cel-go's grammar, which is that of its messages. */
const order: readonly TokenKind[] = [
  ...(["end", "==", "!=", "in", "<", "<=", ">=", ">", "&&", "||", "[", "]", "{", "}", "(", ")", "."] as const),
  ...([",", "-", "!", "?", ":", "+", "*", "/", "%", "true", "false", "null"] as const),
  ...(["double", "int", "uint", "string", "bytes", "ident", "quoted"] as const),
];

export function setOf(...parts: readonly (TokenKind | "epsilon" | TokenSet)[]): TokenSet {
  return new Set(parts.flatMap((part) => (typeof part === "string" ? [part] : [...part])));
}

/** The first in the order of the grammar: what is made up where one word of the set is missing. */
export function firstOf(set: TokenSet): TokenKind {
  return order.find((kind) => set.has(kind)) ?? "end";
}

export function formatTokenSet(set: TokenSet): string {
  const shown = order.filter((kind) => set.has(kind)).map((kind) => names[kind] ?? `'${kind}'`);
  return shown.length === 1 ? String(shown[0]) : `{${shown.join(", ")}}`;
}

const literals = setOf("true", "false", "null", "double", "int", "uint", "string", "bytes");

export const startOfPrimary: TokenSet = setOf("[", "{", "(", ".", "-", "ident", literals);
export const startOfExpr: TokenSet = setOf(startOfPrimary, "!");
export const startOfOptional: TokenSet = setOf(startOfExpr, "?");
export const startOfField: TokenSet = setOf("?", "ident", "quoted");
export const relationOperators: TokenSet = setOf("<", "<=", ">=", ">", "==", "!=", "in");
export const calcOperators: TokenSet = setOf("*", "/", "%", "+", "-");
