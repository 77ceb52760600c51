/**
 * Completes defaults and counts what they add to an object.
 *
 * A completed default is shared wherever it is used, so it costs no memory; but whoever prints or walks the object pays for each
 * use. An object that would become too large that way is refused instead.
 */
import { ApiError, type JsonValue } from "@pintle/machinery";
import type { CompiledNode } from "./compiled-node.ts";
import { fillDefault } from "./prepare-value.ts";

/**
 * As many values as the defaults of one object may add; a text counts as one for every sixteen characters. Objects of 1.5 MB, the most that
 * are stored, have fewer.
 */
export const maxDefaultedValues = 1_000_000;

interface CompletedDefault {
  readonly value: JsonValue;
  /** The number of values in it. */
  readonly size: number;
}

const completed = new WeakMap<CompiledNode, CompletedDefault>();

export class DefaultBudget {
  #left = maxDefaultedValues;

  /** The node's completed default. Throws `ApiError` 413 once the object has become too large. */
  take(node: CompiledNode): JsonValue {
    const { value, size } = completed.get(node) ?? this.#complete(node);
    this.#left -= size;
    if (this.#left < 0) {
      throw ApiError.requestEntityTooLarge(`the defaults of the schema add more than ${maxDefaultedValues} values`);
    }
    return value;
  }

  #complete(node: CompiledNode): CompletedDefault {
    const inner = new DefaultBudget();
    const literal = node.default ?? null;
    const value = fillDefault(node, literal, inner);
    const size = countValues(literal) + (maxDefaultedValues - inner.#left);
    const result = { value, size };
    completed.set(node, result);
    return result;
  }
}

const charactersPerValue = 16;

function countValues(value: JsonValue): number {
  if (typeof value === "string") return 1 + Math.floor(value.length / charactersPerValue);
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 1);
}
