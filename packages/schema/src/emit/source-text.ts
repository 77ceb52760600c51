/**
 * Text from outside as part of a TypeScript program: no description ends its comment, no key or literal ends its quotes, and no
 * character hides what stands there.
 */

/** What an editor does not show, or shows in another order than the compiler reads. */
const unseen = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;
const unseenInComments =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

const lineWidth = 120;

export function quoteText(text: string): string {
  return JSON.stringify(text).replace(unseen, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A key of an interface: quoted where it is no plain identifier. Reserved words may stand there as they are. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteText(name);
}

/** Part of a name in camel case: `my-key.v2` gives `MyKeyV2`. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** `HTTPRoute` gives `http-route`. */
export function kebabCase(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}

/** Paragraphs as a doc comment that ends with a line break, or nothing where there is nothing to say. */
export function docComment(paragraphs: readonly (string | undefined)[], indent: string): string {
  const lines = paragraphs
    .flatMap((text) => (text?.trim() ? [commentLines(text, lineWidth - indent.length - 3)] : []))
    .flatMap((paragraph, index) => (index === 0 ? paragraph : ["", ...paragraph]));
  const [only, another] = lines;
  if (only === undefined) return "";
  if (another === undefined && indent.length + only.length + 7 <= lineWidth) return `${indent}/** ${only} */\n`;
  const body = lines.map((line) => `${indent} *${line && ` ${line}`}\n`).join("");
  return `${indent}/**\n${body}${indent} */\n`;
}

function commentLines(text: string, width: number): string[] {
  return text
    .trim()
    .split(/\r\n|[\n\r]/)
    .map((line) => harmless(line.replaceAll("\t", "  ").replace(unseenInComments, "")).trimEnd())
    .flatMap((line) => wrap(line, width))
    .filter((line, index, lines) => line !== "" || lines[index - 1] !== "");
}

/** In a comment only its end and orders to the compiler (`@ts-expect-error`) mean something. */
function harmless(line: string): string {
  return line.replaceAll("*/", "*\\/").replaceAll(/@(?=ts-)/g, "@ ");
}

function wrap(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const indent = line.slice(0, line.length - line.trimStart().length).slice(0, 20);
  const lines: string[] = [];
  let current = "";
  for (const word of line.trimStart().split(/ +/)) {
    if (current !== "" && indent.length + current.length + 1 + word.length > width) {
      lines.push(indent + current);
      current = word;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  lines.push(indent + current);
  return lines;
}
