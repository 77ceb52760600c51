/**
 * The garbage collector: deletes what has lost all its owners, and carries out deletions in the foreground and those that orphan.
 *
 * It asks the server before it deletes anything. An owner of a kind that nobody serves may still be there, so that its dependents stay
 * until somebody serves it.
 */

import { ApiError } from "@pintle/machinery";
import type { PlaneController, PlaneControllerContext } from "../kit/plane-controller.ts";
import { runPlaneController, type SyncAgain } from "../kit/run-plane-controller.ts";
import { StartedParts } from "../kit/started-parts.ts";
import { AbsentOwners } from "./absent-owners.ts";
import { attemptToDelete } from "./attempt-to-delete.ts";
import { CollectorRequests, NamespacedOwnerError, UnservedKindError } from "./collector-requests.ts";
import { DependencyGraph, type GraphWork } from "./dependency-graph.ts";
import { followKinds } from "./followed-kinds.ts";
import type { GraphNode } from "./graph-node.ts";
import { formatIdentity, identityOf } from "./object-identity.ts";
import { orphanDependents } from "./orphan-dependents.ts";

const workers = 20;
/** An owner that is there and never seen is of a kind that is not followed: it is looked for again, lest it go unseen. */
const unseenMs = 30_000;
/** Dependents may disagree on who an owner is. Each of its identities is looked for, so often as something that people wait for. */
const firstAlternateMs = 5;
const maxAlternates = 10;

export const garbageCollector: PlaneController = {
  name: "garbage-collector-controller",

  async start(context) {
    const requests = new CollectorRequests(context);
    const absent = new AbsentOwners();
    const unserved = new Set<string>();
    await using started = new StartedParts();
    const work: GraphWork = {
      attemptToDelete: (uid) => deleting.add(uid),
      lookForAlternate: (uid, count) =>
        count > maxAlternates
          ? deleting.addInBackground(uid, unseenMs)
          : deleting.addAfter(uid, firstAlternateMs * 2 ** count),
      attemptToOrphan: (uid) => orphaning.add(uid),
      reportInvalidNamespace: reportTo(context),
    };
    const graph = new DependencyGraph(absent, work);
    const deleting = runPlaneController({
      ...{ name: "garbage_collector_attempt_to_delete", context, workers },
      async sync(uid) {
        await kinds.ready;
        return tryToDelete(uid);
      },
    });
    const orphaning = runPlaneController({
      ...{ name: "garbage_collector_attempt_to_orphan", context, workers },
      async sync(uid) {
        await kinds.ready;
        const owner = graph.find(uid);
        if (owner?.isOrphaning) await orphanDependents(requests, owner);
        return undefined;
      },
    });
    started.use(deleting);
    started.use(orphaning);

    async function tryToDelete(uid: string): Promise<SyncAgain | undefined> {
      unserved.delete(uid);
      const node = graph.find(uid);
      if (!node) return undefined;
      try {
        await attemptToDelete({ graph, absent, requests }, node);
      } catch (error) {
        if (error instanceof NamespacedOwnerError) return undefined;
        // A server behind this one that does not answer may do so for long.
        if (!(error instanceof UnservedKindError) && !ApiError.is(error, "ServiceUnavailable")) throw error;
        unserved.add(uid);
        return { afterMs: unseenMs, isBackground: true };
      }
      return graph.find(uid)?.isVirtual ? { afterMs: unseenMs, isBackground: true } : undefined;
    }

    const kinds = started.use(
      followKinds(context, graph, () => {
        for (const uid of unserved) deleting.add(uid);
      }),
    );
    await kinds.ready;
    return started.move();
  },
};

function reportTo(context: PlaneControllerContext): GraphWork["reportInvalidNamespace"] {
  const events = context.events("garbage-collector-controller");
  return ({ identity: { apiVersion, kind, ...metadata } }: GraphNode, reference) => {
    const { namespace, name, uid } = metadata;
    const owner = formatIdentity(identityOf(reference, namespace));
    const about = { apiVersion, kind, metadata: { name, uid, ...(namespace !== "" && { namespace }) } };
    const message = `ownerRef ${owner} does not exist in namespace "${namespace}"`;
    events.record(about, "Warning", "OwnerRefInvalidNamespace", message);
  };
}
