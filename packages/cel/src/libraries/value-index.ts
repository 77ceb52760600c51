/**
 * A set of values under CEL's equality, so that whether a list holds a value need not be asked item by item.
 *
 * Strings, booleans and numbers are found at once; `1`, `1u` and `1.0` are one value, and NaN is none. Everything else is compared
 * with what else is no scalar.
 */
import type { CelValue } from "../values/cel-value.ts";
import { asksEqual, numberOf } from "../values/equal-values.ts";

type Scalar = string | boolean | number | bigint;

export class ValueIndex {
  readonly #scalars = new Set<Scalar>();
  readonly #others: CelValue[] = [];

  add(value: CelValue): void {
    const scalar = scalarOf(value);
    if (scalar === undefined) this.#others.push(value);
    else this.#scalars.add(scalar);
  }

  has(value: CelValue): boolean {
    const scalar = scalarOf(value);
    if (scalar === undefined) return this.#others.some((other) => asksEqual(value, other) === true);
    return !Number.isNaN(scalar) && this.#scalars.has(scalar);
  }
}

/** A double beyond 2^53 that is whole counts as the bigint that an int of that size is. */
function scalarOf(value: CelValue): Scalar | undefined {
  if (typeof value === "string" || typeof value === "boolean") return value;
  const number = numberOf(value);
  if (typeof number !== "number") return number;
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? BigInt(number) : number;
}
