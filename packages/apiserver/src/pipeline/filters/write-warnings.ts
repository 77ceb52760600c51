/** Writes the warnings that were gathered on the way as headers, each once, and no more than clients can take. */
import { Buffer } from "node:buffer";
import type { Filter } from "../server-request.ts";

/** As many characters as Kubernetes sends in all; beyond that, warnings are cut short. */
const maxWarningCharacters = 4 * 1024;
const maxCutCharacters = 256;

export const writeWarnings: Filter = (next) => async (request, context) => {
  const response = await next(request, context);
  const warnings = [...new Set(context.warnings)];
  if (warnings.length === 0) return response;
  const isLong = warnings.reduce((sum, text) => sum + text.length, 0) > maxWarningCharacters;
  const texts = isLong ? cut(warnings) : warnings;
  return { ...response, headers: { ...response.headers, warning: texts.map((text) => `299 - "${escapeText(text)}"`) } };
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

/** A header is one line of bytes, each of which Node wants as a character; what would end the line or the quotes is escaped. */
function escapeText(text: string): string {
  const quotable = text
    .replace(/[\\"]/g, String.raw`\$&`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a header cannot hold.
    .replace(/[\u0000-\u001f\u007f]/g, " ");
  return Buffer.from(quotable).toString("latin1");
}
