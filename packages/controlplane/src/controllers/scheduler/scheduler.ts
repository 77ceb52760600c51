/**
 * Gives each pod a node, one pod after the other, and tells of those for which there is none. They are tried again when something changes
 * that may help them. Nobody is sent away to make room, and volumes are not waited for.
 */
import type { Namespace, Node, Pod } from "@pintle/kinds";
import { ApiError, equalJson, formatTime, type JsonValue } from "@pintle/machinery";
import type { FollowedResource, PlaneChange } from "../kit/followed-resource.ts";
import type { PlaneController, PlaneControllerContext } from "../kit/plane-controller.ts";
import { createPlaneEvents, type PlaneEvents } from "../kit/plane-events.ts";
import { createPlaneWriter, type PlaneWriter } from "../kit/plane-writer.ts";
import { type RunningController, runPlaneController, type SyncAgain, sourceOf } from "../kit/run-plane-controller.ts";
import { isPodTerminal } from "../workload/pod-state.ts";
import { ClusterState } from "./cluster-state.ts";
import type { SchedulerExtender } from "./extender.ts";
import { type PlacementTools, placePod } from "./place-pod.ts";
import { type Help, WaitingPods } from "./waiting-pods.ts";

const name = "default-scheduler";
/** An extender that fails, or who refuses a pod its node, is asked again so much later. */
const retryMs = 5_000;

export interface SchedulerOptions {
  readonly extenders?: readonly SchedulerExtender[];
}

export function createScheduler({ extenders = [] }: SchedulerOptions = {}): PlaneController {
  return {
    name,
    async start(context) {
      const nodes = await context.objects.follow<Node>("", "nodes");
      const pods = await context.objects.follow<Pod>("", "pods");
      const namespaces = await context.objects.follow<Namespace>("", "namespaces");
      const cluster = new ClusterState(nodes, pods, namespaces);
      const ending = new AbortController();
      const waiting = new WaitingPods();
      const tools = { ...context, cluster, extenders, signal: ending.signal };
      const scheduling = new Scheduling(tools, context, pods, waiting);
      const retry = (controller: RunningController, help: Help | undefined) => {
        if (help) for (const key of waiting.takeHelped(help)) controller.add(key);
      };
      const controller = runPlaneController({
        name,
        context,
        workers: 1,
        sources: [
          sourceOf(pods, (change) => (isToBeScheduled(change.object) && isNews(change) ? [change.key] : [])),
          (running) =>
            pods.onChange((change) => {
              if (change.type === "delete" || !isToBeScheduled(change.object)) waiting.delete(change.key);
              retry(running, helpOf(change));
            }),
          (running) => nodes.onChange((change) => retry(running, helpOfNode(change))),
        ],
        sync: (key) => scheduling.sync(key, pods.getByKey(key)),
      });
      return {
        async [Symbol.asyncDispose]() {
          // An extender that does not answer holds nobody up.
          ending.abort();
          await controller[Symbol.asyncDispose]();
          cluster[Symbol.dispose]();
        },
      };
    },
  };
}

class Scheduling {
  readonly #tools: PlacementTools;
  readonly #writer: PlaneWriter;
  readonly #events: PlaneEvents;
  readonly #pods: FollowedResource<Pod>;
  readonly #waiting: WaitingPods;

  constructor(
    tools: PlacementTools,
    context: PlaneControllerContext,
    pods: FollowedResource<Pod>,
    waiting: WaitingPods,
  ) {
    this.#tools = tools;
    this.#pods = pods;
    this.#waiting = waiting;
    const { loopback: transport, places, objects } = context;
    const who = { user: "system:kube-scheduler", program: "kube-scheduler" };
    this.#writer = createPlaneWriter({ transport, places, objects, ...who });
    this.#events = createPlaneEvents({ ...context, writer: this.#writer, component: name });
  }

  async sync(key: string, pod: Pod | undefined): Promise<SyncAgain | undefined> {
    if (!pod || !isToBeScheduled(pod)) return undefined;
    try {
      return await this.#schedule(key, pod);
    } catch (error) {
      // It is gone, or somebody else has put it somewhere.
      if (ApiError.is(error, "NotFound") || ApiError.is(error, "Conflict")) return undefined;
      throw error;
    }
  }

