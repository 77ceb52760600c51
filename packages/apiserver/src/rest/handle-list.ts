/** GET of a collection. */
import { listObjects } from "../registry/list-objects.ts";
import { readListRequest } from "./list-options.ts";
import type { RestResult } from "./rest-result.ts";
import type { RestCall } from "./rest-server.ts";

export async function handleList(call: RestCall): Promise<RestResult> {
  const { server, context, endpoint } = call;
  const place = { storage: server.storage, clock: context.clock, signal: context.signal };
  return { type: "list", status: 200, list: await listObjects(place, endpoint, readListRequest(call)) };
}
