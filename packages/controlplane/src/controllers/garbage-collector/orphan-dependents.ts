/** Lets all dependents of an object go, and then the object itself. */
import { ApiError } from "@pintle/machinery";
import type { CollectorRequests } from "./collector-requests.ts";
import { type GraphNode, orphanFinalizer } from "./graph-node.ts";

/** Throws where a dependent cannot be let go: then the owner stays, for another attempt. */
export async function orphanDependents(requests: CollectorRequests, owner: GraphNode): Promise<void> {
  const failures: unknown[] = [];
  for (const dependent of [...owner.dependents]) {
    try {
      await requests.dropOwners(dependent, [owner.identity.uid]);
    } catch (error) {
      if (!ApiError.is(error, "NotFound")) failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  await requests.dropFinalizer(owner.identity, orphanFinalizer);
}
