/**
 * What a change adds, modifies and removes at one place of an object and below it; the pieces a comparison is built
 * from.
 */
import { FieldSet, type FieldSetEntry } from "./field-set.ts";
import type { PathElement } from "./path-element.ts";

/** Each part says whether the place itself belongs to that set, and what belongs to it below. */
export interface Difference {
  readonly added: Part | undefined;
  readonly modified: Part | undefined;
  readonly removed: Part | undefined;
}

interface Part {
  readonly isMember: boolean;
  readonly children: FieldSet | undefined;
}

const leaf: Part = { isMember: true, children: undefined };

export const addedLeaf: Difference = { added: leaf, modified: undefined, removed: undefined };
export const modifiedLeaf: Difference = { added: undefined, modified: leaf, removed: undefined };
export const removedLeaf: Difference = { added: undefined, modified: undefined, removed: leaf };

/** A place that is added along with what is in it. */
export function addedWith(children: FieldSet | undefined): Difference {
  return children ? { added: { isMember: true, children }, modified: undefined, removed: undefined } : addedLeaf;
}

export function removedWith(children: FieldSet | undefined): Difference {
  return children ? { added: undefined, modified: undefined, removed: { isMember: true, children } } : removedLeaf;
}

export function joinDifferences(left: Difference | undefined, right: Difference | undefined): Difference | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return {
    added: joinParts(left.added, right.added),
    modified: joinParts(left.modified, right.modified),
    removed: joinParts(left.removed, right.removed),
  };
}

/** Only what is looked at as a map has children here, so at most one of the parts has some. */
function joinParts(left: Part | undefined, right: Part | undefined): Part | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return { isMember: left.isMember || right.isMember, children: left.children ?? right.children };
}

/** Puts the differences of the fields or items of one place together. */
export class DifferenceBuilder {
  readonly #added: FieldSetEntry[] = [];
  readonly #modified: FieldSetEntry[] = [];
  readonly #removed: FieldSetEntry[] = [];

  add(element: PathElement, { added, modified, removed }: Difference): void {
    if (added) this.#added.push({ element, isMember: added.isMember, children: added.children });
    if (modified) this.#modified.push({ element, isMember: modified.isMember, children: modified.children });
    if (removed) this.#removed.push({ element, isMember: removed.isMember, children: removed.children });
  }

  build(): Difference {
    return { added: partOf(this.#added), modified: partOf(this.#modified), removed: partOf(this.#removed) };
  }
}

function partOf(entries: FieldSetEntry[]): Part | undefined {
  return entries.length === 0 ? undefined : { isMember: false, children: FieldSet.fromEntries(entries) };
}
