/** What all steps of one write share: which object is meant, who asks for it, and what takes part in it. */
import {
  ApiError,
  type GroupVersionKind,
  type JsonObject,
  type Random,
  validatePathSegmentName,
} from "@pintle/machinery";
import type { AdmissionAttributes, AdmissionChain } from "../admission/admission.ts";
import { isNamespaces } from "../admission/match/matcher.ts";
import type { RequestContext } from "../pipeline/request-context.ts";
import type { Storage, StoredValue } from "../storage/storage.ts";
import type { KeyTurns } from "./key-turns.ts";
import type { ResourceEndpoint } from "./resource-endpoint.ts";
import { unexpected } from "./resource-version.ts";
import { encodeStored } from "./stored-object.ts";
import type { Strategy, StrategyRequest } from "./strategy.ts";

export interface WriteCall {
  readonly endpoint: ResourceEndpoint;
  /** That of the resource, or of the subresource that is written. */
  readonly strategy: Strategy;
  readonly storage: Storage;
  readonly random: Random;
  readonly turns: KeyTurns;
  /** How large the object may be as it is stored. */
  readonly maxObjectBytes: number;
  readonly context: RequestContext;
  readonly admission: AdmissionChain;
  readonly namespace: string;
  /** Empty for a create, whose object says its name. */
  readonly name: string;
  readonly subresource: string;
  readonly isDryRun: boolean;
  /** The options of the request as admission sees them. */
  readonly options: JsonObject | undefined;
}

/** What came of a write: the bytes that are stored now, or an object that was not stored, with the version that it is told under. */
export type WriteOutcome =
  | { readonly type: "stored"; readonly stored: StoredValue }
  | { readonly type: "object"; readonly object: JsonObject };

/** The key of an object. Names come from outside: one with a slash would lead to other objects. */
export function keyOf({ prefix, isNamespaced }: ResourceEndpoint, namespace: string, name: string): string {
  if (isNamespaced && namespace === "") throw ApiError.badRequest("Namespace parameter required.");
  if (name === "") throw ApiError.badRequest("Name parameter required.");
  const parts = isNamespaced ? [namespace, name] : [name];
  for (const part of parts) {
    const complaints = validatePathSegmentName(part);
    if (complaints.length > 0) {
      throw ApiError.badRequest(`Name parameter invalid: ${JSON.stringify(part)}: ${complaints.join(";")}`);
    }
  }
  return prefix + parts.join("/");
}

/** The bytes to store, in the order of keys that the kind has, and no more of them than fit. */
export function encodeForStorage({ endpoint, maxObjectBytes }: WriteCall, object: JsonObject): Uint8Array {
  const { isBuiltIn, itemsNameKind } = endpoint.resource;
  const bytes = encodeStored(object, isBuiltIn || itemsNameKind === false ? "declared" : "sorted");
  if (bytes.length > maxObjectBytes) throw new TooLargeToStoreError();
  return bytes;
}

/** The object does not fit into storage; a patch may try again without managedFields. */
export class TooLargeToStoreError extends Error {
  override readonly name = "TooLargeToStoreError";

  constructor() {
    super("etcdserver: request is too large", { cause: unexpected("etcdserver: request is too large") });
  }
}

export function strategyRequestOf(call: WriteCall): StrategyRequest {
  const { context, namespace, name, isDryRun, subresource } = call;
  return { context, namespace, name, isDryRun, subresource };
}

/** What admission is told of the write. `kind` is that of the endpoint unless something else is written, as a Scale is. */
export function admissionAttributes(
  call: WriteCall,
  operation: AdmissionAttributes["operation"],
  object: JsonObject | undefined,
  old: JsonObject | undefined,
  name: string,
  kind: GroupVersionKind = kindOf(call.endpoint),
): AdmissionAttributes {
  const { endpoint, context, subresource, isDryRun } = call;
  const options = operation === "CREATE" ? createOptionsOf(call.options) : call.options;
  const namespace = call.namespace === "" && isNamespaces(endpoint) ? name : call.namespace;
  return { operation, endpoint, kind, context, namespace, name, subresource, object, old, options, isDryRun };
}

/** What comes about by an update or an apply is created all the same. */
function createOptionsOf(options: JsonObject | undefined): JsonObject | undefined {
  return options?.kind === "UpdateOptions" ? { ...options, kind: "CreateOptions" } : options;
}

function kindOf({ resource: { group, kind }, version: { version } }: ResourceEndpoint): GroupVersionKind {
  return { group, version, kind };
}

export function notFound(call: WriteCall): ApiError {
  return ApiError.notFound(call.endpoint.groupResource, call.name);
}

/** What follows from a write must not undo it: whatever fails here is for the log. */
export function tellAfter(call: WriteCall, event: "create" | "update" | "delete", object: JsonObject): void {
  if (call.isDryRun) return;
  try {
    call.strategy.after?.(event, object, strategyRequestOf(call));
  } catch (error) {
    call.context.logger.error("what follows from a write failed", { error, event });
  }
}

/** How long the object lives, as storage wants to know it. */
export function ttlOf({ strategy }: WriteCall, object: JsonObject): { readonly ttlMs?: number } {
  const seconds = strategy.ttlSeconds?.(object);
  return seconds === undefined || seconds <= 0 ? {} : { ttlMs: seconds * 1_000 };
}
