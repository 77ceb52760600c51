/** Whether a value counts as empty for `optional.ofNonZeroValue`: null, false, zeros, and what has no items. An empty optional is a value. */
import { isMapValue, mapSize } from "../values/cel-map.ts";
import { CelDuration, CelTimestamp, type CelValue } from "../values/cel-value.ts";
import { DeclaredList, DeclaredMap } from "../values/declared-value.ts";
import { numberOf } from "../values/equal-values.ts";

/** The zero of Go's times: the first moment of the year 1. */
const firstSeconds = -62_135_596_800;

export function isZeroValue(value: CelValue): boolean {
  if (value === null || value === false || value === "") return true;
  const number = numberOf(value);
  if (number !== undefined) return Number(number) === 0;
  // Kubernetes' own lists and maps are no zeros, whatever they hold.
  if (value instanceof DeclaredMap && !value.shape.isNative) return false;
  if (value instanceof DeclaredList) return value.shape.isNative === true && value.length === 0;
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length === 0;
  if (value instanceof CelDuration) return value.nanos === 0n;
  if (value instanceof CelTimestamp) return value.seconds === firstSeconds && value.nanos === 0;
  return isMapValue(value) && mapSize(value) === 0;
}
