/**
 * The sentences with which names are refused, in the words of the API server.
 *
 * Upstream has two for length. Both count bytes; one says characters, and each check keeps the one that users know from it.
 */
import { Buffer } from "node:buffer";

export function exceedsBytes(value: string, maxBytes: number): boolean {
  // No unit of a string takes more than three bytes, so short names need not be measured.
  return value.length * 3 > maxBytes && Buffer.byteLength(value) > maxBytes;
}

export function tooManyBytes(maxBytes: number): string {
  return `must be no more than ${maxBytes} bytes`;
}

export function tooManyCharacters(maxBytes: number): string {
  return `must be no more than ${maxBytes} characters`;
}

/** What a name must look like, with examples and with the pattern as upstream writes it, which need not be ours. */
export function mustMatch(description: string, pattern: string, ...examples: readonly string[]): string {
  const quoted = examples.map((example) => `'${example}', `).join(" or ");
  return `${description} (e.g. ${quoted}regex used for validation is '${pattern}')`;
}
