/**
 * The names under which an operator writes. They outlive its process: a later version has to find what an earlier one left, so that none of
 * them can change.
 */

/** On every child: the uid of its owner. */
export const ownerLabel = "pintle.dev/owner-uid";

/** On every child: the slot that it fills, with its key where there are many: `web`, or `shards/eu-1`. */
export const slotAnnotation = "pintle.dev/slot";

/** Whose fields the server takes the operator's to be. */
export function fieldManagerOf({ name }: { readonly name: string }): string {
  return `pintle-${name}`;
}

/** What keeps an object until the operator has cleaned up after it. */
export function finalizerOf({ name }: { readonly name: string }): string {
  return `pintle.dev/${name}`;
}

export function formatSlot(slot: string, key: string | undefined): string {
  return key === undefined ? slot : `${slot}/${key}`;
}

/** Slots have no slash in their names, keys may have some. */
export function parseSlot(text: string): { readonly slot: string; readonly key: string | undefined } {
  const slash = text.indexOf("/");
  return slash < 0 ? { slot: text, key: undefined } : { slot: text.slice(0, slash), key: text.slice(slash + 1) };
}
