/** Waits for objects to be as they should be, by watching them. */
import type { Client } from "@pintle/client";
import { type AnyKind, findCondition, type ObjectOf } from "@pintle/machinery";
import { Pod } from "pintle/kinds";

export interface Wait<K extends AnyKind> {
  readonly name: string;
  /** Looked at after each change, and first of all. */
  readonly isSo: (object: ObjectOf<K>) => boolean;
  readonly signal: AbortSignal;
}

export async function until<K extends AnyKind>(
  client: Client,
  kind: K,
  { name, isSo, signal }: Wait<K>,
): Promise<void> {
  const objects = client.resource(kind);
  for (;;) {
    // A server ends watches now and then.
    for await (const event of objects.watch({ fieldSelector: { "metadata.name": name }, signal })) {
      if ((event.type === "ADDED" || event.type === "MODIFIED") && isSo(event.object)) return;
    }
    signal.throwIfAborted();
  }
}

export interface PodWait {
  readonly labelSelector: string;
  readonly count: number;
  /** The uid of one that does not count. */
  readonly without: string | undefined;
  readonly signal: AbortSignal;
}

/** Until so many pods are ready, and no others are there. */
export async function untilPodsAreReady(
  client: Client,
  { labelSelector, count, without, signal }: PodWait,
): Promise<void> {
  for (;;) {
    const isReady = new Map<string, boolean>();
    for await (const event of client.resource(Pod).watch({ labelSelector, signal })) {
      if (event.type === "BOOKMARK") continue;
      const { metadata, status } = event.object;
      const { uid = "" } = metadata;
      if (event.type === "DELETED") isReady.delete(uid);
      else isReady.set(uid, findCondition(status?.conditions as never, "Ready")?.status === "True" && uid !== without);
      if (isReady.size === count && [...isReady.values()].every(Boolean)) return;
    }
    signal.throwIfAborted();
  }
}
