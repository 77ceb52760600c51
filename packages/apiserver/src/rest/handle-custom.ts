/** The verbs of storage that somebody wrote by hand: of a whole resource, or of a subresource of another kind. */
import type { JsonObject } from "@pintle/machinery";
import { methodNotAllowed } from "../pipeline/bare-errors.ts";
import type { ServerResponse } from "../pipeline/server-request.ts";
import type { CustomCall, CustomStorage } from "../registry/custom-storage.ts";
import { metadataText } from "../registry/object-metadata.ts";
import { checkNameOfUrl, inNamespaceOf } from "../registry/prepare-metadata.ts";
import { parseSelection } from "../registry/selection.ts";
import { maxBodyBytes, readBody } from "../wire/read-body.ts";
import { admitCustom } from "./admit-custom.ts";
import { optionsObject, readBodyOf } from "./calls.ts";
import { type BodyType, decodeBody } from "./decode-body.ts";
import { readDeleteOptions } from "./delete-options.ts";
import { readPatchType } from "./handle-patch.ts";
import { createJsonPatcher } from "./json-patcher.ts";
import { recordCreator } from "./managed-fields.ts";
import { createMergePatcher } from "./merge-patcher.ts";
import { queryText } from "./query.ts";
import type { RestResult } from "./rest-result.ts";
import type { RestCall } from "./rest-server.ts";
import { createStrategicPatcher } from "./strategic-patcher.ts";
import { readWriteOptions, type WriteOptionsKind } from "./write-options.ts";

export interface CustomTarget {
  readonly storage: CustomStorage;
  /** What bodies are. */
  readonly type: BodyType;
  /** The type in the tables, where it is another than the endpoint's. */
  readonly otherType?: string;
}

export async function handleCustom(call: RestCall, target: CustomTarget): Promise<RestResult> {
  const { verb } = call.context.info;
  const { storage } = target;
  if (verb === "get" && storage.get) return found(target, await storage.get(customCallOf(call, false)));
  if (verb === "list" && storage.list) return listCustom(call, storage.list);
  if (verb === "create" && storage.create) return writeCustom(call, target, "CreateOptions", storage.create, 201);
  if (verb === "update" && storage.update) return writeCustom(call, target, "UpdateOptions", storage.update, 200);
  if (verb === "patch" && storage.get && storage.update) return patchCustom(call, target, storage.get, storage.update);
  if (verb === "delete" && storage.delete) return deleteCustom(call, target, storage.delete);
  throw methodNotAllowed();
}

/** Hands the connection over. */
export function connectCustom(call: RestCall, connect: NonNullable<CustomStorage["connect"]>): Promise<ServerResponse> {
  call.context.audit?.leaveAnswer();
  return connect(customCallOf(call, false), call.request);
}

function customCallOf({ context, request }: RestCall, isDryRun: boolean): CustomCall {
  const { namespace, name } = context.info;
  return { context, namespace, name, query: request.query, isDryRun };
}

function found({ otherType }: CustomTarget, object: JsonObject, status = 200): RestResult {
  return { type: "object", status, object, ...(otherType !== undefined && { otherType }) };
}

/** Virtual lists are selected from here, so that whoever makes them up need not know about selectors. */
async function listCustom(call: RestCall, list: NonNullable<CustomStorage["list"]>): Promise<RestResult> {
  const { query } = call.request;
  const selection = parseSelection(call.endpoint, queryText(query, "labelSelector"), queryText(query, "fieldSelector"));
  const { items, resourceVersion } = await list(customCallOf(call, false));
  return { type: "objects", status: 200, items: items.filter((item) => selection.matches(item)), resourceVersion };
}

async function writeCustom(
  call: RestCall,
  target: CustomTarget,
  kind: WriteOptionsKind,
  write: (call: CustomCall, object: JsonObject) => Promise<JsonObject>,
  status: number,
): Promise<RestResult> {
  const options = readWriteOptions(call.request, kind);
  const decoded = decodeBody(target.type, await readBodyOf(call, options));
  call.context.audit?.noteObject(decoded);
  const { namespace, name } = call.context.info;
  const placed = inNamespaceOf(decoded, call.endpoint.isNamespaced ? namespace : "");
  // What is created below an object, such as a binding, has its own word on names.
  if (kind === "UpdateOptions" && metadataText(placed, "name") !== "") checkNameOfUrl(placed, name);
  const { prepareCreate } = target.storage;
  const isCreate = kind === "CreateOptions";
  const object = isCreate ? recordCreator(call.context, target, options.manager, placed) : placed;
  const customCall = customCallOf(call, options.isDryRun);
  const admitted = await admitCustom(call, {
    operation: isCreate ? "CREATE" : "UPDATE",
    type: target.type,
    name: name || metadataText(object, "name"),
    object,
    options: optionsObject(kind, options),
    isDryRun: options.isDryRun,
    ...(isCreate && prepareCreate && { prepare: (mutated) => prepareCreate(customCall, mutated) }),
  });
  return found(target, await write(customCall, admitted ?? object), status);
}

async function deleteCustom(
  call: RestCall,
  target: CustomTarget,
  remove: NonNullable<CustomStorage["delete"]>,
): Promise<RestResult> {
  const { isDryRun, object: options } = await readDeleteOptions(call);
  const { name } = call.context.info;
  await admitCustom(call, { operation: "DELETE", type: target.type, name, object: undefined, options, isDryRun });
  return found(target, await remove(customCallOf(call, isDryRun)));
}

/** There is no compare-and-swap here: whether the object has changed meanwhile is for the storage to find out, by its resourceVersion. */
async function patchCustom(
  call: RestCall,
  target: CustomTarget,
  get: NonNullable<CustomStorage["get"]>,
  update: NonNullable<CustomStorage["update"]>,
): Promise<RestResult> {
  const patchType = readPatchType(call);
  if (patchType === "apply") throw methodNotAllowed();
  const bytes = await readBody(call.request.body, maxBodyBytes);
  const options = readWriteOptions(call.request, "PatchOptions");
  call.context.audit?.notePatch(bytes);
  const { fieldValidation } = options;
  const input = { type: target.type, bytes, fieldValidation, warnings: call.context.warnings };
  const create = { json: createJsonPatcher, merge: createMergePatcher, strategic: createStrategicPatcher }[patchType];
  const old = await get(customCallOf(call, false));
  const patched = create(input)(old);
  const admitted = await admitCustom(call, {
    operation: "UPDATE",
    type: target.type,
    name: call.context.info.name,
    object: patched,
    old,
    options: optionsObject("PatchOptions", options),
    isDryRun: options.isDryRun,
  });
  return found(target, await update(customCallOf(call, options.isDryRun), admitted ?? patched));
}
