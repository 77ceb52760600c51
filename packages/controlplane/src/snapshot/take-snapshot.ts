/** Takes everything that a plane stores at one revision, together with what it is known by. */
import { decodeStored, type Storage, type StoredValue } from "@pintle/apiserver";
import type { Clock } from "@pintle/machinery";
import { objectsAt, textAt } from "../builtin/json-fields.ts";
import { eventLifetimeMs } from "../builtin/strategies/event-strategies.ts";
import type { PlaneKeys } from "../identity/plane-keys.ts";
import { type PlaneSnapshot, type SnapshotEntry, writeSnapshot } from "./plane-snapshot.ts";

export interface SnapshotOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly keys: PlaneKeys;
  readonly hasNodes: boolean;
}

/** All keys of an API server begin so. */
export const everything = "/registry/";
/** The only kind whose objects end by themselves. */
const expiring = "/registry/events/";

export async function takeSnapshot({ storage, clock, keys, hasNodes }: SnapshotOptions): Promise<PlaneSnapshot> {
  const { entries, revision } = await storage.list({ prefix: everything });
  const takenMs = clock.now();
  return writeSnapshot({
    ...{ revision, takenMs, keys: keys.save(), ...(hasNodes && { hasNodes }) },
    entries: entries.map((entry) => describeEntry(entry, takenMs)),
  });
}

function describeEntry(stored: StoredValue, takenMs: number): SnapshotEntry {
  const { key, revision, value } = stored;
  return { key, revision, value, ...(key.startsWith(expiring) && { leftMs: leftMsOf(stored, takenMs) }) };
}

/** A storage does not tell when a key will end. Its time began with its last change, and each change is dated by who made it. */
function leftMsOf(stored: StoredValue, takenMs: number): number {
  const managers = objectsAt(decodeStored(stored), "metadata.managedFields");
  const changedMs = Math.max(...managers.map((manager) => Date.parse(textAt(manager, "time")) || 0), 0);
  const leftMs = changedMs === 0 ? eventLifetimeMs : changedMs + eventLifetimeMs - takenMs;
  return Math.min(eventLifetimeMs, Math.max(1, leftMs));
}
