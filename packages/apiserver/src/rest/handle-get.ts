/** GET of one object. */
import { ApiError } from "@pintle/machinery";
import { parseVersionToGet } from "../registry/resource-version.ts";
import { waitForRevision } from "../registry/wait-for-revision.ts";
import { keyOf } from "../registry/write-call.ts";
import type { StoredValue } from "../storage/storage.ts";
import { queryText } from "./query.ts";
import type { RestResult } from "./rest-result.ts";
import type { RestCall } from "./rest-server.ts";

export async function handleGet(call: RestCall): Promise<RestResult> {
  return { type: "stored", status: 200, stored: await readStored(call) };
}

/** The object, not older than the query wants it. */
export async function readStored({ server, request, context, endpoint }: RestCall): Promise<StoredValue> {
  const { namespace, name } = context.info;
  const text = queryText(request.query, "resourceVersion");
  if (parseVersionToGet(text)) await waitForRevision(server.storage, context.clock, text, context.signal);
  const { entry } = await server.storage.get(keyOf(endpoint, namespace, name));
  if (entry === undefined) throw ApiError.notFound(endpoint.groupResource, name);
  return entry;
}
