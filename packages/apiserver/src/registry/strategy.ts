/**
 * What is special about the objects of a resource: how they are made ready, what is wrong with them, when they may go.
 *
 * Everything is optional but the rule for names. Functions get objects in the storage version, never change them, and give back the
 * object itself where nothing is to be done. `old` is the stored object, resourceVersion included.
 */
import type { FieldError, FieldSetFilter, JsonObject, ObjectNameRule } from "@pintle/machinery";
import type { RequestContext } from "../pipeline/request-context.ts";

export interface Strategy {
  readonly nameRule: ObjectNameRule;

  /** Drops what clients may not set (status), sets what the server sets. Generation is handled by the store, see `generation`. */
  readonly prepareCreate?: (object: JsonObject, request: StrategyRequest) => JsonObject;
  readonly prepareUpdate?: (object: JsonObject, old: JsonObject, request: StrategyRequest) => JsonObject;
  /** After validation: sorts, fills in derived values. */
  readonly canonicalize?: (object: JsonObject) => JsonObject;

  /** Beyond metadata, which the store validates. */
  readonly validateCreate?: (object: JsonObject, request: StrategyRequest) => FieldError[];
  readonly validateUpdate?: (object: JsonObject, old: JsonObject, request: StrategyRequest) => FieldError[];
  readonly warnCreate?: (object: JsonObject) => string[];
  readonly warnUpdate?: (object: JsonObject, old: JsonObject) => string[];

  /** Which changes count: those outside metadata and status, those outside metadata, or generation is not kept at all (unless said). */
  readonly generation?: "outside-status" | "outside-metadata" | "none" | GenerationRule;
  /** Whether a change counts although `generation` leaves its place out: annotations of Deployments do. */
  readonly countsForGeneration?: (object: JsonObject, old: JsonObject) => boolean;
  /** By apiVersion, what writers may own; the rest is reset by `prepare…`. */
  readonly resetFields?: ReadonlyMap<string, FieldSetFilter>;

  /** Whether a PUT or apply of an absent name creates it (apply always does): it does not. */
  readonly createsOnUpdate?: boolean;
  /** Whether an update may leave the resourceVersion out: it may. */
  readonly allowsUnconditionalUpdate?: boolean;
  /** Whether a delete answers with the object instead of a Status: it does not. */
  readonly returnsDeletedObject?: boolean;

  /** Whether finalizers need no domain, as those of built-in kinds do: of kinds that extend the API. */
  readonly takesAnyFinalizer?: boolean;

  /** The fields beyond metadata.name and metadata.namespace by which lists can be selected, with their values. */
  readonly selectableFields?: (object: JsonObject) => Readonly<Record<string, string>>;
  /**
   * All fields that can be selected by besides metadata.name, metadata.namespace included where it can; unknown ones are told in
   * other words for kinds that have the list.
   */
  readonly selectableFieldNames?: readonly string[];
  /** The message for a field that cannot be selected by, where the kind has words of its own. */
  readonly describeUnknownField?: (field: string) => string;

  /** Seconds of grace that the object gets when it is deleted, or `undefined` for none at all; given what the client asked for. */
  readonly gracePeriodSeconds?: (object: JsonObject, askedSeconds: number | undefined) => number | undefined;
  /** The finalizers that a delete adds or removes by default (`kubernetes` of namespaces is in spec, not here). */
  readonly defaultPropagation?: "orphan" | "background";
  /** Runs before an object is deleted; throws an `ApiError` to keep it. Gives back the object to store, when it stays. */
  readonly beforeDelete?: (object: JsonObject, request: StrategyRequest) => JsonObject;
  /** Whether an object that is being deleted stays although no finalizer is left in its metadata: namespaces have more in spec. */
  readonly keepsDeleted?: (object: JsonObject) => boolean;
  /** What the one who deletes is warned of; the policy is empty where the request has none. */
  readonly warnDelete?: (object: JsonObject, propagationPolicy: string) => string[];
  /** How long an object lives without being updated. */
  readonly ttlSeconds?: (object: JsonObject) => number | undefined;

  /** Allocates what must be there before the object is stored (addresses, ports). Undone when the write fails. */
  readonly begin?: (object: JsonObject, old: JsonObject | undefined, request: StrategyRequest) => Promise<Beginning>;
  /** After the write went through, for what follows from it; failures are logged, not told. */
  readonly after?: (event: "create" | "update" | "delete", object: JsonObject, request: StrategyRequest) => void;
}

/** For kinds that count otherwise: the labels of an EndpointSlice, the annotations of a Deployment. */
export interface GenerationRule {
  /** What a new object gets; absent where it keeps what it was created with. */
  readonly first?: number;
  readonly isCounted: (object: JsonObject, old: JsonObject) => boolean;
}

/** What was begun for a write, and how it ends. */
export interface Beginning {
  readonly object: JsonObject;
  finish(isStored: boolean): Promise<void>;
}

export interface StrategyRequest {
  readonly context: RequestContext;
  readonly namespace: string;
  readonly name: string;
  readonly isDryRun: boolean;
  readonly subresource: string;
}
