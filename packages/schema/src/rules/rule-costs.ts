/** What the rules of a definition can cost together, and how much of that is too much. */
import { FieldError, type FieldPath } from "@pintle/machinery";

/** One expression, on as many values as there can be of it. */
export const maxExpressionCost = 10_000_000;
/** All expressions of a definition. */
export const maxDefinitionCost = 100_000_000;

/** Costs are counted in 64 bits and stay at their end. */
const endOfCosts = 2 ** 64;

export function multiplyCosts(cost: number, times: number): number {
  return Math.min(cost * times, endOfCosts);
}

/** `name` is what is too expensive: `estimated rule cost`. */
export function costError(path: FieldPath, name: string, cost: number, limit: number): FieldError {
  const advice =
    "try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared";
  return FieldError.forbidden(path, `${name} exceeds budget by factor of ${formatFactor(cost / limit)} (${advice})`);
}

function formatFactor(factor: number): string {
  if (factor > 100) return "more than 100x";
  return `${formatFixed(factor, factor < 1.5 ? 6 : 1)}x`;
}

/** As Go does it: what lies exactly in the middle is rounded to the even digit, where JavaScript rounds up. */
function formatFixed(value: number, digits: number): string {
  const scaled = value * 10 ** digits;
  const isMiddle = Number.isInteger(value * 2 ** (digits + 1)) && !Number.isInteger(scaled);
  const isEvenBelow = Math.floor(scaled) % 2 === 0;
  return (isMiddle && isEvenBelow ? Math.floor(scaled) / 10 ** digits : value).toFixed(digits);
}

export class RuleCosts {
  #total = 0;
  /** The four most expensive, of those that take a hundredth of the limit at least. */
  #mostExpensive: { readonly path: FieldPath; readonly cost: number }[] = [];

  add(path: FieldPath, cost: number): void {
    this.#total = Math.min(this.#total + cost, endOfCosts);
    if (cost < maxDefinitionCost / 100) return;
    this.#mostExpensive.push({ path, cost });
    this.#mostExpensive.sort((left, right) => right.cost - left.cost);
    this.#mostExpensive.splice(4);
  }

  /** `path` is that of the whole schema. */
  errors(path: FieldPath): FieldError[] {
    if (this.#total <= maxDefinitionCost) return [];
    const detail = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
    const name = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
    return [
      ...this.#mostExpensive.map((expensive) => FieldError.forbidden(expensive.path, detail)),
      costError(path, name, this.#total, maxDefinitionCost),
    ];
  }
}
