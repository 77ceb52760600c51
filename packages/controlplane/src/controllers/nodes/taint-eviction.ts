/**
 * Ends pods on nodes with a taint that they do not tolerate there: at once, or after as long as they say.
 *
 * A time that has begun to run is not made longer or shorter by other tolerations. It ends without harm where the taints go, or where
 * all of them are tolerated for ever. Nobody waits for it.
 */
import type { Node, Pod, Taint } from "@pintle/kinds";
import { ApiError, equalJson, formatTime, type JsonValue } from "@pintle/machinery";
import type { FollowedResource, PlaneChange } from "../kit/followed-resource.ts";
import { keyOf } from "../kit/object-key.ts";
import type { PlaneController, PlaneControllerContext } from "../kit/plane-controller.ts";
import type { PlaneEvents } from "../kit/plane-events.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import { runPlaneController, type SyncAgain, sourceOf } from "../kit/run-plane-controller.ts";
import { toleratesOne } from "../scheduler/tolerations.ts";
import { indexByNode, podsOn } from "../workload/pods-by-node.ts";

const name = "taint-eviction-controller";

export const taintEvictionController: PlaneController = {
  name,
  async start(context) {
    const pods = await context.objects.follow<Pod>("", "pods");
    const nodes = await context.objects.follow<Node>("", "nodes");
    indexByNode(pods);
    const evictions = new Evictions(context, pods, nodes);
    return runPlaneController({
      ...{ name: "noexec_taint_pod", context },
      sources: [
        sourceOf(pods, (change) => (isPodNews(change) ? [change.key] : [])),
        sourceOf(nodes, (change) => (isNodeNews(change) ? podsOn(pods, change.key).map(keyOf) : [])),
      ],
      sync: (key) => evictions.sync(key),
    });
  },
};

/** How long a pod stays where these taints are, in seconds: 0 where one is not tolerated, `undefined` for ever. */
export function toleratedSeconds({ spec }: Pod, taints: readonly Taint[]): number | undefined {
  let least: number | undefined;
  for (const taint of taints) {
    const toleration = spec?.tolerations?.find((each) => toleratesOne(each, taint));
    if (!toleration) return 0;
    const { tolerationSeconds } = toleration;
    if (tolerationSeconds !== undefined) least = Math.max(0, Math.min(least ?? tolerationSeconds, tolerationSeconds));
  }
  return least;
}

class Evictions {
  readonly #pods: FollowedResource<Pod>;
  readonly #nodes: FollowedResource<Node>;
  readonly #writer: PlaneWriter;
  readonly #events: PlaneEvents;
  readonly #clock: PlaneControllerContext["clock"];
  /** When pods will have to go, by key. */
  readonly #dueMs = new Map<string, number>();

  constructor(context: PlaneControllerContext, pods: FollowedResource<Pod>, nodes: FollowedResource<Node>) {
    this.#pods = pods;
    this.#nodes = nodes;
    this.#writer = context.writer(name);
    this.#events = context.events(name);
    this.#clock = context.clock;
  }

  async sync(key: string): Promise<SyncAgain | undefined> {
    const pod = this.#pods.getByKey(key);
    const node = pod?.spec?.nodeName ? this.#nodes.getByKey(pod.spec.nodeName) : undefined;
    const taints = noExecuteTaints(node);
    const seconds = pod && toleratedSeconds(pod, taints);
    if (!pod || pod.metadata.deletionTimestamp !== undefined || taints.length === 0 || seconds === undefined) {
      if (this.#dueMs.delete(key)) this.#tell(key, "Cancelling deletion of Pod");
      return undefined;
    }
    const nowMs = this.#clock.monotonic();
    const dueMs = seconds === 0 ? nowMs : (this.#dueMs.get(key) ?? nowMs + seconds * 1_000);
    if (dueMs > nowMs) {
      this.#dueMs.set(key, dueMs);
      return { afterMs: dueMs - nowMs, isBackground: true };
    }
    this.#tell(key, "Marking for deletion Pod");
    await this.#evict(pod);
    this.#dueMs.delete(key);
    return undefined;
  }

  async #evict({ metadata: { namespace, name: podName, uid, generation } }: Pod): Promise<void> {
    const place = { group: "", plural: "pods", namespace, name: podName };
    const condition = {
      ...{ type: "DisruptionTarget", status: "True", reason: "DeletionByTaintManager" },
      ...(generation !== undefined && { observedGeneration: generation }),
      message: "Taint manager: deleting due to NoExecute taint",
      lastTransitionTime: formatTime(this.#clock.now()),
    };
    try {
      const status = { conditions: [condition] };
      await this.#writer.patch({ ...place, subresource: "status" }, "strategic", { metadata: { uid }, status });
      await this.#writer.delete(place, { preconditions: { uid } });
    } catch (error) {
      if (!ApiError.is(error, "NotFound", "Conflict")) throw error;
    }
  }

  #tell(key: string, what: string): void {
    const slash = key.indexOf("/");
    const metadata = { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
    this.#events.record(
      { apiVersion: "v1", kind: "Pod", metadata },
      "Normal",
      "TaintManagerEviction",
      `${what} ${key}`,
    );
  }
}

function noExecuteTaints(node: Node | undefined): readonly Taint[] {
  return (node?.spec?.taints ?? []).filter(({ effect }) => effect === "NoExecute");
}

/** Most changes of a pod have to do with neither its node nor what it tolerates there. */
function isPodNews({ type, object, previous }: PlaneChange<Pod>): boolean {
  if (type !== "update") return true;
  return (
    object.spec?.nodeName !== previous.spec?.nodeName ||
    object.metadata.deletionTimestamp !== previous.metadata.deletionTimestamp ||
    !isEqual(object.spec?.tolerations, previous.spec?.tolerations)
  );
}

function isNodeNews({ type, object, previous }: PlaneChange<Node>): boolean {
  return type !== "update" || !isEqual(noExecuteTaints(object), noExecuteTaints(previous));
}

function isEqual(left: unknown, right: unknown): boolean {
  return equalJson((left ?? []) as JsonValue, (right ?? []) as JsonValue);
}
