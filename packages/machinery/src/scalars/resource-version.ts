/**
 * Resource versions as comparable integers of any length, the contract of Kubernetes since 1.35.
 *
 * `""` and `"0"` are words of list and watch requests, never the version of an object, and are refused with all else that
 * is no positive decimal. The order means something only between objects of the same resource.
 */
import { InvalidScalarError } from "./invalid-scalar-error.ts";

const zero = 0x30;
const nine = 0x39;

/** Is asked several times for each event of each watch, for which a pattern would be slow. */
export function isResourceVersion(text: string): boolean {
  if (text === "" || text.charCodeAt(0) === zero) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < zero || code > nine) return false;
  }
  return true;
}

/** Throws an `InvalidScalarError` when one of the two is no resource version. */
export function compareResourceVersion(left: string, right: string): -1 | 0 | 1 {
  if (!isResourceVersion(left) || !isResourceVersion(right)) {
    const wrong = isResourceVersion(left) ? right : left;
    throw new InvalidScalarError(`resource version is not well formed: ${wrong}`);
  }
  if (left === right) return 0;
  // Without leading zeros the longer number is the larger one, and among equals the order of the text is that of numbers.
  const isLess = left.length === right.length ? left < right : left.length < right.length;
  return isLess ? -1 : 1;
}
