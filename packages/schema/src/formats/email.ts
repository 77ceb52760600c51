/** Addresses of e-mail as Go's net/mail reads them: `a@b`, or a name and `<a@b>`; quoted names and parts are allowed. */

const dotted =
  /[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u0080-\u{10ffff}]+(?:\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u0080-\u{10ffff}]+)*/uy;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const quoted = /"(?:[^"\\\x00-\x08\x0a-\x1f\x7f]|\\[\x20-\x7e\t\u0080-\u{10ffff}])*"/uy;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const literalDomain = /\[[^[\]\\\x00-\x20\x7f]+\]/uy;
const nameWord = /[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.\u0080-\u{10ffff}]+/uy;

/** Longer than any address that can be delivered to. */
const maxAddressLength = 10_000;

export function isEmail(text: string): boolean {
  if (text.length > maxAddressLength) return false;
  const plain = withoutComment(text);
  if (isAddress(plain)) return true;
  const bracket = plain.lastIndexOf("<");
  if (bracket < 0 || !plain.endsWith(">")) return false;
  return isAddress(trimBlanks(plain.slice(bracket + 1, -1))) && isPhrase(plain.slice(0, bracket).trim());
}

/** A comment in parentheses may stand behind the address. */
function withoutComment(text: string): string {
  const trimmed = trimBlanks(text);
  const open = trimmed.endsWith(")") ? trimmed.lastIndexOf("(") : -1;
  return open > 0 ? trimmed.slice(0, open).trimEnd() : trimmed;
}

function trimBlanks(text: string): string {
  return text.replace(/^[ \t]+/, "").replace(/(?<![ \t])[ \t]+$/, "");
}

function isAddress(text: string): boolean {
  const at = endOf(text, 0, dotted, quoted);
  return text[at] === "@" && endOf(text, at + 1, dotted, literalDomain) === text.length;
}

function isPhrase(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    const end = endOf(text, at, quoted, nameWord);
    if (end < 0) return false;
    at = end;
    while (text[at] === " " || text[at] === "\t") at += 1;
  }
  return true;
}

/** Where the first of the patterns that match from `start` ends, or -1. */
function endOf(text: string, start: number, ...patterns: readonly RegExp[]): number {
  for (const pattern of patterns) {
    pattern.lastIndex = start;
    if (pattern.test(text)) return pattern.lastIndex;
  }
  return -1;
}
