/**
 * Takes away pods that nobody else will: those of nodes that are gone, those that were deleted before they had a node, and the oldest of
 * those that have ended when there are too many.
 *
 * A node has some time to come back, for which nobody waits.
 */
import type { Node, Pod, PodCondition } from "@pintle/kinds";
import { ApiError, compareUtf8, formatTime } from "@pintle/machinery";
import type { FollowedResource } from "../kit/followed-resource.ts";
import type { PlaneController, PlaneControllerContext } from "../kit/plane-controller.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import { type PlaneSource, runPlaneController } from "../kit/run-plane-controller.ts";
import { isPodTerminal } from "../workload/pod-state.ts";
import { indexByNode, podsOn } from "../workload/pods-by-node.ts";

const quarantineMs = 40_000;
const checkMs = 20_000;
const maxEnded = 12_500;
const ended = "ended";
const outOfService = "node.kubernetes.io/out-of-service";

export const podGarbageCollector: PlaneController = {
  name: "pod-garbage-collector",

  async start(context) {
    const pods = await context.objects.follow<Pod>("", "pods");
    const nodes = await context.objects.follow<Node>("", "nodes");
    indexByNode(pods);
    pods.addIndex(ended, (pod) => (isPodTerminal(pod) ? [ended] : []));
    const collect = collectWith(context.writer("pod-garbage-collector"), context);
    return runPlaneController({
      ...{ name: "orphaned_pods_nodes", context, workers: 1 },
      sources: [watchPods(pods, nodes), watchNodes(nodes)],
      async sync(key) {
        const name = key.slice(key.indexOf("/") + 1);
        if (key.startsWith("node/")) {
          const node = nodes.getByKey(name);
          for (const pod of podsOn(pods, name)) {
            if (!node) await collect(pod, "PodGC: node no longer exists");
            else if (isOutOfService(node) && pod.metadata.deletionTimestamp !== undefined) await collect(pod);
          }
        } else if (key.startsWith("pod/")) {
          const pod = pods.getByKey(name);
          if (pod && isUnplaced(pod)) await collect(pod);
        } else for (const pod of chooseEnded(pods.byIndex(ended, ended))) await collect(pod);
        return undefined;
      },
    });
  },
};

function watchPods(pods: FollowedResource<Pod>, nodes: FollowedResource<Node>): PlaneSource {
  return (controller) =>
    pods.onChange(({ type, key, object: pod, previous }) => {
      const { nodeName = "" } = pod.spec ?? {};
      if (type === "delete") return;
      if (isPodTerminal(pod) && !(previous && isPodTerminal(previous))) controller.addInBackground(ended, checkMs);
      const isNewlyGoing = pod.metadata.deletionTimestamp !== undefined && !previous?.metadata.deletionTimestamp;
      if (isUnplaced(pod) && isNewlyGoing) controller.add(`pod/${key}`);
      const node = nodes.getByKey(nodeName);
      if (node && isNewlyGoing && isOutOfService(node)) controller.add(`node/${nodeName}`);
      const isNewThere = nodeName !== "" && previous?.spec?.nodeName !== nodeName;
      if (isNewThere && !node) controller.addInBackground(`node/${nodeName}`, quarantineMs);
    });
}

function watchNodes(nodes: FollowedResource<Node>): PlaneSource {
  return (controller) =>
    nodes.onChange(({ type, key, object: node }) => {
      if (type === "delete") controller.addInBackground(`node/${key}`, quarantineMs);
      else if (isOutOfService(node)) controller.add(`node/${key}`);
    });
}

function isUnplaced({ spec, metadata }: Pod): boolean {
  return !spec?.nodeName && metadata.deletionTimestamp !== undefined;
}

/** Not ready, and said by people to be gone for good. */
function isOutOfService({ spec, status }: Node): boolean {
  const isReady = (status?.conditions ?? []).some(({ type, status }) => type === "Ready" && status === "True");
  return !isReady && (spec?.taints ?? []).some(({ key }) => key === outOfService);
}

/** Those that are too many: evicted ones first, and then the oldest. */
export function chooseEnded(pods: readonly Pod[], limit: number = maxEnded): readonly Pod[] {
  if (pods.length <= limit) return [];
  const rank = ({ status, metadata: { creationTimestamp = "", name = "" } }: Pod) =>
    `${status?.phase === "Failed" && status.reason === "Evicted" ? 0 : 1} ${creationTimestamp} ${name}`;
  return pods.toSorted((one, other) => compareUtf8(rank(one), rank(other))).slice(0, pods.length - limit);
}

/** Says that the pod has failed, since no kubelet will, and deletes it at once. */
function collectWith(writer: PlaneWriter, { clock }: PlaneControllerContext) {
  return async (pod: Pod, message?: string): Promise<void> => {
    const { namespace, name, uid, generation } = pod.metadata;
    const place = { group: "", plural: "pods", namespace, name };
    const condition: Partial<PodCondition> = {
      ...{ type: "DisruptionTarget", status: "True", reason: "DeletionByPodGC", message },
      ...{ observedGeneration: generation, lastTransitionTime: formatTime(clock.now()) },
    } as Partial<PodCondition>;
    const status = {
      phase: "Failed",
      observedGeneration: generation,
      ...(message !== undefined && { conditions: [condition] }),
    };
    try {
      if (!isPodTerminal(pod)) {
        await writer.patch({ ...place, subresource: "status" }, "strategic", { metadata: { uid }, status });
      }
      await writer.delete(place, { gracePeriodSeconds: 0, preconditions: { uid } });
    } catch (error) {
      if (!ApiError.is(error, "NotFound", "Conflict")) throw error;
    }
  };
}
