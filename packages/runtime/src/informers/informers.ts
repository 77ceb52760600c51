/** The informers of a client, one for each kind, namespace and selector, shared by all who ask for it. */
import type {
  CompletedWrite,
  DynamicObject,
  KindReference,
  PartialObjectMetadata,
  SelectOptions,
} from "@pintle/client";
import type { AnyKind, JsonObject, Logger, ObjectOf } from "@pintle/machinery";
import type { Informer } from "./informer.ts";

export interface Informers {
  /** The informer of a kind; give it back with `release`, or by `using`. It runs as soon as these informers are started. */
  for<K extends AnyKind>(kind: K, options?: InformerOptions): Informer<ObjectOf<K>>;
  for(kind: KindReference, options?: InformerOptions): Informer<DynamicObject>;
  /** Metadata alone: a small part of the memory, for who needs to know only that something has changed. */
  metadata(kind: AnyKind | KindReference, options?: InformerOptions): Informer<PartialObjectMetadata>;
  /** Starts those that have been asked for, and others as they are asked for, until the result is disposed. */
  start(): AsyncDisposable;
  /** Resolves when all that have been asked for are synced; says which are not, when the signal ends the waiting. */
  synced(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /**
   * Lets reads show what a write was answered with, until the watch has brought it: `client.intercept({ afterWrite: informers.wrote })`.
   * Handlers are called when the watch brings it.
   */
  readonly wrote: (write: CompletedWrite) => void;
  /** Those that run, for health checks and reports. */
  readonly running: readonly Informer<unknown>[];
}

export interface InformerOptions extends SelectOptions {
  /** One namespace, or several; where nothing is said, what the informers say; an empty list for all. */
  readonly namespace?: string | readonly string[];
  /** Keeps `metadata.managedFields`, which are half of many objects and are dropped otherwise. */
  readonly keepsManagedFields?: boolean;
  /** What is kept of each object, applied before anybody sees it. Who shares an informer shares its transform. */
  readonly transform?: (object: JsonObject) => JsonObject;
}

export interface InformersOptions {
  /** How often handlers are told of everything again, unless they say otherwise: 10 hours, give or take a tenth. */
  readonly resyncMs?: number;
  /** Whether what is handed out is frozen: unless NODE_ENV is `production`. */
  readonly freezes?: boolean;
  /** Where objects are looked at unless an informer says otherwise. */
  readonly namespace?: string | readonly string[];
  readonly logger?: Logger;
  /** Is told of whatever went wrong in a handler, or with an object that cannot be decoded. The logger is unless said, or the process. */
  readonly onError?: (error: unknown) => void;
}
