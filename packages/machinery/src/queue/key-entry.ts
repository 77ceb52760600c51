/**
 * All that the queue knows of one key: where the request for it stands, and the item that a worker holds, if one does.
 *
 * Both may be there at once, when the key was added again while it was held; the request is then parked or delayed.
 */
import type { Due } from "../seams/due-heap.ts";
import type { QueueItem, QueueKey } from "./queue-item.ts";

const keptCauses = 8;

export interface KeyEntry<Key extends QueueKey, Cause> extends Due {
  readonly key: Key;
  /** Nowhere means that nobody asks for the key; then it is held. */
  place: "nowhere" | "line" | "delayed" | "parked";
  priority: number;
  causes: readonly Cause[];
  furtherCauses: number;
  /** When the request became ready. It is kept for the metrics alone. */
  readyMs: number;
  held: QueueItem<Key, Cause> | undefined;
  heldSinceMs: number;
  /** Neighbours in line or among the held: an entry is never in both. */
  previous: KeyEntry<Key, Cause> | undefined;
  next: KeyEntry<Key, Cause> | undefined;
}

/** Shared by all entries without a cause, which spares an array for each. */
const noCauses: readonly never[] = Object.freeze([]);

export function createKeyEntry<Key extends QueueKey, Cause>(key: Key): KeyEntry<Key, Cause> {
  return {
    key,
    place: "nowhere",
    priority: 0,
    causes: noCauses,
    furtherCauses: 0,
    readyMs: 0,
    held: undefined,
    heldSinceMs: 0,
    previous: undefined,
    next: undefined,
    dueMs: 0,
    order: 0,
    heapIndex: -1,
  };
}

export function addCause<Cause>(entry: KeyEntry<QueueKey, Cause>, cause: Cause): void {
  if (entry.causes.length < keptCauses) entry.causes = [...entry.causes, cause];
  else entry.furtherCauses += 1;
}

/** Turns the request into the item that a worker holds. */
export function handOut<Key extends QueueKey, Cause>(
  entry: KeyEntry<Key, Cause>,
  nowMs: number,
): QueueItem<Key, Cause> {
  const { key, priority, causes, furtherCauses } = entry;
  const item = { key, priority, causes, furtherCauses };
  entry.place = "nowhere";
  entry.causes = noCauses;
  entry.furtherCauses = 0;
  entry.held = item;
  entry.heldSinceMs = nowMs;
  return item;
}

/** A key and its causes in words, for a report: `default/a because of Pod default/a-0, Node n1 and 3 more`. */
export function formatCauses(key: QueueKey, causes: readonly unknown[], furtherCauses: number): string {
  if (causes.length === 0) return String(key);
  const further = furtherCauses > 0 ? ` and ${furtherCauses} more` : "";
  return `${key} because of ${causes.map(String).join(", ")}${further}`;
}
