/**
 * Changes an object by a function of what it is, in a loop of compare-and-swap: a change that was overtaken is made again on top
 * of the other one. The loop has an end, so that no request goes round for ever.
 */
import { ApiError, equalJson, FieldError, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import type { StoredValue } from "../storage/storage.ts";
import { makeReadyToCreate, withBeginning } from "./create-object.ts";
import { withNextGeneration } from "./generation.ts";
import {
  finalizersOf,
  isBeingDeleted,
  metadataList,
  metadataNumber,
  metadataText,
  withMetadata,
} from "./object-metadata.ts";
import { inNamespaceOf, withSystemFields, withSystemFieldsOf } from "./prepare-metadata.ts";
import { asStored } from "./resource-endpoint.ts";
import { versionOf } from "./resource-version.ts";
import { decodeStored } from "./stored-object.ts";
import { validateMetadataOnUpdate, warnOfFinalizers } from "./validate-metadata.ts";
import { warnOnce } from "./warn-once.ts";
import {
  admissionAttributes,
  encodeForStorage,
  keyOf,
  notFound,
  strategyRequestOf,
  tellAfter,
  ttlOf,
  type WriteCall,
  type WriteOutcome,
} from "./write-call.ts";

export interface Change {
  /** The object as it shall be, of the one that there is; both in the storage version. Called once more for every try. */
  readonly transform: (existing: JsonObject | undefined) => Promise<JsonObject>;
  /** The uid that the object must have. */
  readonly uid?: string;
}

export interface ChangeOutcome {
  readonly outcome: WriteOutcome;
  readonly isCreated: boolean;
}

/** Hundreds of writers of one object each succeed before this; a loop that gets here is not going anywhere. */
const maxTries = 1_000;

const optimisticLockMessage =
  "the object has been modified; please apply your changes to the latest version and try again";

export async function changeObject(call: WriteCall, change: Change): Promise<ChangeOutcome> {
  const { storage, endpoint, context } = call;
  const key = keyOf(endpoint, call.namespace, call.name);
  const first = await tryChange(call, change, key, (await storage.get(key)).entry);
  if (first.isDone) return first.result;
  using _turn = await call.turns.take(key, context.clock);
  let current = (await storage.get(key)).entry;
  for (let tries = 2; tries <= maxTries; tries += 1) {
    const round = await tryChange(call, change, key, current);
    if (round.isDone) return round.result;
    current = round.overtakenBy;
  }
  throw ApiError.conflict(endpoint.groupResource, call.name, optimisticLockMessage);
}

type Round =
  | { readonly isDone: true; readonly result: ChangeOutcome }
  | { readonly isDone: false; readonly overtakenBy: StoredValue | undefined };

async function tryChange(
  call: WriteCall,
  change: Change,
  key: string,
  current: StoredValue | undefined,
): Promise<Round> {
  call.context.signal.throwIfAborted();
  const existing = current && decodeStored(current);
  if (existing === undefined && !call.strategy.createsOnUpdate) throw notFound(call);
  checkUid(call, key, change.uid, existing);
  const proposed = await change.transform(existing);
  // What comes about through a view comes about as a whole.
  const attempt = new Attempt(existing ? call : { ...call, strategy: call.endpoint.resource.strategy }, key, current);
  const outcome = existing ? await attempt.update(proposed, existing) : await attempt.create(proposed);
  if (outcome === undefined) return { isDone: false, overtakenBy: attempt.overtakenBy };
  return { isDone: true, result: { outcome, isCreated: existing === undefined } };
}

/** One round of the loop. Its methods give nothing where another write came first, which is then in `overtakenBy`. */
class Attempt {
  readonly #call: WriteCall;
  readonly #key: string;
  readonly #current: StoredValue | undefined;
  overtakenBy: StoredValue | undefined;

  constructor(call: WriteCall, key: string, current: StoredValue | undefined) {
    this.#call = call;
    this.#key = key;
    this.#current = current;
  }

  async create(proposed: JsonObject): Promise<WriteOutcome | undefined> {
    const call = this.#call;
    // A version that the client sent along means nothing here; it is not there to be compared.
    const unversioned = withMetadata(proposed, { resourceVersion: undefined });
    const named = withSystemFields(unversioned, call.context.clock.now(), call.random);
    return this.#begun(named, undefined, async (begun) => this.#store(await makeReadyToCreate(call, begun), undefined));
  }

  async update(proposed: JsonObject, existing: JsonObject): Promise<WriteOutcome | undefined> {
    const versioned = withMetadata(proposed, { resourceVersion: this.#checkVersion(proposed) });
    return this.#begun(versioned, existing, async (begun) => {
      const ready = await makeReadyToUpdate(this.#call, begun, existing);
      if (equalJson(ready, existing) && !this.#current?.isRefreshed) return this.#unchanged(existing);
      const isGone = isFinished(ready, existing) && this.#call.strategy.keepsDeleted?.(ready) !== true;
      return isGone ? this.#remove(ready) : this.#store(ready, existing);
    });
  }

  /** An attempt that was overtaken has not stored anything, so that what was begun for it is undone. */
  async #begun(
    object: JsonObject,
    old: JsonObject | undefined,
    write: (object: JsonObject) => Promise<WriteOutcome | undefined>,
  ): Promise<WriteOutcome | undefined> {
    try {
      return await withBeginning(this.#call, object, old, async (begun) => {
        const outcome = await write(begun);
        if (outcome === undefined) throw overtaken;
        return outcome;
      });
    } catch (error) {
      if (error === overtaken) return undefined;
      throw error;
    }
  }

  #checkVersion(proposed: JsonObject): string {
    const { endpoint, strategy, name } = this.#call;
    const revision = this.#current?.revision ?? 0;
    const version = versionOf(proposed);
    if (version === 0 && strategy.allowsUnconditionalUpdate === false) throw versionRequired(this.#call);
    if (version !== 0 && version !== revision) {
      throw ApiError.conflict(endpoint.groupResource, name, optimisticLockMessage);
    }
    return `${revision}`;
  }

  #unchanged(existing: JsonObject): WriteOutcome {
    return this.#current ? { type: "stored", stored: this.#current } : { type: "object", object: existing };
  }

  async #store(object: JsonObject, existing: JsonObject | undefined): Promise<WriteOutcome | undefined> {
    const call = this.#call;
    const value = encodeForStorage(call, object);
    if (call.isDryRun) return { type: "object", object };
    const result = await call.storage.swap(this.#key, this.#current?.revision ?? 0, value, ttlOf(call, object));
    if (!result.isDone) {
      this.overtakenBy = result.current;
      return undefined;
    }
    const stored = { key: this.#key, value, revision: result.revision };
    const event = existing ? "update" : "create";
    if (call.strategy.after) tellAfter(call, event, withMetadata(object, { resourceVersion: `${result.revision}` }));
    return { type: "stored", stored };
  }

  /** The last finalizer is gone: the object goes, and the answer is what was asked for, under the version before. */
  async #remove(object: JsonObject): Promise<WriteOutcome | undefined> {
    const call = this.#call;
    if (!call.isDryRun) {
      const result = await call.storage.swap(this.#key, this.#current?.revision ?? 0, undefined);
      if (!result.isDone) {
        this.overtakenBy = result.current;
        return undefined;
      }
      tellAfter(call, "delete", object);
    }
    return { type: "object", object };
  }
}

const overtaken = new Error("another write came first");

async function makeReadyToUpdate(call: WriteCall, object: JsonObject, old: JsonObject): Promise<JsonObject> {
  const { endpoint, strategy, context, namespace, name } = call;
  const request = strategyRequestOf(call);
  const placed = inNamespaceOf(object, endpoint.isNamespaced ? namespace : "");
  const prepared = strategy.prepareUpdate?.(placed, old, request) ?? placed;
  const kept = withSystemFieldsOf(withNextGeneration(prepared, old, strategy), old);
  const errors = [
    ...validateMetadataOnUpdate(kept, old, endpoint),
    ...(strategy.validateUpdate?.(kept, old, request) ?? []),
  ];
  if (errors.length > 0) throw ApiError.invalid(endpoint.groupKind, metadataText(kept, "name"), errors);
  warnOnce(context.warnings, [...warnOfFinalizers(kept, old, endpoint), ...(strategy.warnUpdate?.(kept, old) ?? [])]);
  const canonical = strategy.canonicalize?.(kept) ?? kept;
  const normal = asStored(endpoint, canonical);
  const ready = withTimesOf(normal, old);
  await call.admission.validate(admissionAttributes(call, "UPDATE", ready, old, name));
  return ready;
}

/** Writing the same again must change nothing: where managers differ from before in their times alone, they keep those. */
function withTimesOf(object: JsonObject, old: JsonObject): JsonObject {
  const [entries, before] = [metadataList(object, "managedFields"), metadataList(old, "managedFields")];
  if (entries.length === 0 || entries.length !== before.length) return object;
  if (!equalJson(entries.map(withoutTime), before.map(withoutTime))) return object;
  const candidate = withMetadata(object, { managedFields: [...before] });
  return equalJson(candidate, old) ? candidate : object;
}

function withoutTime(entry: JsonValue): JsonValue {
  if (!isJsonObject(entry)) return entry;
  const { time: _, ...rest } = entry;
  return rest;
}

function isFinished(object: JsonObject, old: JsonObject): boolean {
  const grace = metadataNumber(object, "deletionGracePeriodSeconds") ?? 0;
  return isBeingDeleted(old) && isBeingDeleted(object) && finalizersOf(object).length === 0 && grace === 0;
}

function checkUid(call: WriteCall, key: string, uid: string | undefined, existing: JsonObject | undefined): void {
  const found = existing ? metadataText(existing, "uid") : "";
  if (uid === undefined || uid === "" || uid === found) return;
  const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found}`;
  throw ApiError.conflict(call.endpoint.groupResource, call.name, why);
}

/** Unlike any other Invalid, this one names the resource where the kind belongs. */
function versionRequired({ endpoint, name }: WriteCall): ApiError {
  const error = FieldError.invalid("metadata.resourceVersion", 0, "must be specified for an update");
  const { group, resource } = endpoint.groupResource;
  return ApiError.invalid({ group, kind: resource }, name, [error]);
}
