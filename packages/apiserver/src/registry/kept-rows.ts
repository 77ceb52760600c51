/** Which form of stored objects the columns of a Table read, and which one its rows carry. */
import type { JsonObject } from "@pintle/machinery";
import type { TableRows } from "../wire/table.ts";
import { fromStorageVersion, type ResourceEndpoint } from "./resource-endpoint.ts";

/**
 * Objects in the storage version as rows. Columns of built-in kinds are the same in every version, since they read what is kept; those of
 * others belong to a version and read that.
 */
export function rowsOfKept(objects: readonly JsonObject[], endpoint: ResourceEndpoint): TableRows {
  const show = (object: JsonObject) => fromStorageVersion(endpoint, object);
  return endpoint.resource.isBuiltIn ? { objects, show } : { objects: objects.map(show) };
}
