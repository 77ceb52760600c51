/** What literals mean: numbers within their 64 bits, strings and bytes without quotes and escapes. The tokenizer has seen to their form. */
import { CelDouble, CelUint, type CelValue } from "../values/cel-value.ts";
import type { TokenKind } from "./tokenize.ts";

/** A value, or the problem in cel-go's words. */
export type LiteralResult<Value> = { readonly value: Value } | { readonly problem: string };

/** The value of a literal, or nothing where a token of that kind is none. The text of a number may start with its sign. */
export function parseLiteral(kind: TokenKind, text: string): LiteralResult<CelValue> | undefined {
  switch (kind) {
    case "int":
      return parseInt64(text);
    case "uint":
      return parseUint64(text);
    case "double":
      return parseDouble(text);
    case "string":
      return parseQuotedString(text);
    case "bytes":
      return parseQuotedBytes(text);
    case "true":
      return { value: true };
    case "false":
      return { value: false };
    case "null":
      return { value: null };
    default:
      return undefined;
  }
}

/** `12`, `-12`, `0xc`. */
function parseInt64(text: string): LiteralResult<number | bigint> {
  const isNegative = text.startsWith("-");
  const size = unsigned(isNegative ? text.slice(1) : text);
  const limit = isNegative ? 2n ** 63n : 2n ** 63n - 1n;
  if (size === undefined || size > limit) return { problem: "invalid int literal" };
  return { value: narrow(isNegative ? -size : size) };
}

/** `12u`, `0xCU`. */
function parseUint64(text: string): LiteralResult<CelUint> {
  const size = unsigned(text.slice(0, -1));
  return size === undefined ? { problem: "invalid uint literal" } : { value: new CelUint(narrow(size)) };
}

function parseDouble(text: string): LiteralResult<CelDouble> {
  const value = Number(text);
  return Number.isFinite(value) ? { value: new CelDouble(value) } : { problem: "invalid double literal" };
}

/** At most 64 bits. Longer digits are not even read, because reading very long ones takes more than linear time. */
function unsigned(text: string): bigint | undefined {
  const digits = text.replace(/^0x0*|^0+(?=\d)/, (zeros) => (zeros.startsWith("0x") ? "0x0" : ""));
  if (digits.length > 20) return undefined;
  const value = BigInt(digits);
  return value < 2n ** 64n ? value : undefined;
}

function narrow(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** `\xff`, `\u263a`, `\U0001f601`, octal `\377`, or a single character. */
const escapes = /\\(?:[xX]..|u.{4}|U.{8}|[0-3]..|.)/g;

const simpleEscapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function parseQuotedString(text: string): LiteralResult<string> {
  const { content, isRaw } = unquote(text);
  if (isRaw) return { value: content };
  let isInvalid = false;
  const value = content.replace(escapes, (sequence) => {
    const simple = simpleEscape(sequence);
    if (simple !== undefined) return simple;
    const point = escapedNumber(sequence);
    if (point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)) return String.fromCodePoint(point);
    isInvalid = true;
    return "";
  });
  return isInvalid ? { problem: "invalid unicode code point" } : { value };
}

/** In bytes `\x` and octal escapes are single bytes; everything else is UTF-8. */
function parseQuotedBytes(text: string): LiteralResult<Uint8Array> {
  const { content, isRaw } = unquote(text.slice(1));
  const encoder = new TextEncoder();
  if (isRaw) return { value: encoder.encode(content) };
  const bytes: number[] = [];
  let done = 0;
  for (const { 0: sequence, index } of content.matchAll(escapes)) {
    if (/^\\u/i.test(sequence)) return { problem: "unable to unescape string" };
    for (const byte of encoder.encode(content.slice(done, index))) bytes.push(byte);
    bytes.push(simpleEscape(sequence)?.charCodeAt(0) ?? escapedNumber(sequence));
    done = index + sequence.length;
  }
  for (const byte of encoder.encode(content.slice(done))) bytes.push(byte);
  return { value: Uint8Array.from(bytes) };
}

function unquote(text: string): { content: string; isRaw: boolean } {
  const isRaw = /^r/i.test(text);
  const quoted = (isRaw ? text.slice(1) : text).replace(/\r\n?/g, "\n");
  const width = /^(?:"""|''')/.test(quoted) && quoted.length >= 6 ? 3 : 1;
  return { content: quoted.slice(width, -width), isRaw };
}

function simpleEscape(sequence: string): string | undefined {
  const name = sequence[1] as string;
  if (/[xXuU0-3]/.test(name)) return undefined;
  return simpleEscapes[name] ?? name;
}

function escapedNumber(sequence: string): number {
  return /[0-3]/.test(sequence[1] as string)
    ? Number.parseInt(sequence.slice(1), 8)
    : Number.parseInt(sequence.slice(2), 16);
}
