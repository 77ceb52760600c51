/**
 * What label and field selectors have in common once they are read: requirements that must all hold, and a quick test.
 *
 * A selector never changes, so it can be read once and shared by every list, watch and cache that filters by it.
 */
export interface Selector<Requirement> {
  /** Empty for a selector that selects everything, and for the one that selects nothing. */
  readonly requirements: readonly Requirement[];
  /** An object without labels has none of them, so `undefined` is an empty map. */
  matches(values: SelectableValues | undefined): boolean;
  /** The one value that the selector asks for under a key, where it does; an index can be used for it. */
  requiresExactMatch(key: string): string | undefined;
}

/** Labels, or the selectable fields of an object. A key that holds `undefined` is absent. */
export interface SelectableValues {
  readonly [key: string]: string | undefined;
}

export const selectEverything: Selector<never> = {
  requirements: [],
  matches: () => true,
  requiresExactMatch: () => undefined,
};

export const selectNothing: Selector<never> = {
  requirements: [],
  matches: () => false,
  requiresExactMatch: () => undefined,
};

/** Whether it is clear without looking at any object that none is selected. Contradicting requirements are not noticed. */
export function matchesNothing(selector: Selector<unknown>): boolean {
  return selector === selectNothing;
}

/** Whether the selector leaves nothing out. */
export function matchesEverything(selector: Selector<unknown>): boolean {
  return selector.requirements.length === 0 && selector !== selectNothing;
}

/** A selector that cannot be read. The message is the API server's. */
export class InvalidSelectorError extends Error {
  static {
    InvalidSelectorError.prototype.name = "InvalidSelectorError";
  }
}
