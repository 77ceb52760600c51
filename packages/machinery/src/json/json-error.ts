/** Why a text was refused as JSON, and where: by byte, as line and column, and with the few characters found there. */
import { Buffer } from "node:buffer";

export class JsonError extends Error {
  override readonly name = "JsonError";
  /** Bytes before the fault, in UTF-8, whether bytes or a string were read. */
  readonly offset: number;
  readonly line: number;
  /** Counted from 1 in UTF-16 units, as editors and `String` do. */
  readonly column: number;

  /** `at` is the fault's index in the text. */
  constructor(what: string, text: string, at: number) {
    const before = text.slice(0, at);
    const line = before.split("\n").length;
    const column = at - before.lastIndexOf("\n");
    super(`line ${line}, column ${column}: ${what}`);
    this.offset = Buffer.byteLength(before);
    this.line = line;
    this.column = column;
  }
}

/**
 * What stands at an index, for an error message. Only a word, an escape or a character is shown, never more of a string:
 * the text may be a Secret, and messages end in logs.
 */
export function quoteJsonAt(text: string, at: number): string {
  if (at >= text.length) return "the end of the text";
  const word = /^(?:[\w.+-]+|\\u[\da-fA-F]{4}|\\.)/.exec(text.slice(at, at + 16))?.[0];
  return JSON.stringify(word ?? String.fromCodePoint(text.codePointAt(at) ?? 0));
}
