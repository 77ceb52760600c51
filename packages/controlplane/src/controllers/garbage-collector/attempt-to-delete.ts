/**
 * Decides about one object: whether it has lost all its owners, whether some of them wait for it, and what that means for it.
 *
 * | owners | what happens |
 * |---|---|
 * | one is there | it stays; references to those that are not, or that wait for it, are taken away |
 * | one waits, and it has dependents of its own | it is deleted in the foreground, too |
 * | none is there | it is deleted, in the way that its finalizers say |
 */
import type { ObjectMeta, OwnerReference } from "@pintle/machinery";
import type { AbsentOwners } from "./absent-owners.ts";
import { type CollectorRequests, NamespacedOwnerError } from "./collector-requests.ts";
import type { DependencyGraph } from "./dependency-graph.ts";
import { foregroundFinalizer, type GraphNode, orphanFinalizer } from "./graph-node.ts";
import { identityOf } from "./object-identity.ts";

export interface CollectorParts {
  readonly graph: DependencyGraph;
  readonly absent: AbsentOwners;
  readonly requests: CollectorRequests;
}

export async function attemptToDelete(parts: CollectorParts, node: GraphNode): Promise<void> {
  const { graph, requests } = parts;
  const { identity } = node;
  // Nothing stops a deletion that has begun; its dependents have their turn when it is over.
  if (node.isBeingDeleted && !node.isDeletingDependents) return;
  const now = await requests.find(identity);
  if (now?.uid !== identity.uid) {
    graph.miss(identity);
    return;
  }
  if (node.isDeletingDependents) {
    await deleteDependents(parts, node);
    return;
  }
  const { ownerReferences: owners = [] } = now;
  if (owners.length === 0) return;
  const { isOwned, absent, waiting } = await sortOwners(parts, node, owners);
  if (isOwned) {
    const uids = [...absent, ...waiting].map(({ uid }) => uid);
    if (uids.length > 0) await requests.dropOwners(node, uids);
    return;
  }
  const isNested = waiting.length > 0 && node.dependents.size > 0;
  // Dependents that wait for dependents may wait for each other in a circle, which is broken here.
  const isInCircle = isNested && [...node.dependents].some((dependent) => dependent.isDeletingDependents);
  const judged = isInCircle ? await requests.unblockOwners(node, now) : now;
  const isThere = await requests.delete(identity, judged, isNested ? "Foreground" : policyOf(now));
  if (!isThere) graph.miss(identity);
}

/** Goes on with a deletion in the foreground: when nothing blocks it any more it may end. */
async function deleteDependents({ graph, requests }: CollectorParts, node: GraphNode): Promise<void> {
  const blocking = node.blockingDependents();
  if (blocking.length === 0) {
    await requests.dropFinalizer(node.identity, foregroundFinalizer);
    return;
  }
  for (const dependent of blocking) if (!dependent.isDeletingDependents) graph.lookAt(dependent);
}

function policyOf({ finalizers = [] }: ObjectMeta): string {
  if (finalizers.includes(orphanFinalizer)) return "Orphan";
  return finalizers.includes(foregroundFinalizer) ? "Foreground" : "Background";
}

interface SortedOwners {
  /** Whether one of them is there and means to stay. */
  readonly isOwned: boolean;
  readonly absent: readonly OwnerReference[];
  /** Being deleted in the foreground, and so waiting for their dependents. */
  readonly waiting: readonly OwnerReference[];
}

async function sortOwners(
  parts: CollectorParts,
  node: GraphNode,
  owners: readonly OwnerReference[],
): Promise<SortedOwners> {
  const absent: OwnerReference[] = [];
  const waiting: OwnerReference[] = [];
  for (const reference of owners) {
    const owner = await findOwner(parts, node, reference);
    if (!owner) absent.push(reference);
    else if (owner.deletionTimestamp !== undefined && owner.finalizers?.includes(foregroundFinalizer)) {
      waiting.push(reference);
    }
  }
  return { isOwned: absent.length + waiting.length < owners.length, absent, waiting };
}

/** `undefined` where there is no such owner, now and for ever, because another of the same name has another uid. */
async function findOwner(
  { absent, requests }: CollectorParts,
  { identity: { namespace } }: GraphNode,
  reference: OwnerReference,
): Promise<ObjectMeta | undefined> {
  if (absent.has(identityOf(reference, "")) || absent.has(identityOf(reference, namespace))) return undefined;
  const { isNamespaced } = await requests.locate(reference);
  if (isNamespaced && namespace === "") {
    throw new NamespacedOwnerError("cluster-scoped objects cannot refer to namespaced owners");
  }
  const identity = identityOf(reference, isNamespaced ? namespace : "");
  const owner = await requests.find(identity);
  if (owner?.uid === reference.uid) return owner;
  absent.add(identity);
  return undefined;
}
