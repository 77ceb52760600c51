/**
 * Sums and products of estimates. They stop at 2^64, where cel-go stops too: a cost that high is "unlimited", and stays so whatever is
 * added to it. Beyond 2^53 they are as exact as a double is.
 */
import type { CostEstimate, SizeEstimate } from "./estimate.ts";

type Estimate = SizeEstimate & CostEstimate;

const limit = 2 ** 64;

export const unknownEstimate: Estimate = { min: 0, max: limit };

export function fixedEstimate(value: number): Estimate {
  return { min: value, max: value };
}

export function addEstimates(...estimates: readonly Estimate[]): Estimate {
  return estimates.reduce(
    (sum, { min, max }) => ({ min: saturate(sum.min + min), max: saturate(sum.max + max) }),
    fixedEstimate(0),
  );
}

export function multiplyEstimates(one: Estimate, other: Estimate): Estimate {
  return { min: saturate(one.min * other.min), max: saturate(one.max * other.max) };
}

/** Times a factor that need not be whole; the result is, rounded up. */
export function scaleEstimate({ min, max }: Estimate, factor: number): Estimate {
  return { min: saturate(Math.ceil(min * factor)), max: saturate(Math.ceil(max * factor)) };
}

/** The smallest range that holds both. */
export function uniteEstimates(one: Estimate, other: Estimate): Estimate {
  return { min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
}

function saturate(value: number): number {
  return Math.min(value, limit);
}
