/** Sizes as `size()` gives them and as the budget counts them: strings by code points, bytes by bytes, lists and maps by entries. */
import { isMapValue, mapSize } from "./cel-map.ts";
import { type CelOpaque, CelOptional, type CelValue, celOpaque } from "./cel-value.ts";
import { DeclaredList } from "./declared-value.ts";

/** The size, or `undefined` for what has none. */
export function sizeOf(value: CelValue): number | undefined {
  if (typeof value === "string") return countCodePoints(value);
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value) || value instanceof Uint8Array || value instanceof DeclaredList) return value.length;
  if (celOpaque in value) return undefined;
  return isMapValue(value) ? mapSize(value) : undefined;
}

/** What an argument counts in the cost of a call: its size, 1 for what has none, the content of an optional. */
export function costSizeOf(value: CelValue): number {
  if (typeof value === "string") return countCodePoints(value);
  if (typeof value !== "object" || value === null) return 1;
  if (Array.isArray(value)) return value.length;
  if (value instanceof CelOptional) return value.value === undefined ? 1 : costSizeOf(value.value);
  if (celOpaque in value) return (value as CelOpaque).size ?? 1;
  return sizeOf(value) ?? 1;
}

export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(index + 1);
      if (next >= 0xdc00 && next < 0xe000) {
        count -= 1;
        index += 1;
      }
    }
  }
  return count;
}
