/**
 * A local, always current copy of the objects of one kind, and those who want to hear when it changes.
 *
 * - It never ends by itself: whatever the server or the network does, it goes on from where it was, or lists again.
 * - For one object, changes come in their order, and the copy never goes back to an older state of it.
 * - A handler is called after the copy has changed, so what it reads is at least as new as what it is told.
 * - Objects are decoded when somebody looks at them, once, and are not to be changed: outside production they are frozen.
 */
import type { DeepReadonly, LabelSelector } from "@pintle/machinery";

export interface Informer<Read> extends Disposable {
  readonly lister: Lister<Read>;
  /** Whether everything that there was at the beginning is here. */
  readonly isSynced: boolean;
  /** Resolves as soon as it is synced. */
  synced(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Objects by values of their own: `informer.addIndex("node", (pod) => [pod.spec?.nodeName ?? ""])`. */
  addIndex(name: string, valuesOf: (object: DeepReadonly<Read>) => readonly string[]): void;
  /** Tells of every change from now on, after an `add` for each object that is here already. */
  addHandler(handler: InformerHandler<Read>, options?: HandlerOptions): HandlerRegistration;
  /** The same in the form that looks at no object unless asked to. */
  observe(observer: (change: Change<Read>) => void, options?: HandlerOptions): HandlerRegistration;
  readonly progress: InformerProgress;
  /** Gives this informer back. With the last of those who asked for it, the watch ends and the copy is dropped. */
  release(): void;
}

/** Reads throw until the informer is synced: "not here" would be a lie. */
export interface Lister<Read> {
  get(key: { readonly namespace?: string | undefined; readonly name: string }): DeepReadonly<Read> | undefined;
  list(options?: ListerOptions): readonly DeepReadonly<Read>[];
  byIndex(index: string, value: string): readonly DeepReadonly<Read>[];
  readonly size: number;
}

export interface ListerOptions {
  readonly namespace?: string;
  /** Text, or the form that stands in objects. */
  readonly labelSelector?: string | LabelSelector;
}

/** An object that has come, changed or gone. Its states are decoded when they are read. */
export interface Change<Read> {
  readonly type: "add" | "update" | "delete";
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** After the change; for a delete the last state that is known. */
  readonly object: DeepReadonly<Read>;
  /** Before the change, for an update. */
  readonly previous: DeepReadonly<Read> | undefined;
  /** The object was there before the handler was: nothing has happened to it. */
  readonly isInitial: boolean;
  /** Nothing has happened to the object; it is told again because the period of the handler is over. */
  readonly isResync: boolean;
  /** The deletion itself was not seen, so that `object` may be older than the state in which it was deleted. */
  readonly isFinalStateUnknown: boolean;
}

/**
 * Each is told of the object and, where it asks, of the rest of the change: `update(pod, { previous })`.
 *
 * Calls are made in the order of the changes, one after the other, and each handler is called for itself, in the order in which they were
 * added where a change is told at once. What a call returns is not awaited: a handler that is `async` has run to its first `await` when the
 * next call is made, for the same object too, and what it does after that may overtake or be overtaken. So nothing waits for a slow handler:
 * neither other handlers, nor the copy, nor `isSynced` of the registration, nor its removal. A promise that rejects is reported like an
 * error that is thrown. Who needs one piece of work at a time for an object puts its key into a queue, as a controller does.
 */
export interface InformerHandler<Read> {
  add?(object: DeepReadonly<Read>, change: Change<Read>): void;
  update?(object: DeepReadonly<Read>, change: Change<Read>): void;
  delete?(object: DeepReadonly<Read>, change: Change<Read>): void;
}

export interface HandlerOptions {
  /** After so long, give or take a tenth, everything is told again as an update that changes nothing. 0 for never. */
  readonly resyncMs?: number;
}

export interface HandlerRegistration extends Disposable {
  /** Whether the handler has been told of everything that there was when it was added. */
  readonly isSynced: boolean;
  /** Ends the telling at once. */
  remove(): void;
}

/** What health checks look at. */
export interface InformerProgress {
  readonly kind: string;
  /** The state of the server that the copy has reached; empty before the first. */
  readonly resourceVersion: string;
  /** How long nothing has been heard of the server, bookmarks included. */
  readonly silentMs: number;
  /** What went wrong last, until something goes right again. */
  readonly lastError: unknown;
  /** The server does not know the kind now: its definition is not there, or not there any more. */
  readonly isKindMissing: boolean;
}
