/**
 * Reads JSON that comes from outside: exactly or not at all, in linear time, whatever the text holds.
 *
 * What is valid JSON but may be unwanted is reported beside the value: keys that are written twice, of which the last
 * wins, and fields that a shape does not know, which stay in the value. What would change on the way in is refused:
 * invalid UTF-8, a byte order mark, half a surrogate pair, a number that no double reaches, more than `maxJsonDepth` levels.
 */
import { readJsonCarefully } from "./careful-json.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { JsonError } from "./json-error.ts";
import type { JsonProblem } from "./json-problems.ts";
import type { JsonValue } from "./json-value.ts";
import { parsePlainJson } from "./plain-json.ts";
import type { Shape } from "./shape.ts";

export interface JsonReading {
  readonly value: JsonValue;
  /** In the order of the text, each once, 100 at most. */
  readonly problems: readonly JsonProblem[];
}

/** The value and what is odd about it. Throws a `JsonError` for a text that is refused. Sizes are limited by the caller. */
export function readJson(input: Uint8Array | string, shape?: Shape): JsonReading {
  const text = typeof input === "string" ? input : decodeUtf8(input);
  if (typeof input === "string" && !input.isWellFormed()) {
    throw new JsonError("half of a surrogate pair", text, lengthOfWellFormed(text));
  }
  const plain = parsePlainJson(text, shape);
  return plain === undefined ? readJsonCarefully(text, shape) : { value: plain.value, problems: [] };
}

function lengthOfWellFormed(text: string): number {
  let length = 0;
  for (const character of text) {
    if (!character.isWellFormed()) break;
    length += character.length;
  }
  return length;
}
