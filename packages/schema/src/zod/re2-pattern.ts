/**
 * JavaScript's regular expressions in the language of RE2, which is what the API server runs: the same texts match, or the
 * expression is refused.
 *
 * Three differences are left as they are, because writing them out would make every pattern unreadable: for RE2 `\s` knows the
 * white space of ASCII alone, `.` stops at `\n` alone, and a character beyond U+FFFF is one character.
 */
export type Re2Pattern = { readonly pattern: string } | { readonly reason: string; readonly remedy: string };

const maxRepeat = 1_000;
const cel = "or check the value in a CEL rule: k8s.rule(…)";

class RefusedPattern extends Error {
  readonly remedy: string;
  constructor(reason: string, remedy: string) {
    super(reason);
    this.remedy = remedy;
  }
}

export function toRe2Pattern(expression: RegExp): Re2Pattern {
  const flags = expression.flags.replace("u", "");
  try {
    if (flags !== "") {
      throw new RefusedPattern(
        `the API server knows no flags of regular expressions, and ${String(expression)} has ${flags}`,
        flags.includes("i") ? "write both cases out ([Aa])" : "write the expression without",
      );
    }
    return { pattern: translate(expression) };
  } catch (error) {
    if (error instanceof RefusedPattern) return { reason: error.message, remedy: error.remedy };
    throw error;
  }
}

/** A text as a pattern that matches itself. */
export function quotePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

interface Piece {
  readonly pattern: string;
  readonly length: number;
}

function translate({ source, unicode }: RegExp): string {
  let pattern = "";
  let isInClass = false;
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at, at + 40);
    const piece = isInClass ? pieceOfClass(rest, unicode) : pieceOf(rest, unicode);
    if (piece.pattern.startsWith("[") && !isInClass) isInClass = true;
    else if (piece.pattern === "]") isInClass = false;
    pattern += piece.pattern;
    at += piece.length;
  }
  return pattern;
}

function pieceOf(rest: string, unicode: boolean): Piece {
  const [first = ""] = rest;
  if (first === "\\") return escapeOf(rest, unicode, false);
  if (first === "(") return groupOf(rest);
  if (first === "[") {
    if (/^\[\^?\]/.test(rest))
      throw new RefusedPattern("RE2 knows neither [] nor [^]", "write [\\s\\S] for any character");
    return /^\[\^/.test(rest) ? { pattern: "[^", length: 2 } : { pattern: "[", length: 1 };
  }
  const counts = /^\{(\d+)(?:,(\d*))?\}/.exec(rest);
  if (counts?.slice(1).some((count) => Number(count) > maxRepeat)) {
    throw new RefusedPattern(`RE2 repeats at most ${maxRepeat} times`, "limit the length by .max() instead");
  }
  return { pattern: first, length: 1 };
}

/** An unescaped bracket inside a class is itself for JavaScript, and may begin a class such as `[:alpha:]` for RE2. */
function pieceOfClass(rest: string, unicode: boolean): Piece {
  const [first = ""] = rest;
  if (first === "\\") return escapeOf(rest, unicode, true);
  return { pattern: first === "[" ? "\\[" : first, length: 1 };
}

function groupOf(rest: string): Piece {
  if (/^\(\?<?[=!]/.test(rest)) {
    throw new RefusedPattern("RE2 has no lookahead and no lookbehind", `write the expression without, ${cel}`);
  }
  return rest.startsWith("(?<") ? { pattern: "(?P<", length: 3 } : { pattern: "(", length: 1 };
}

function escapeOf(rest: string, unicode: boolean, isInClass: boolean): Piece {
  const letter = rest[1] ?? "";
  if (/[1-9k]/.test(letter)) {
    throw new RefusedPattern("RE2 has no back-references", `write the expression without, ${cel}`);
  }
  const code = /^\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]+)\})/.exec(rest);
  if (code && (code[3] === undefined || unicode)) return characterOf(code);
  if (/^\\[pP]\{[A-Z][a-z]?\}/.test(rest) && unicode)
    return { pattern: rest.slice(0, rest.indexOf("}") + 1), length: rest.indexOf("}") + 1 };
  if (/^\\0(?!\d)/.test(rest)) return { pattern: "\\x00", length: 2 };
  if (letter === "b" && isInClass) return { pattern: "\\x08", length: 2 };
  if (letter === "/") return { pattern: "/", length: 2 };
  if (/[dDwWsSnrtfv]/.test(letter) || (/[bB]/.test(letter) && !isInClass)) {
    return { pattern: `\\${letter}`, length: 2 };
  }
  if (/[A-Za-z0-9]/.test(letter)) {
    throw new RefusedPattern(`\\${letter} means something else to RE2, or nothing`, "write the characters themselves");
  }
  return { pattern: /[ -~]/.test(letter) ? `\\${letter}` : letter, length: 2 };
}

function characterOf(code: RegExpExecArray): Piece {
  const digits = code[1] ?? code[2] ?? code[3] ?? "";
  const isSurrogate = /^[dD][89a-fA-F]..$/.test(digits);
  if (isSurrogate) throw new RefusedPattern("RE2 knows no surrogates", "write the character itself");
  return { pattern: `\\x{${digits}}`, length: code[0].length };
}
