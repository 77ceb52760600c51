/**
 * Patterns run on RE2 only: its time is linear in the text, so that no pattern of a schema can stall the server.
 *
 * Compiling costs more than matching, so compiled patterns are kept. The cache is bounded, because schemas come and go.
 */
import { RE2JS } from "re2js";

const maxCachedPatterns = 2_000;
/** RE2 repeats what it compiles, so that a short pattern can ask for much memory: `((a{100}){100}){100}` is refused as Go refuses it. */
const cache = new Map<string, RE2JS | string>();

/** The compiled pattern, or in Go's words why it is none. */
export function compilePattern(text: string): RE2JS | string {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const compiled = compile(text);
  if (cache.size >= maxCachedPatterns) cache.delete(cache.keys().next().value as string);
  cache.set(text, compiled);
  return compiled;
}

function compile(text: string): RE2JS | string {
  try {
    return RE2JS.compile(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
