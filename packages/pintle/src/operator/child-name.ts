/**
 * What a child is called where nobody says: after its owner, and after its slot and key where that alone would not tell it from others.
 *
 * Every kind takes such a name: at most 63 letters, digits and dashes. Where the parts are longer than that, or hold something else, the name
 * ends with a hash of them, so that two that differ stay apart.
 */
import { hash } from "node:crypto";

export interface ChildNameParts {
  readonly owner: string;
  readonly slot: string;
  /** Of one among many. */
  readonly key: string | undefined;
  /** Whether another slot has children of the same kind. */
  readonly isKindShared: boolean;
}

const maxLength = 63;
const hashLength = 8;

export function childNameOf({ owner, slot, key, isKindShared }: ChildNameParts): string {
  const parts = [owner, ...(isKindShared ? [kebabCase(slot)] : []), ...(key === undefined ? [] : [key])];
  return toLabel(parts.join("-"));
}

/** Slots are keys of an object, and so written like `configMap`. */
function kebabCase(slot: string): string {
  return slot.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}

function toLabel(whole: string): string {
  const clean = trimDashes(whole.toLowerCase().replaceAll(/[^a-z0-9-]+/g, "-"));
  if (clean === whole && clean.length <= maxLength) return whole;
  const cut = trimDashes(clean.slice(0, maxLength - hashLength - 1));
  const suffix = hash("sha256", whole).slice(0, hashLength);
  return cut === "" ? `x-${suffix}` : `${cut}-${suffix}`;
}

function trimDashes(text: string): string {
  return text.replaceAll(/^-+|-+$/g, "");
}