  async #schedule(key: string, pod: Pod): Promise<SyncAgain | undefined> {
    // It waits from now on, because what might help it may come while extenders are still asked.
    this.#waiting.add(key, pod);
    const placement = await placePod(pod, this.#tools);
    if (!("misfit" in placement)) this.#waiting.delete(key);
    if (this.#tools.signal.aborted) return undefined;
    if ("failure" in placement) {
      await this.#tell(pod, "SchedulerError", placement.failure);
      return { afterMs: retryMs, isBackground: true };
    }
    if ("misfit" in placement) {
      await this.#tell(pod, "Unschedulable", placement.misfit);
      return undefined;
    }
    return await this.#bind(key, pod, placement.node);
  }

  async #bind(key: string, pod: Pod, node: string): Promise<SyncAgain | undefined> {
    const { namespace, name: podName = "", uid } = pod.metadata;
    const place = { group: "", plural: "pods", namespace, name: podName, subresource: "binding" };
    const target = { kind: "Node", name: node };
    try {
      await this.#writer.create(place, { metadata: { name: podName, namespace, uid }, target });
    } catch (error) {
      const answer = ApiError.find(error);
      if (!answer || ApiError.is(answer, "NotFound", "Conflict")) throw error;
      await this.#tell(pod, "SchedulerError", `running Bind plugin "DefaultBinder": ${answer.message}`);
      return { afterMs: retryMs, isBackground: true };
    }
    // The next pod is placed before this one is seen where it is now. One that has gone meanwhile would be counted there for ever.
    const seen = this.#pods.getByKey(key);
    if (seen?.metadata.uid === uid && seen?.spec?.nodeName === undefined) {
      this.#tools.cluster.put(key, { ...pod, spec: { ...(pod.spec ?? { containers: [] }), nodeName: node } });
    }
    const message = `Successfully assigned ${namespace}/${podName} to ${node}`;
    this.#events.record(pod, "Normal", "Scheduled", message);
    return undefined;
  }

  async #tell(pod: Pod, reason: string, message: string): Promise<void> {
    this.#events.record(pod, "Warning", "FailedScheduling", message);
    const { namespace, name: podName, uid, generation } = pod.metadata;
    const before = pod.status?.conditions?.find(({ type }) => type === "PodScheduled");
    const isSame = before?.status === "False" && before.reason === reason;
    if (isSame && before.message === message) return;
    const condition = {
      type: "PodScheduled",
      status: "False",
      ...(generation !== undefined && { observedGeneration: generation }),
      lastProbeTime: null,
      lastTransitionTime: isSame ? before.lastTransitionTime : formatTime(this.#tools.clock.now()),
      reason,
      message,
    };
    const place = { group: "", plural: "pods", namespace, name: podName, subresource: "status" };
    await this.#writer.patch(place, "strategic", { metadata: { uid }, status: { conditions: [condition] } });
  }
}

function isToBeScheduled(pod: Pod): boolean {
  const { spec = { containers: [] }, metadata } = pod;
  return (
    spec.nodeName === undefined &&
    (spec.schedulerName ?? name) === name &&
    (spec.schedulingGates ?? []).length === 0 &&
    metadata.deletionTimestamp === undefined &&
    !isPodTerminal(pod)
  );
}

/** Whether something has changed that a decision depends on; a decision itself does not. */
function isNews({ type, object, previous }: PlaneChange<Pod>): boolean {
  if (type !== "update") return type === "add";
  return !equal(previous.spec, object.spec) || !equal(previous.metadata.labels, object.metadata.labels);
}

function helpOf({ type, object, previous }: PlaneChange<Pod>): Help | undefined {
  if (object.spec?.nodeName === undefined) return undefined;
  if (type === "delete") return { type: "room" };
  if (type === "add" || previous.spec?.nodeName === undefined) return { type: "company", pod: object };
  if (isPodTerminal(previous) !== isPodTerminal(object)) return { type: "room" };
  if (!equal(previous.metadata.labels, object.metadata.labels)) return { type: "room" };
  // Those who are about to leave do not count where pods are spread.
  const isLeaving = object.metadata.deletionTimestamp !== previous.metadata.deletionTimestamp;
  return isLeaving ? { type: "company", pod: object } : undefined;
}

function helpOfNode({ type, object, previous }: PlaneChange<Node>): Help | undefined {
  if (type !== "update") return { type: type === "add" ? "room" : "loss" };
  const seen = ({ metadata, spec, status }: Node) => [
    metadata.labels ?? null,
    spec ?? null,
    status?.allocatable ?? null,
  ];
  return equal(seen(previous), seen(object)) ? undefined : { type: "room" };
}

function equal(left: unknown, right: unknown): boolean {
  return left === right || equalJson((left ?? null) as JsonValue, (right ?? null) as JsonValue);
}
