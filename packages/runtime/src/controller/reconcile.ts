/** What people write: a function that is called for an object until the world is as the object says. */
import type { Client } from "@pintle/client";
import type { AnyKind, DeepReadonly, LabelSelector, Logger, ObjectKey, ObjectOf } from "@pintle/machinery";
import type { EventRecorder } from "../events/event-recorder.ts";

/** Of which object, never of what happened to it. */
export interface Request extends ObjectKey {
  /** The cluster that the object is in, where the controller was added to its manager for another than the manager's own. */
  readonly cluster?: string;
}

/**
 * Return = done. Throw = again, after a while that grows. Throw a `TerminalError` = not again until something changes.
 * `ctx.requeueAfter("30s")` and return = again then.
 */
export type Reconcile<K extends AnyKind> = (request: Request, ctx: ReconcileContext<K>) => Promise<void> | void;

export interface ReconcileContext<K extends AnyKind> {
  /** The object, from the cache; absent when it is gone. */
  readonly object: DeepReadonly<ObjectOf<K>> | undefined;
  /**
   * To the API server. Writes are refused once this run is over, has taken too long, or the process leads no more; what they answered with
   * is seen by `cache` at once.
   */
  readonly client: Client;
  /** Everything that the controller watches, without asking the server. */
  readonly cache: CacheReader;
  /** Why this run takes place: the first eight causes. */
  readonly causes: readonly Cause[];
  /** With the names of the controller, the object and this run. */
  readonly logger: Logger;
  readonly recorder: EventRecorder;
  /** Aborted when the run has to end. */
  readonly signal: AbortSignal;
  /** How often this object has failed in a row. */
  readonly failures: number;
  /** Asks for another run after this one, which counts as a success: `"90s"`, `"1h30m"`, or milliseconds. */
  requeueAfter(delay: string | number): void;
}

/** What led to a run: something happened to an object, or time has passed. */
export interface Cause {
  readonly type: "add" | "update" | "delete" | "resync" | "requeue" | "retry" | "outside";
  /** Of the object that it happened to. */
  readonly kind?: string;
  /** `namespace/name` of it. */
  readonly key?: string;
  /** Which fields changed, as `spec.replicas`; worked out when it is read. */
  readonly changedPaths?: readonly string[] | undefined;
}

/** Reads of kinds that the controller does not watch are a UsageError that says how to watch them. */
export interface CacheReader {
  get<K extends AnyKind>(kind: K, key: ObjectKey): DeepReadonly<ObjectOf<K>> | undefined;
  list<K extends AnyKind>(
    kind: K,
    options?: { readonly namespace?: string; readonly labelSelector?: string | LabelSelector },
  ): readonly DeepReadonly<ObjectOf<K>>[];
  byIndex<K extends AnyKind>(kind: K, index: string, value: string): readonly DeepReadonly<ObjectOf<K>>[];
}

/** Trying again would not help: only a change of the object, or of what it depends on, would. */
export class TerminalError extends Error {
  /** In one word for programs, as conditions of an operator tell it: `NameClash`. */
  readonly reason: string | undefined;

  constructor(message?: string, options: ErrorOptions & { readonly reason?: string } = {}) {
    super(message, options);
    this.reason = options.reason;
  }

  static {
    TerminalError.prototype.name = "TerminalError";
  }
}
