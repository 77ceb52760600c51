/** PATCH of an object, or of a view of it, by any of the four kinds of patches; applied again whenever another write came first. */
import { ApiError, createFailureStatus, type JsonObject } from "@pintle/machinery";
import { type ChangeOutcome, changeObject } from "../registry/change-object.ts";
import { metadataText, withMetadata } from "../registry/object-metadata.ts";
import { dedupeOwnerReferences } from "../registry/owner-references.ts";
import { checkNameOfUrl, inNamespaceOf } from "../registry/prepare-metadata.ts";
import { fromStorageVersion, toStorageVersion } from "../registry/resource-endpoint.ts";
import type { Strategy } from "../registry/strategy.ts";
import { admissionAttributes, TooLargeToStoreError, type WriteCall } from "../registry/write-call.ts";
import { maxBodyBytes, readBody } from "../wire/read-body.ts";
import { createApplyPatcher } from "./apply-patcher.ts";
import { authorizeCreate } from "./authorize-create.ts";
import { awaitedConversionsOf, awaiting } from "./awaited-conversions.ts";
import { bodyTypeOf, optionsObject, writeCallOf } from "./calls.ts";
import { createJsonPatcher } from "./json-patcher.ts";
import { type ManagedWrite, recordManager } from "./managed-fields.ts";
import { createMergePatcher } from "./merge-patcher.ts";
import type { Patcher, PatchInput } from "./patch-object.ts";
import { type RestResult, resultOf } from "./rest-result.ts";
import type { RestCall } from "./rest-server.ts";
import { createStrategicPatcher } from "./strategic-patcher.ts";
import { readWriteOptions, type WriteOptions } from "./write-options.ts";

export type PatchType = "json" | "merge" | "strategic" | "apply";

const contentTypes: ReadonlyMap<string, PatchType> = new Map([
  ["application/json-patch+json", "json"],
  ["application/merge-patch+json", "merge"],
  ["application/strategic-merge-patch+json", "strategic"],
  ["application/apply-patch+yaml", "apply"],
]);

export async function handlePatch(call: RestCall, view?: Strategy): Promise<RestResult> {
  const { endpoint, context } = call;
  const patchType = readPatchType(call);
  const bytes = await readBody(call.request.body, maxBodyBytes);
  const options = readWriteOptions(call.request, "PatchOptions", patchType === "apply");
  context.audit?.notePatch(bytes);
  const strategy = view ?? endpoint.resource.strategy;
  const { name, subresource } = context.info;
  const optionsSeen = optionsObject("PatchOptions", options);
  const write = writeCallOf(call, { name, isDryRun: options.isDryRun, options: optionsSeen, strategy });
  const conversions = awaitedConversionsOf(endpoint);
  const managed: ManagedWrite = { endpoint, strategy, context, manager: options.manager, subresource, ...conversions };
  const input: PatchInput = {
    type: bodyTypeOf(endpoint),
    bytes,
    fieldValidation: options.fieldValidation,
    warnings: context.warnings,
  };
  const transform = createTransform(patchType, input, managed, options);
  const patch = (live: JsonObject | undefined) => awaiting(conversions, () => transform(live));
  // An object comes about by an apply; a view needs something to be a view of, unless a PUT to it would create that.
  const creates = patchType === "apply" && (view === undefined || view.createsOnUpdate === true);
  const { outcome, isCreated } = await changeByPatch(call, write, patch, { isApply: patchType === "apply", creates });
  return resultOf(outcome, isCreated ? 201 : 200);
}

/** Custom resources have words of their own, because another router is in front of them. */
export function readPatchType({ request, endpoint }: RestCall): PatchType {
  const contentType = (request.headers["content-type"] ?? "").split(";", 1)[0] ?? "";
  const isBuiltIn = endpoint.resource.isBuiltIn === true;
  const found = contentTypes.get(contentType);
  if (found !== undefined && (isBuiltIn || found !== "strategic")) return found;
  if (isBuiltIn) throw new ApiError(createFailureStatus("UnsupportedMediaType", "415: Unsupported Media Type", {}));
  throw ApiError.unsupportedMediaType(
    [...contentTypes].filter(([, type]) => type !== "strategic").map(([type]) => type),
  );
}

/** From the live object, in the version of the request, to the patched one with its managedFields. */
export function createTransform(
  patchType: PatchType,
  input: PatchInput,
  write: ManagedWrite,
  options: WriteOptions,
): (live: JsonObject | undefined) => JsonObject {
  if (patchType === "apply") return createApplyPatcher(input, write, options.isForced);
  const patcher = createPatcher(patchType, input);
  return (live) => recordManager(write, live, patcher(live ?? {}));
}

function createPatcher(patchType: "json" | "merge" | "strategic", input: PatchInput): Patcher {
  if (patchType === "json") return createJsonPatcher(input);
  return patchType === "merge" ? createMergePatcher(input) : createStrategicPatcher(input);
}

async function changeByPatch(
  call: RestCall,
  write: WriteCall,
  patch: (live: JsonObject | undefined) => Promise<JsonObject>,
  { isApply, creates }: { readonly isApply: boolean; readonly creates: boolean },
): Promise<ChangeOutcome> {
  const strategy = { ...write.strategy, createsOnUpdate: creates };
  const changing = (finish: (object: JsonObject) => JsonObject) =>
    changeObject(
      { ...write, strategy },
      { transform: async (existing) => finish(await propose(call, write, patch, existing)) },
    );
  try {
    return await changing((object) => object);
  } catch (error) {
    if (!(error instanceof TooLargeToStoreError) || isApply) throw error;
    // What others wrote down about who owns what is the first that can go.
    return changing((object) => withMetadata(object, { managedFields: undefined }));
  }
}

async function propose(
  call: RestCall,
  write: WriteCall,
  patch: (live: JsonObject | undefined) => Promise<JsonObject>,
  existing: JsonObject | undefined,
): Promise<JsonObject> {
  const { endpoint, context, server } = call;
  const { name, namespace } = context.info;
  const patched = await patch(existing && fromStorageVersion(endpoint, existing));
  if (!existing) await checkCreate(call, patched);
  const placed = inNamespaceOf(patched, endpoint.isNamespaced ? namespace : "");
  checkNameOfUrl(placed, name);
  const proposed = toStorageVersion(endpoint, placed);
  const operation = existing ? "UPDATE" : "CREATE";
  const admitted = await server.admission.mutate(admissionAttributes(write, operation, proposed, existing, name));
  return dedupeOwnerReferences(admitted ?? proposed, context.warnings, true);
}

/** An apply that creates needs the right to create, and must not mean an object that was there once. */
async function checkCreate(call: RestCall, patched: JsonObject): Promise<void> {
  const { endpoint, context } = call;
  const uid = metadataText(patched, "uid");
  if (uid !== "") {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw ApiError.conflict(endpoint.groupResource, context.info.name, why);
  }
  await authorizeCreate(call);
}
