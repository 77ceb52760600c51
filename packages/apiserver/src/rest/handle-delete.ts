/** DELETE of an object, and of a collection. */
import { ApiError, type JsonObject } from "@pintle/machinery";
import { type DeletionOutcome, deleteObject } from "../registry/delete-object.ts";
import { listObjects, type ObjectList } from "../registry/list-objects.ts";
import type { WriteCall } from "../registry/write-call.ts";
import { writeCallOf } from "./calls.ts";
import { type DeleteOptions, readDeleteOptions } from "./delete-options.ts";
import { readListRequest } from "./list-options.ts";
import { type RestResult, resultOf } from "./rest-result.ts";
import type { RestCall } from "./rest-server.ts";

export async function handleDelete(call: RestCall): Promise<RestResult> {
  const { endpoint, context } = call;
  const options = await readDeleteOptions(call);
  const write = deletionCallOf(call, options, context.info.name);
  const deleted = await deleteObject(write, options);
  // Long ago everything that stays was to be answered so; clients were found that would not have understood.
  const status = !deleted.isGone && options.orphanDependents === false ? 202 : 200;
  if (deleted.isGone && !endpoint.resource.strategy.returnsDeletedObject) {
    return { type: "object", status, object: successStatus(write, deleted), otherType: "meta/v1.Status" };
  }
  return resultOf(deleted.outcome, status);
}

function deletionCallOf(call: RestCall, options: DeleteOptions, name: string): WriteCall {
  return writeCallOf(call, { name, isDryRun: options.isDryRun, options: options.object });
}

function successStatus({ endpoint, name }: WriteCall, { uid }: DeletionOutcome): JsonObject {
  const { group, resource } = endpoint.groupResource;
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name, ...(group !== "" && { group }), kind: resource, uid },
  };
}

const deletedAtOnce = 8;

/** Deletes what the list holds, a few at a time; what is gone meanwhile is no obstacle. The answer is the list as it was. */
export async function handleDeleteCollection(call: RestCall): Promise<RestResult> {
  const { server, context, endpoint } = call;
  const request = readListRequest(call);
  const options = await readDeleteOptions(call);
  const place = { storage: server.storage, clock: context.clock, signal: context.signal };
  const list = await listObjects(place, endpoint, request);
  await deleteAll(call, options, list);
  return { type: "list", status: 200, list };
}

/** Throws the first refusal, when all that was begun has ended: nothing goes on behind the answer. */
async function deleteAll(call: RestCall, options: DeleteOptions, { entries }: ObjectList): Promise<void> {
  let next = 0;
  let refusal: { readonly error: unknown } | undefined;
  const work = async (): Promise<void> => {
    for (let entry = entries[next]; entry !== undefined && !refusal; entry = entries[next]) {
      next += 1;
      const name = entry.key.slice(entry.key.lastIndexOf("/") + 1);
      try {
        call.context.signal.throwIfAborted();
        await deleteObject(deletionCallOf(call, options, name), options);
      } catch (error) {
        if (!ApiError.is(error, "NotFound")) refusal ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: deletedAtOnce }, work));
  if (refusal) throw (refusal as { readonly error: unknown }).error;
}
