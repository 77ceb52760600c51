/**
 * Resource versions as comparable integers of any length, the contract of Kubernetes since 1.35.
 *
 * `""` and `"0"` are words of list and watch requests, never the version of an object, and are refused with all else that
 * is no positive decimal. The order means something only between objects of the same resource.
 */
import { InvalidScalarError } from "./invalid-scalar-error.ts";

const wellFormed = /^[1-9][0-9]*$/;

export function isResourceVersion(text: string): boolean {
  return wellFormed.test(text);
}

/** Throws an `InvalidScalarError` when one of the two is no resource version. */
export function compareResourceVersion(left: string, right: string): -1 | 0 | 1 {
  for (const version of [left, right]) {
    if (!isResourceVersion(version)) throw new InvalidScalarError(`resource version is not well formed: ${version}`);
  }
  if (left === right) return 0;
  // Without leading zeros the longer number is the larger one, and among equals the order of the text is that of numbers.
  const isLess = left.length === right.length ? left < right : left.length < right.length;
  return isLess ? -1 : 1;
}
