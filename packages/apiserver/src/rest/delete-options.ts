/** The options of a delete: from the body or, where that is empty, from the query; never from both. */
import { ApiError, FieldError, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import type { Deletion } from "../registry/delete-object.ts";
import { textOf, textsOf } from "../registry/object-metadata.ts";
import { describeUnregistered } from "../wire/check-kind.ts";
import { decodeObject, readMediaType } from "../wire/decode-object.ts";
import { jsonTypeWord } from "../wire/json/json-type-word.ts";
import { maxBodyBytes, readBody } from "../wire/read-body.ts";
import { queryBoolean, queryInteger } from "./query.ts";
import type { RestCall } from "./rest-server.ts";
import { invalidOptions, validateDryRun } from "./write-options.ts";

export interface DeleteOptions extends Deletion {
  readonly isDryRun: boolean;
  /** As admission sees them. */
  readonly object: JsonObject;
}

export async function readDeleteOptions(call: RestCall): Promise<DeleteOptions> {
  const { request } = call;
  const bytes = await readBody(request.body, maxBodyBytes);
  const hasBody = bytes.length > 0;
  const object = hasBody ? readFromBody(bytes, request.headers["content-type"]) : readFromQuery(request.query);
  // Upstream has no version of its own to write these in.
  const internal = { kind: "DeleteOptions", apiVersion: "meta.k8s.io/__internal" };
  if (hasBody) call.context.audit?.noteObject({ ...object, ...internal });
  return toDeleteOptions(object);
}

/** Throws an `ApiError` for options that contradict each other. */
export function toDeleteOptions(object: JsonObject): DeleteOptions {
  const dryRun = textsOf(object, "dryRun");
  const errors = [...validatePropagation(object), ...validateDryRun(dryRun)];
  if (errors.length > 0) throw invalidOptions("DeleteOptions", errors);
  return {
    isDryRun: dryRun.length > 0,
    object: { kind: "DeleteOptions", apiVersion: "meta.k8s.io/v1", ...object },
    gracePeriodSeconds: numberOf(object, "gracePeriodSeconds"),
    propagationPolicy: optionalText(object, "propagationPolicy"),
    orphanDependents: optionalBoolean(object, "orphanDependents"),
    preconditions: preconditionsOf(object),
  };
}

function readFromBody(bytes: Uint8Array, contentType: string | undefined): JsonObject {
  const object = decode(bytes, contentType);
  const kind = textOf(object, "kind");
  if (kind !== "" && kind !== "DeleteOptions") {
    throw ApiError.badRequest(describeUnregistered(kind, textOf(object, "apiVersion")));
  }
  checkType(object, "gracePeriodSeconds", "number", "int64");
  checkType(object, "orphanDependents", "boolean", "bool");
  checkType(object, "propagationPolicy", "string", "v1.DeletionPropagation");
  return object;
}

/** What is wrong with options is told without saying of what: the words around it are for objects. */
function decode(bytes: Uint8Array, contentType: string | undefined): JsonObject {
  const isProtobuf = readMediaType(contentType) === "protobuf";
  const kind = { group: "meta.k8s.io", version: "v1", kind: "DeleteOptions" };
  try {
    return decodeObject(bytes, contentType, isProtobuf ? { protobuf: true, kind } : { protobuf: false }).object;
  } catch (error) {
    if (!ApiError.is(error, "BadRequest") || !(error instanceof Error)) throw error;
    const bare = error.message.replace(/^the object provided is unrecognized[^:]*: /, "").replace(/ \([^()]*\)$/, "");
    throw ApiError.badRequest(bare);
  }
}

function checkType(object: JsonObject, key: string, type: "number" | "boolean" | "string", goType: string): void {
  const value = getOwn(object, key);
  if (value === undefined || value === null || typeof value === type) return;
  throw ApiError.badRequest(
    `json: cannot unmarshal ${jsonTypeWord(value)} into Go struct field DeleteOptions.${key} of type ${goType}`,
  );
}

function readFromQuery(query: URLSearchParams): JsonObject {
  const gracePeriodSeconds = queryInteger(query, "gracePeriodSeconds");
  const orphanDependents = queryBoolean(query, "orphanDependents");
  const propagationPolicy = query.get("propagationPolicy");
  return {
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(propagationPolicy !== null && { propagationPolicy }),
    ...(query.has("dryRun") && { dryRun: query.getAll("dryRun") }),
  };
}

function validatePropagation(object: JsonObject): FieldError[] {
  const policy = optionalText(object, "propagationPolicy");
  if (policy === undefined) return [];
  const errors: FieldError[] = [];
  if (optionalBoolean(object, "orphanDependents") !== undefined) {
    const detail = "orphanDependents and deletionPropagation cannot be both set";
    errors.push(FieldError.invalid("propagationPolicy", policy, detail));
  }
  const policies = ["Foreground", "Background", "Orphan"];
  if (!policies.includes(policy))
    errors.push(FieldError.notSupported("propagationPolicy", policy, [...policies, "nil"]));
  return errors;
}

function preconditionsOf(object: JsonObject): { uid?: string; resourceVersion?: string } {
  const found = getOwn(object, "preconditions");
  if (!isJsonObject(found)) return {};
  const uid = optionalText(found, "uid");
  const resourceVersion = optionalText(found, "resourceVersion");
  return { ...(uid !== undefined && { uid }), ...(resourceVersion !== undefined && { resourceVersion }) };
}

function optionalText(object: JsonObject, key: string): string | undefined {
  const value = getOwn(object, key);
  return typeof value === "string" ? value : undefined;
}

function optionalBoolean(object: JsonObject, key: string): boolean | undefined {
  const value = getOwn(object, key);
  return typeof value === "boolean" ? value : undefined;
}

function numberOf(object: JsonObject, key: string): number | undefined {
  const value = getOwn(object, key);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}
