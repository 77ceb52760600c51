/** Deletes an object for the server itself: nobody is asked for admission, as upstream does not ask either. */
import type { Clock, JsonObject, Logger, Random } from "@pintle/machinery";
import { emptyAdmissionChain } from "../admission/admission.ts";
import { createRequestContext } from "../pipeline/request-context.ts";
import type { ServerRequest } from "../pipeline/server-request.ts";
import { deleteObject } from "../registry/delete-object.ts";
import { createKeyTurns } from "../registry/key-turns.ts";
import type { ResourceEndpoint } from "../registry/resource-endpoint.ts";
import type { Storage } from "../storage/storage.ts";
import { toDeleteOptions } from "./delete-options.ts";

export interface DeletionSeams {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

export interface DeletedObject {
  readonly endpoint: ResourceEndpoint;
  /** Empty outside namespaces. */
  readonly namespace: string;
  readonly name: string;
}

/** `options` are DeleteOptions as a client would send them. Throws an `ApiError`, as a client would get it. */
export async function deleteUnadmitted(
  seams: DeletionSeams,
  { endpoint, namespace, name }: DeletedObject,
  options: JsonObject = {},
): Promise<void> {
  const { isDryRun, object, ...deletion } = toDeleteOptions(options);
  const { storage, random } = seams;
  const context = createRequestContext(seams, ownRequest);
  const { strategy } = endpoint.resource;
  const call = {
    ...{ endpoint, strategy, storage, random, context, namespace, name, isDryRun },
    ...{ subresource: "", turns: createKeyTurns(), admission: emptyAdmissionChain, options: object },
    // Nothing gets larger by it than it was when it was stored, but for a time and a finalizer.
    maxObjectBytes: Number.POSITIVE_INFINITY,
  };
  await deleteObject(call, deletion);
}

/** There is no client whose request this would be. */
const ownRequest: ServerRequest = {
  method: "DELETE",
  path: "/",
  query: new URLSearchParams(),
  headers: {},
  repeatedHeaders: {},
  body: (async function* nothing(): AsyncGenerator<Uint8Array> {})(),
  signal: new AbortController().signal,
  peer: {},
};
