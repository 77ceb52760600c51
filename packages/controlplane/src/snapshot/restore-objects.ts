/**
 * Makes a storage hold what a snapshot holds, by ordinary changes: every storage can do that, and no revision is used twice.
 *
 * What changes gets a new revision, behind all those of the snapshot, in the order that things had there. The past is forgotten, so that
 * whoever still knows an old resourceVersion is told that it is gone, and looks at everything again.
 */
import { Buffer } from "node:buffer";
import type { Storage } from "@pintle/apiserver";
import { type Clock, isVirtualClock, UsageError } from "@pintle/machinery";
import type { SnapshotContent } from "./plane-snapshot.ts";
import { everything } from "./take-snapshot.ts";

export interface RestoreSeams {
  readonly storage: Storage;
  readonly clock: Clock;
}

export async function checkEmpty(storage: Storage): Promise<void> {
  const { remaining } = await storage.list({ prefix: everything, limit: 0 });
  if (remaining === 0) return;
  throw new UsageError(
    "PINTLE_RESTORE_STORAGE_NOT_EMPTY",
    `a plane starts from a snapshot in an empty storage, and this one has ${remaining} keys: pass another, or none`,
  );
}

export async function restoreObjects(
  { revision, takenMs, entries }: SnapshotContent,
  { storage, clock }: RestoreSeams,
): Promise<void> {
  // What was made in the future would never become ready.
  if (isVirtualClock(clock) && clock.now() < takenMs) clock.jump(takenMs - clock.now());
  await reachRevision(storage, revision);
  const found = new Map((await storage.list({ prefix: everything })).entries.map((entry) => [entry.key, entry]));
  const wanted = new Set(entries.map(({ key }) => key));
  for (const { key, revision: held } of found.values())
    if (!wanted.has(key)) await change(storage, key, held, undefined);
  for (const { key, value, leftMs } of entries.toSorted((one, other) => one.revision - other.revision)) {
    const held = found.get(key);
    if (held && Buffer.compare(held.value, value) === 0) continue;
    await change(storage, key, held?.revision ?? 0, value, leftMs);
  }
  await storage.compact(await storage.revision());
}

/** Uses up what the snapshot's plane has used: a revision means one moment, for ever. */
async function reachRevision(storage: Storage, wanted: number): Promise<void> {
  const key = "/pintle/restored";
  while ((await storage.revision()) < wanted) {
    const held = await change(storage, key, 0, new Uint8Array());
    await change(storage, key, held, undefined);
  }
}

async function change(
  storage: Storage,
  key: string,
  held: number,
  value: Uint8Array | undefined,
  leftMs?: number,
): Promise<number> {
  const result = await storage.swap(key, held, value, leftMs === undefined ? {} : { ttlMs: leftMs });
  if (result.isDone) return result.revision;
  throw new Error(`${key} was changed by somebody else while a snapshot was restored`);
}
