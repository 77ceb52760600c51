/**
 * Creates an object: names it, makes it ready, validates it, asks admission, and stores it where nothing is yet.
 *
 * What was begun for it (addresses, ports) is undone when it is not stored, whatever the reason.
 */
import { ApiError, type JsonObject } from "@pintle/machinery";
import { withFirstGeneration } from "./generation.ts";
import { isBeingDeleted, metadataText, withMetadata } from "./object-metadata.ts";
import { inNamespaceOf, withSystemFields } from "./prepare-metadata.ts";
import { asStored } from "./resource-endpoint.ts";
import { complainOfUint, unexpected } from "./resource-version.ts";
import { decodeStored } from "./stored-object.ts";
import type { Beginning } from "./strategy.ts";
import { validateMetadataOnCreate, warnOfFinalizers } from "./validate-metadata.ts";
import { warnOnce } from "./warn-once.ts";
import {
  admissionAttributes,
  encodeForStorage,
  keyOf,
  strategyRequestOf,
  tellAfter,
  ttlOf,
  type WriteCall,
  type WriteOutcome,
} from "./write-call.ts";

/** With so many tries a million names can have one prefix, and one create in a thousand fails. */
const maxNameTries = 8;

/** Takes an object in the storage version that admission has seen. */
export async function createObject(call: WriteCall, object: JsonObject): Promise<WriteOutcome> {
  const isGenerated = metadataText(object, "name") === "" && metadataText(object, "generateName") !== "";
  for (let tries = 1; ; tries += 1) {
    try {
      return await createOnce(call, object);
    } catch (error) {
      if (!isGenerated || tries === maxNameTries || !ApiError.is(error, "AlreadyExists")) throw error;
    }
  }
}

async function createOnce(call: WriteCall, object: JsonObject): Promise<WriteOutcome> {
  const named = withSystemFields(object, call.context.clock.now(), call.random);
  return withBeginning(call, named, undefined, async (begun) => {
    const ready = await makeReadyToCreate(call, begun);
    return storeNew(call, ready);
  });
}

/** Runs a write between the beginning and the end of what the strategy allocates for it. */
export async function withBeginning(
  call: WriteCall,
  object: JsonObject,
  old: JsonObject | undefined,
  write: (object: JsonObject) => Promise<WriteOutcome>,
): Promise<WriteOutcome> {
  const { begin } = call.strategy;
  if (!begin) return write(object);
  const beginning: Beginning = await begin(object, old, strategyRequestOf(call));
  let isStored = false;
  try {
    const outcome = await write(beginning.object);
    isStored = !call.isDryRun;
    return outcome;
  } finally {
    await beginning.finish(isStored);
  }
}

/** The object as it is stored: prepared, valid, and passed by admission. */
export async function makeReadyToCreate(call: WriteCall, object: JsonObject): Promise<JsonObject> {
  const { endpoint, strategy, context, namespace } = call;
  const request = strategyRequestOf(call);
  const placed = inNamespaceOf(object, endpoint.isNamespaced ? namespace : "");
  const counted = withFirstGeneration(placed, strategy);
  const prepared = strategy.prepareCreate?.(counted, request) ?? counted;
  const errors = [
    ...validateMetadataOnCreate(prepared, endpoint),
    ...(strategy.validateCreate?.(prepared, request) ?? []),
  ];
  const name = metadataText(prepared, "name");
  if (errors.length > 0) throw ApiError.invalid(endpoint.groupKind, name, errors);
  warnOnce(context.warnings, [
    ...warnOfFinalizers(prepared, undefined, endpoint),
    ...(strategy.warnCreate?.(prepared) ?? []),
  ]);
  const canonical = strategy.canonicalize?.(prepared) ?? prepared;
  await call.admission.validate(admissionAttributes(call, "CREATE", canonical, undefined, name));
  return asStored(endpoint, canonical);
}

async function storeNew(call: WriteCall, object: JsonObject): Promise<WriteOutcome> {
  checkNoVersion(object);
  const name = metadataText(object, "name");
  const key = keyOf(call.endpoint, call.namespace, name);
  const unversioned = withMetadata(object, { resourceVersion: undefined });
  const value = encodeForStorage(call, unversioned);
  const { storage } = call;
  if (call.isDryRun) {
    const { entry } = await storage.get(key);
    if (entry) throw alreadyExists(call, object, decodeStored(entry));
    return { type: "object", object: unversioned };
  }
  const result = await storage.swap(key, 0, value, ttlOf(call, object));
  if (!result.isDone) throw alreadyExists(call, object, result.current && decodeStored(result.current));
  tellAfter(call, "create", withMetadata(object, { resourceVersion: `${result.revision}` }));
  return { type: "stored", stored: { key, value, revision: result.revision } };
}

/** A version that is 0 or no number is overlooked. */
function checkNoVersion(object: JsonObject): void {
  const version = metadataText(object, "resourceVersion");
  if (version === "" || complainOfUint(version) !== undefined || Number(version) === 0) return;
  throw unexpected("resourceVersion should not be set on objects to be created");
}

function alreadyExists(call: WriteCall, object: JsonObject, existing: JsonObject | undefined): ApiError {
  const { groupResource } = call.endpoint;
  const name = metadataText(object, "name");
  const error =
    metadataText(object, "generateName") === ""
      ? ApiError.alreadyExists(groupResource, name)
      : ApiError.generateNameConflict(groupResource, name, 1);
  if (existing === undefined || !isBeingDeleted(existing)) return error;
  return new ApiError({ ...error.status, message: `object is being deleted: ${error.status.message}` });
}
