/** Writes the warnings that were gathered on the way as headers, each once, and no more than clients can take. */
import { Buffer } from "node:buffer";
import type { Filter } from "../server-request.ts";

/** As many characters as Kubernetes sends in all; beyond that, warnings are cut short. */
const maxWarningCharacters = 4 * 1024;
const maxCutCharacters = 256;
/** A text with one of these cannot be told. */
const unspeakable = /\p{Cc}/u;

export const writeWarnings: Filter = (next) => async (request, context) => {
  const response = await next(request, context);
  if (context.warnings.length === 0) return response;
  const warnings = [...new Set(context.warnings)].filter((text) => !unspeakable.test(text));
  if (warnings.length === 0) return response;
  const isLong = warnings.reduce((sum, text) => sum + text.length, 0) > maxWarningCharacters;
  const texts = isLong ? cut(warnings) : warnings;
  const own = texts.map((text) => `299 - "${escapeText(text)}"`);
  return { ...response, headers: { ...response.headers, warning: [response.headers.warning ?? [], own].flat(2) } };
};

/** The one that crosses the limit is still told. */
function cut(warnings: readonly string[]): string[] {
  let left = maxWarningCharacters;
  return warnings.flatMap((text) => {
    if (left <= 0) return [];
    const short = [...text].slice(0, maxCutCharacters);
    left -= short.length;
    return [short.join("")];
  });
}

/** A header is one line of bytes, each of which Node wants as a character; what would end the quotes is escaped. */
function escapeText(text: string): string {
  return Buffer.from(text.replace(/[\\"]/g, String.raw`\$&`)).toString("latin1");
}
