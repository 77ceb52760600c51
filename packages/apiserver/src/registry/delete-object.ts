/**
 * Deletes an object, or marks it where its finalizers or its grace period keep it. Whoever overtakes is looked at again.
 */
import { ApiError, equalJson, type JsonObject } from "@pintle/machinery";
import type { StoredValue } from "../storage/storage.ts";
import { beginGrace, markAsDeleting } from "./grace.ts";
import { finalizersOf, isBeingDeleted, metadataNumber, metadataText, withMetadata } from "./object-metadata.ts";
import { finalizersForDeletion, type Propagation } from "./propagation.ts";
import { decodeStored } from "./stored-object.ts";
import { warnOnce } from "./warn-once.ts";
import {
  admissionAttributes,
  encodeForStorage,
  keyOf,
  notFound,
  strategyRequestOf,
  tellAfter,
  type WriteCall,
  type WriteOutcome,
} from "./write-call.ts";

export interface Deletion extends Propagation {
  readonly gracePeriodSeconds?: number | undefined;
  readonly preconditions?: { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined };
}

export interface DeletionOutcome {
  /** The object as it is now, or was when it went. */
  readonly outcome: WriteOutcome;
  readonly isGone: boolean;
  readonly uid: string;
}

const maxTries = 1_000;

export async function deleteObject(call: WriteCall, deletion: Deletion): Promise<DeletionOutcome> {
  const { storage, endpoint, context } = call;
  const key = keyOf(endpoint, call.namespace, call.name);
  let current = (await storage.get(key)).entry;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    context.signal.throwIfAborted();
    if (current === undefined) throw notFound(call);
    const round = await deleteOnce(call, deletion, current);
    if (round.isOvertaken) current = round.current;
    else return round.result;
  }
  throw ApiError.serverTimeout(endpoint.groupResource, "delete", 1);
}

type Round =
  | { readonly isOvertaken: true; readonly current: StoredValue | undefined }
  | { readonly isOvertaken: false; readonly result: DeletionOutcome };

async function deleteOnce(call: WriteCall, deletion: Deletion, current: StoredValue): Promise<Round> {
  const { strategy, context } = call;
  const existing = decodeStored(current);
  checkPreconditions(call, existing, deletion);
  const nowMs = context.clock.now();
  const grace = beginGrace(existing, strategy, deletion.gracePeriodSeconds, nowMs);
  if (grace.state === "pending") return done({ type: "stored", stored: current }, existing, false);
  await admitDelete(call, existing, grace.object);
  warnOnce(context.warnings, strategy.warnDelete?.(existing, askedPolicyOf(deletion)) ?? []);
  const prepared = strategy.beforeDelete?.(grace.object, strategyRequestOf(call)) ?? grace.object;
  // A kind that marks its objects by itself has done so, and knows what keeps them; the others are marked here.
  const isMarked = prepared !== grace.object && isBeingDeleted(prepared);
  const finalizers = isMarked
    ? finalizersOf(prepared)
    : finalizersForDeletion(prepared, deletion, strategy.defaultPropagation);
  const isKept = finalizers.length > 0 || prepared !== grace.object;
  const finalized = equalJson(finalizers, finalizersOf(prepared)) ? prepared : withFinalizers(prepared, finalizers);
  const marked = isKept && grace.state === "now" && !isMarked ? markAsDeleting(finalized, nowMs) : finalized;
  if (!isKept && grace.state === "now") return remove(call, current, existing);
  const seconds = metadataNumber(marked, "deletionGracePeriodSeconds") ?? 0;
  return isKept || seconds > 0 ? mark(call, current, existing, marked) : markAndRemove(call, current, existing, marked);
}

function askedPolicyOf({ propagationPolicy, orphanDependents }: Deletion): string {
  return propagationPolicy ?? (orphanDependents === undefined ? "" : orphanDependents ? "Orphan" : "Background");
}

function withFinalizers(object: JsonObject, finalizers: string[]): JsonObject {
  return withMetadata(object, { finalizers: finalizers.length === 0 ? undefined : finalizers });
}

function done(outcome: WriteOutcome, object: JsonObject, isGone: boolean): Round {
  return { isOvertaken: false, result: { outcome, isGone, uid: metadataText(object, "uid") } };
}

/** The options say how long the object gets, where its kind decides that. */
async function admitDelete(call: WriteCall, existing: JsonObject, begun: JsonObject): Promise<void> {
  const gracePeriodSeconds = metadataNumber(begun, "deletionGracePeriodSeconds");
  const isDecided = call.strategy.gracePeriodSeconds !== undefined && gracePeriodSeconds !== undefined;
  const options = isDecided ? { ...call.options, gracePeriodSeconds } : call.options;
  // Who deletes a collection names nobody.
  const { name } = call.context.info;
  const attributes = admissionAttributes({ ...call, options }, "DELETE", undefined, existing, name);
  await call.admission.mutate(attributes);
  await call.admission.validate(attributes);
}

async function mark(call: WriteCall, current: StoredValue, existing: JsonObject, marked: JsonObject): Promise<Round> {
  if (equalJson(marked, existing)) return done({ type: "stored", stored: current }, existing, false);
  if (call.isDryRun) return done({ type: "object", object: marked }, existing, false);
  const value = encodeForStorage(call, marked);
  const result = await call.storage.swap(current.key, current.revision, value);
  if (!result.isDone) return { isOvertaken: true, current: result.current };
  tellAfter(call, "update", marked);
  return done({ type: "stored", stored: { key: current.key, value, revision: result.revision } }, existing, false);
}

/** No time and no finalizers are left, yet whoever watches sees that first. */
async function markAndRemove(
  call: WriteCall,
  current: StoredValue,
  existing: JsonObject,
  marked: JsonObject,
): Promise<Round> {
  if (call.isDryRun) return done({ type: "object", object: marked }, existing, true);
  const round = await mark(call, current, existing, marked);
  if (round.isOvertaken || round.result.outcome.type !== "stored") return round;
  const { stored } = round.result.outcome;
  const removed = await remove(call, stored, marked);
  // Somebody else removed it meanwhile: that is what was asked for.
  return removed.isOvertaken && removed.current === undefined
    ? done({ type: "stored", stored }, existing, true)
    : removed;
}

async function remove(call: WriteCall, current: StoredValue, existing: JsonObject): Promise<Round> {
  if (call.isDryRun) return done({ type: "object", object: existing }, existing, true);
  const result = await call.storage.swap(current.key, current.revision, undefined);
  if (!result.isDone) return { isOvertaken: true, current: result.current };
  tellAfter(call, "delete", existing);
  return done({ type: "stored", stored: { ...current, revision: result.revision } }, existing, true);
}

/** Failed preconditions name the kind where other conflicts name the resource. */
function checkPreconditions(call: WriteCall, existing: JsonObject, { preconditions }: Deletion): void {
  const { group, kind } = call.endpoint.groupKind;
  const conflict = (why: string) => ApiError.conflict({ group, resource: kind }, call.name, why);
  const uid = metadataText(existing, "uid");
  if (preconditions?.uid !== undefined && preconditions.uid !== uid) {
    throw conflict(
      `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    );
  }
  const version = metadataText(existing, "resourceVersion");
  if (preconditions?.resourceVersion !== undefined && preconditions.resourceVersion !== version) {
    throw conflict(
      `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${version}). The object might have been modified`,
    );
  }
}
