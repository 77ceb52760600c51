/**
 * The changes of one resource as its watchers see them, made ready once for all of them.
 *
 * Bytes stay bytes: an event is parsed when the first selector asks, and encoded once per form, whoever watches.
 */
import type { JsonObject } from "@pintle/machinery";
import type { StoredValue } from "../storage/storage.ts";

export interface ResourceEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly key: string;
  readonly revision: number;
  /** The bytes after the change; for DELETED the last ones. The revision is that of the change, also for DELETED. */
  readonly stored: StoredValue;
  /** The bytes before the change, under the revision of the change: how it looks to who sees the object leave. */
  readonly left: StoredValue | undefined;
  /** The object after the change; for DELETED the last one, with the deletion's resourceVersion. Parsed on first use. */
  readonly object: JsonObject;
  /** The object before the change, if there was one: which watchers see it leave or enter is decided by both. */
  readonly previous: JsonObject | undefined;
  /** Whatever a form needs to remember about this event, made once: encoded bytes by media type, version and transformation. */
  remember<Value>(form: string, make: () => Value): Value;
  /** Lets go of the parsed objects, which weigh several times their bytes; they are parsed again for who asks. */
  forgetParsed(): void;
}

/** Somebody who follows the events of a resource. Both are called in order and must be quick. */
export interface ResourceListener {
  onEvent(event: ResourceEvent): void;
  /** No event comes any more: the server stops, or the storage has lost its place. Who listens begins anew. */
  onEnd(): void;
}
