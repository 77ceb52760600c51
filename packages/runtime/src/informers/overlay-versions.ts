/** The order of resource versions of which one may be unknown, or no number at all: nothing follows from such a one. */
import { compareResourceVersion, isResourceVersion } from "@pintle/machinery";

export function isNewer(left: string | undefined, right: string | undefined): boolean {
  return compare(left, right) === 1;
}

export function isAtLeast(left: string | undefined, right: string | undefined): boolean {
  const order = compare(left, right);
  return order === 1 || order === 0;
}

/** Of those that are known. */
export function newest(...versions: readonly (string | undefined)[]): string | undefined {
  let found: string | undefined;
  for (const version of versions) {
    if (version !== undefined && isResourceVersion(version) && !isNewer(found, version)) found = version;
  }
  return found;
}

function compare(left: string | undefined, right: string | undefined): -1 | 0 | 1 | undefined {
  if (left === undefined || right === undefined || !isResourceVersion(left) || !isResourceVersion(right))
    return undefined;
  return compareResourceVersion(left, right);
}
