/** Narrows a field set down: fields that a subresource may not touch are left out of what its writers own. */
import type { FieldSet, FieldSetEntry } from "./field-set.ts";
import { equalPathElements, type PathElement } from "./path-element.ts";

export type FieldSetFilter = (set: FieldSet) => FieldSet;

/** Each step is an element, or `*` for any. */
export type PathPattern = readonly (PathElement | "*")[];

/** Leaves out the given fields and everything below them. */
export function excludeFields(excluded: FieldSet): FieldSetFilter {
  return (set) => set.recursiveDifference(excluded);
}

/**
 * Keeps what lies at or below one of the patterns, and the fields on the way there; everything if there is no pattern.
 */
export function includePrefixes(...patterns: PathPattern[]): FieldSetFilter {
  if (patterns.length === 0) return (set) => set;
  return (set) => include(set, patterns);
}

function include(set: FieldSet, patterns: readonly PathPattern[]): FieldSet {
  if (patterns.some((pattern) => pattern.length === 0)) return set;
  return set.map((entry) => includeEntry(entry, patterns));
}

function includeEntry(entry: FieldSetEntry, patterns: readonly PathPattern[]): FieldSetEntry | undefined {
  const matching = matchingPatterns(entry.element, patterns);
  if (matching.length === 0) return undefined;
  const inner = entry.children && include(entry.children, matching);
  if (inner === entry.children) return entry;
  const children = inner?.isEmpty() ? undefined : inner;
  return entry.isMember || children ? { ...entry, children } : undefined;
}

/**
 * What is left of the patterns after this element. Where a pattern has a wildcard here, it alone counts, and the first
 * of several: that is how Kubernetes decides which fields a pod's `resize` subresource owns.
 */
function matchingPatterns(element: PathElement, patterns: readonly PathPattern[]): PathPattern[] {
  const wild = patterns.find(([first]) => first === "*");
  if (wild) return [wild.slice(1)];
  return patterns.filter(([first]) => isSame(first, element)).map((pattern) => pattern.slice(1));
}

function isSame(step: PathElement | "*" | undefined, element: PathElement): boolean {
  return typeof step === "object" && equalPathElements(step, element);
}
