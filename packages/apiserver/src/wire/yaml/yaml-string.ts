/** Writes a text in the plainest style that it can have: as it is, in single quotes, in lines of its own, or escaped in double quotes. */
import { isPlainText } from "./is-plain-text.ts";

export interface TextPlace {
  /** Where the text begins. */
  readonly column: number;
  /** Where its other lines begin. */
  readonly indent: number;
  /** Keys stay on their line. */
  readonly isKey: boolean;
}

/** Lines are broken at the first space behind it. */
const bestWidth = 80;

const special = /[^\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const escaped = /["\\\n\u2028\u2029]|[^\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const anyBreak = /[\n\u2028\u2029]/;
const spaceBeforeBreak = / [\n\u2028\u2029]/;
const spaceBehindBreak = /[\n\u2028\u2029] /;
const spaceAtEdge = /^[ \n\u2028\u2029]|[ \n\u2028\u2029]$/;
const indicator = /^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@`]|[?:-](?: |$))|:(?: |$)|[ \n\u2028\u2029]#/;

export function writeYamlText(text: string, place: TextPlace): string {
  const mustEscape = special.test(text) || spaceBeforeBreak.test(text);
  if (text.includes("\n")) {
    const isLiteral = !mustEscape && !place.isKey && !text.endsWith(" ");
    return isLiteral ? writeLiteral(text, place.indent) : writeEscaped(text, place);
  }
  if (!isPlainText(text) || mustEscape || spaceBehindBreak.test(text)) return writeEscaped(text, place);
  const isPlain = !spaceAtEdge.test(text) && !anyBreak.test(text) && !indicator.test(text);
  return isPlain ? writeFolded(text, place, "") : writeFolded(text, place, "'");
}

function writeFolded(text: string, { column, indent, isKey }: TextPlace, quote: "" | "'"): string {
  const margin = " ".repeat(indent);
  let written = quote;
  let at = column + quote.length;
  let isAfterSpace = false;
  let isAfterBreak = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === " ") {
      const isInside = quote === "" || (index > 0 && index < text.length - 1);
      const isBroken = !isKey && !isAfterSpace && at > bestWidth && isInside && text.charAt(index + 1) !== " ";
      written += isBroken ? `\n${margin}` : char;
      at = isBroken ? indent : at + 1;
      isAfterSpace = true;
    } else if (anyBreak.test(char)) {
      written += char;
      at = 0;
      isAfterBreak = true;
    } else {
      const shown = (isAfterBreak ? margin : "") + (quote !== "" && char === "'" ? "''" : char);
      written += shown;
      at += shown.length;
      isAfterSpace = false;
      isAfterBreak = false;
    }
  }
  return written + quote;
}

const escapes: Readonly<Record<string, string>> = {
  "\0": "0",
  "\x07": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  "\x1b": "e",
  '"': '"',
  "\\": "\\",
  "\x85": "N",
  "\u00a0": "_",
  "\u2028": "L",
  "\u2029": "P",
};

function writeEscaped(text: string, { column, indent, isKey }: TextPlace): string {
  const chars = [...text];
  // Upstream looks for the mark at the beginning whichever character it is about to write.
  const isMarked = text.startsWith("\ufeff");
  let written = '"';
  let at = column + 1;
  let isAfterSpace = false;
  for (const [index, char] of chars.entries()) {
    const isInside = index > 0 && index < chars.length - 1;
    if (char === " " && !isMarked && !isKey && !isAfterSpace && at > bestWidth && isInside) {
      // A space at the beginning of a line would be lost.
      const guard = chars[index + 1] === " " ? "\\" : "";
      written += `\n${" ".repeat(indent)}${guard}`;
      at = indent + guard.length;
    } else {
      const shown = isMarked || escaped.test(char) ? escapeChar(char) : char;
      written += shown;
      at += shown.length;
    }
    isAfterSpace = char === " ";
  }
  return `${written}"`;
}

function escapeChar(char: string): string {
  const known = escapes[char];
  if (known !== undefined) return `\\${known}`;
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** Whatever follows the last break is told by a sign: nothing, less than a line's end, or more. */
function writeLiteral(text: string, indent: number): string {
  const margin = " ".repeat(indent);
  const hint = /^[ \n\u2028\u2029]/.test(text) ? "2" : "";
  const isEnded = anyBreak.test(text.slice(-1));
  const chomp = !isEnded ? "-" : text.length === 1 || anyBreak.test(text.slice(-2, -1)) ? "+" : "";
  return `|${hint}${chomp}\n${text.replace(/(^|[\n\u2028\u2029])(?=[^\n\u2028\u2029])/g, `$1${margin}`)}`;
}
