/** What a worker receives, and what one may say when a key is added. */

/**
 * Texts and numbers, because a Map compares those by value. Two equal objects would be two keys, and nothing would
 * tell: write a request for an object as `namespace/name`.
 */
export type QueueKey = string | number;

export interface QueueItem<Key extends QueueKey, Cause> {
  readonly key: Key;
  /** The highest one that was asked for. A retry should keep it. */
  readonly priority: number;
  /** Why the key is here: the first eight causes since it was last taken, in order. */
  readonly causes: readonly Cause[];
  /** How many causes came after those. They are counted, not kept: a key that is added a million times stays small. */
  readonly furtherCauses: number;
}

export interface AddOptions<Cause> {
  /** Higher comes first; 0 unless told otherwise. */
  readonly priority?: number | undefined;
  readonly cause?: Cause | undefined;
}

/** For keys that may wait: those of the initial list and of a resync, which are many and no news to anybody. */
export const lowPriority = -100;
