/** Texts by code points, as CEL counts them: where a text is, what a part of it is, what it becomes. Messages are cel-go's. */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelValue } from "../values/cel-value.ts";
import { displayValue } from "../values/format-value.ts";
import { countCodePoints } from "../values/size-of.ts";
import { toIndex } from "./library-values.ts";

/** What JavaScript can hold in a string is not much more. */
const maxTextLength = 2 ** 28;

type Args = readonly CelValue[];

/** Most texts have none of the characters for which code points and UTF-16 units differ. */
function isPlain(text: string): boolean {
  return !/[\ud800-\udfff]/.test(text);
}

function outOfRange(index: CelValue | undefined): never {
  throw new CelEvaluationError(`index out of range: ${index}`);
}

function sliceText(text: string, start: number, end?: number): string {
  return isPlain(text) ? text.slice(start, end) : Array.from(text).slice(start, end).join("");
}

export function charAt([text, index]: Args): string {
  const at = toIndex(index);
  if (at < 0 || at > countCodePoints(text as string)) return outOfRange(index);
  return sliceText(text as string, at, at + 1);
}

export function substring([text, start, end]: Args): string {
  const length = countCodePoints(text as string);
  const [from, to] = [toIndex(start), end === undefined ? length : toIndex(end)];
  if (end !== undefined && from > to) {
    throw new CelEvaluationError(`invalid substring range. start: ${start}, end: ${end}`);
  }
  if (from < 0 || from > length) return outOfRange(start);
  if (to < 0 || to > length) return outOfRange(end);
  return sliceText(text as string, from, to);
}

/** An empty text is found wherever one starts to look, even beyond the end. */
export function indexOf([text, part, offset = 0]: Args): CelValue {
  if (part === "") return offset;
  const from = toIndex(offset);
  if (from < 0) return outOfRange(offset);
  const haystack = text as string;
  if (isPlain(haystack)) return haystack.indexOf(part as string, from);
  const rest = sliceText(haystack, from);
  const at = rest.indexOf(part as string);
  return at < 0 ? -1 : from + countCodePoints(rest.slice(0, at));
}

/** The last place that is not after the offset. An offset at the end or beyond finds nothing. */
export function lastIndexOf([text, part, offset]: Args): CelValue {
  const haystack = text as string;
  const length = countCodePoints(haystack);
  if (part === "") return offset ?? length;
  if (length === 0 && offset === undefined) return -1;
  const from = offset === undefined ? length - 1 : toIndex(offset);
  if (from < 0) return outOfRange(offset);
  if (from >= length) return -1;
  const at = haystack.lastIndexOf(part as string, sliceText(haystack, 0, from).length);
  return at < 0 ? -1 : countCodePoints(haystack.slice(0, at));
}

export function lowerAscii([text]: Args): string {
  return (text as string).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function upperAscii([text]: Args): string {
  return (text as string).replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** What Unicode calls white space; `trim` of JavaScript would also take a byte order mark, and leave U+0085. */
export function trim([text]: Args): string {
  const characters = text as string;
  let start = 0;
  let end = characters.length;
  while (start < end && space.test(characters.charAt(start))) start += 1;
  while (end > start && space.test(characters.charAt(end - 1))) end -= 1;
  return characters.slice(start, end);
}

/** At most so many times; a negative limit means always. An empty part is found between all characters. */
export function replace([text, part, replacement, limit = -1]: Args): string {
  const times = toIndex(limit);
  if (times === 0) return text as string;
  const pieces =
    part === "" ? splitAround(text as string, times) : splitText(text as string, part as string, times + 1);
  const length = (text as string).length + pieces.length * (replacement as string).length;
  if (length > maxTextLength) throw new CelEvaluationError("the result of replace() is too long");
  return pieces.join(replacement as string);
}

/** Pieces with a gap before each of the first `times` characters, and after the last one. */
function splitAround(text: string, times: number): string[] {
  const characters = Array.from(text);
  const gaps = times < 0 ? characters.length + 1 : Math.min(times, characters.length + 1);
  const pieces = ["", ...characters.slice(0, gaps - 1)];
  return [...pieces, characters.slice(gaps - 1).join("")];
}

/** At most so many pieces, the last with all that is left; a limit of 0 asks for none, a negative one for all. */
export function split([text, separator, limit = -1]: Args): string[] {
  const count = toIndex(limit);
  if (count === 0) return [];
  return splitText(text as string, separator as string, count < 0 ? 0 : count);
}

function splitText(text: string, separator: string, count: number): string[] {
  const pieces = separator === "" ? Array.from(text) : text.split(separator);
  if (count <= 0 || pieces.length <= count) return pieces;
  return [...pieces.slice(0, count - 1), pieces.slice(count - 1).join(separator)];
}

export function join([list, separator = ""]: Args): string {
  const texts = (list as Args).map((item) => {
    if (typeof item === "string") return item;
    // Null is a number in cel-go, and is shown as one here.
    throw new CelEvaluationError(`join: invalid input: ${item === null ? 0 : displayValue(item)}`);
  });
  return texts.join(separator as string);
}

export function reverse([text]: Args): string {
  return Array.from(text as string)
    .toReversed()
    .join("");
}

const quoteEscapes = new Map(
  Object.entries({
    "\x07": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
    "\\": "\\\\",
    '"': '\\"',
  }),
);

/** In double quotes, with what CEL has escapes for escaped. */
export function quote([text]: Args): string {
  const escaped = Array.from((text as string).toWellFormed(), (character) => quoteEscapes.get(character) ?? character);
  return `"${escaped.join("")}"`;
}
