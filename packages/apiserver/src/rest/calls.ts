/** From a request at an endpoint to what the store and the decoder are told about it. */
import type { JsonObject } from "@pintle/machinery";
import type { ResourceEndpoint } from "../registry/resource-endpoint.ts";
import type { Strategy } from "../registry/strategy.ts";
import type { WriteCall } from "../registry/write-call.ts";
import { maxBodyBytes, readBody } from "../wire/read-body.ts";
import type { BodyReading, BodyType } from "./decode-body.ts";
import type { RestCall } from "./rest-server.ts";
import type { WriteOptions, WriteOptionsKind } from "./write-options.ts";

export interface WriteCallInput {
  readonly name: string;
  readonly isDryRun: boolean;
  /** As admission sees them. */
  readonly options: JsonObject | undefined;
  readonly strategy?: Strategy;
}

export function writeCallOf({ server, context, endpoint }: RestCall, input: WriteCallInput): WriteCall {
  const { storage, random, admission, turns, maxObjectBytes } = server;
  const { namespace, subresource } = context.info;
  const { name, isDryRun, options, strategy = endpoint.resource.strategy } = input;
  const call = { namespace, name, subresource, isDryRun, options };
  return { endpoint, strategy, storage, random, turns, context, admission, maxObjectBytes, ...call };
}

/** The options of a write as an object of their kind. */
export function optionsObject(kind: WriteOptionsKind, options: WriteOptions): JsonObject {
  return {
    kind: kind === "PatchOptions" ? "UpdateOptions" : kind,
    apiVersion: "meta.k8s.io/v1",
    ...(options.isDryRun && { dryRun: ["All"] }),
    ...(options.fieldManager !== "" && { fieldManager: options.fieldManager }),
    ...(options.askedFieldValidation !== "" && { fieldValidation: options.askedFieldValidation }),
  };
}

export function bodyTypeOf({ resource, version }: ResourceEndpoint): BodyType {
  return {
    group: resource.group,
    version: version.version,
    kind: resource.kind,
    shape: version.shape,
    isBuiltIn: resource.isBuiltIn === true,
    ...(version.normalize && { normalize: version.normalize }),
    ...(version.prune && { prune: version.prune }),
    ...(version.default && { default: version.default }),
  };
}

export async function readBodyOf({ request, context }: RestCall, options: WriteOptions): Promise<BodyReading> {
  return {
    bytes: await readBody(request.body, maxBodyBytes),
    contentType: request.headers["content-type"],
    fieldValidation: options.fieldValidation,
    warnings: context.warnings,
  };
}
