/**
 * RE2 patterns, compiled once and kept for the next call.
 *
 * Rules run the same few patterns again and again, and compiling costs more than matching. The cache is bounded, because a
 * pattern may also come from the object that is looked at.
 */
import { RE2JS } from "re2js";
import type { Pattern } from "../check/function-declaration.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";

/** Enough for the rules of many resources; what is left out is compiled again. */
const maxCachedPatterns = 500;

export function createPatternCache(): (text: string) => Pattern {
  const cache = new Map<string, Pattern>();
  return (text) => {
    const known = cache.get(text);
    if (known) return known;
    const pattern = compilePattern(text);
    if (cache.size >= maxCachedPatterns) cache.delete(cache.keys().next().value as string);
    cache.set(text, pattern);
    return pattern;
  };
}

/** Throws a `CelEvaluationError` with Go's words for a pattern that RE2 does not know. */
export function compilePattern(text: string): Pattern {
  const compiled = compile(text);
  return {
    matches: (input) => compiled.test(input),
    findAll: (input, limit) => findAll(compiled, input, limit),
  };
}

function compile(text: string): RE2JS {
  try {
    return RE2JS.compile(text);
  } catch (error) {
    throw new CelEvaluationError(error instanceof Error ? error.message : String(error));
  }
}

/** Go leaves out an empty match that touches the match before it; RE2JS, after Java, does not. */
function findAll(compiled: RE2JS, input: string, limit: number): string[] {
  const found: string[] = [];
  const matcher = compiled.matcher(input);
  let lastEnd = -1;
  while (found.length !== limit && matcher.find()) {
    const end = matcher.end();
    if (matcher.start() === end && end === lastEnd) continue;
    found.push(matcher.group() ?? "");
    lastEnd = end;
  }
  return found;
}
