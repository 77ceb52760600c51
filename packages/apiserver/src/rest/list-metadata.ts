/** The metadata of a list, as the kinds write it. */
import type { JsonObject } from "@pintle/machinery";
import type { ObjectList } from "../registry/list-objects.ts";
import type { ResourceEndpoint } from "../registry/resource-endpoint.ts";

/** Custom resources write the token even where there is none. */
export function listMetadataOf({ resource }: ResourceEndpoint, list: ObjectList): JsonObject {
  const { continueToken, remainingItemCount } = list;
  const remaining: JsonObject = remainingItemCount === undefined ? {} : { remainingItemCount };
  const resourceVersion = `${list.revision}`;
  if (!resource.isBuiltIn) return { continue: continueToken ?? "", ...remaining, resourceVersion };
  return { resourceVersion, ...(continueToken !== undefined && { continue: continueToken }), ...remaining };
}
