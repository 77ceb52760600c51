/** Deletes all objects of a definition that is going away. Those with finalizers stay until somebody lets them go. */
import { ApiError, type Clock, type Logger, type Random } from "@pintle/machinery";
import { isBeingDeleted } from "../registry/object-metadata.ts";
import { createResourceEndpoint, findVersion, type ResourceEndpoint } from "../registry/resource-endpoint.ts";
import type { ResourceRegistry } from "../registry/resource-registry.ts";
import { decodeStored } from "../registry/stored-object.ts";
import { deleteUnadmitted } from "../rest/delete-unadmitted.ts";
import type { Storage } from "../storage/storage.ts";
import type { Definition } from "./definition.ts";

export interface RemovalSeams {
  readonly registry: ResourceRegistry;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** So many are looked at before others have their turn. */
const pageSize = 100;

/** Whether any are left. Nobody is asked for admission, as upstream does not ask either. */
export async function removeInstances(seams: RemovalSeams, { spec }: Definition): Promise<boolean> {
  const { registry, storage } = seams;
  const resource = registry.list().find(({ group, plural }) => group === spec.group && plural === spec.names.plural);
  const version = resource && findVersion(resource, resource.storageVersion ?? "");
  if (!resource || !version) return false;
  const endpoint = createResourceEndpoint(resource, version);
  const { prefix } = endpoint;
  let start: string | undefined;
  for (;;) {
    const page = await storage.list({ prefix, limit: pageSize, ...(start !== undefined && { start }) });
    for (const entry of page.entries) {
      if (!isBeingDeleted(decodeStored(entry))) await removeOne(seams, endpoint, entry.key.slice(prefix.length));
    }
    const last = page.entries.at(-1);
    if (last === undefined || page.remaining === 0) break;
    start = `${last.key}\0`;
    await seams.clock.turn();
  }
  const { entries } = await storage.list({ prefix, limit: 1 });
  return entries.length > 0;
}

async function removeOne(seams: RemovalSeams, endpoint: ResourceEndpoint, place: string): Promise<void> {
  const slash = place.indexOf("/");
  try {
    const namespace = slash < 0 ? "" : place.slice(0, slash);
    await deleteUnadmitted(seams, { endpoint, namespace, name: place.slice(slash + 1) });
  } catch (error) {
    if (!ApiError.is(error, "NotFound")) throw error;
  }
}
