/**
 * Stops policies that make too much of an object. Expressions share what they repeat, so that a few of them make gigabytes at no cost; whoever
 * prints the object would pay.
 */
import { type JsonValue, maxJsonDepth } from "@pintle/machinery";
import { MutationError } from "./mutation-error.ts";

/** In characters of texts and in values. Objects that are stored have a tenth of it at most. */
export const maxMutatedSize = 16 * 1024 * 1024;

/** Throws a `MutationError`. Looks at no more than the limit. */
export function checkMutatedSize(object: JsonValue): void {
  let left = maxMutatedSize;
  const count = (value: JsonValue, level: number): void => {
    left -= typeof value === "string" ? value.length + 1 : 1;
    if (level > maxJsonDepth) throw new MutationError(`the object would be deeper than ${maxJsonDepth} levels`);
    if (left < 0) throw new MutationError(`the object would be larger than ${maxMutatedSize}`);
    if (typeof value !== "object" || value === null) return;
    for (const inner of Object.values(value)) count(inner, level + 1);
  };
  count(object, 1);
}
