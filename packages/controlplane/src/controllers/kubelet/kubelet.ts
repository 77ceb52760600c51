/**
 * The kubelets of all simulated nodes: they run the pods that are bound to them, as far as anybody can see from outside.
 *
 * What they do stands in stages. A pod on a node that nobody simulates, or that is gone, is left alone.
 */
import type { Node, Pod } from "@pintle/kinds";
import { ApiError, compareResourceVersion } from "@pintle/machinery";
import type { FollowedResource } from "../kit/followed-resource.ts";
import { keyOf } from "../kit/object-key.ts";
import type { PlaneController, PlaneControllerContext } from "../kit/plane-controller.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";
import { KubeletEvents } from "../nodes/kubelet-events.ts";
import { isSimulated, nodeAddress } from "../nodes/node-manifest.ts";
import { nodeWriter } from "../nodes/node-writer.ts";
import { indexByNode, podsOn } from "../workload/pods-by-node.ts";
import { checkStages } from "./check-stages.ts";
import type { KubeletBehaviour } from "./find-stage.ts";
import { stagesOf } from "./image-stages.ts";
import type { KubeletOptions } from "./kubelet-stage.ts";
import { PodAddresses } from "./pod-addresses.ts";
import { createPodRun, type PodRun } from "./pod-members.ts";
import { PodTimers } from "./pod-timers.ts";
import { statusPatch } from "./status-patch.ts";
import { stepPod } from "./step-pod.ts";

const name = "kubelet";

/** Throws a `UsageError` for stages that make no sense. */
export function createKubelet(options: KubeletOptions = {}): PlaneController {
  const behaviour = { stages: checkStages(stagesOf(options)), images: options.images ?? [] };
  return {
    name,
    async start(context) {
      const nodes = await context.objects.follow<Node>("", "nodes");
      const pods = await context.objects.follow<Pod>("", "pods");
      indexByNode(pods);
      const kubelets = new Kubelets(context, behaviour, nodes, pods);
      const controller = runPlaneController({
        name,
        context,
        sources: [
          sourceOf(pods, ({ key, object }) => (object.spec?.nodeName === undefined ? [] : [key])),
          // A node that comes may have pods already.
          sourceOf(nodes, ({ key, type }) => (type === "add" ? podsOn(pods, key).map(keyOf) : [])),
        ],
        sync: (key) => kubelets.sync(key),
      });
      const timers = new PodTimers(context.clock, (key) => controller.add(key));
      kubelets.timers = timers;
      return {
        async [Symbol.asyncDispose]() {
          timers[Symbol.dispose]();
          await controller[Symbol.asyncDispose]();
          timers[Symbol.dispose]();
        },
      };
    },
  };
}

interface Known {
  readonly run: PodRun;
  /** What the last write was answered with, which may not have been seen yet. */
  latest: Pod;
}

class Kubelets {
  readonly #context: PlaneControllerContext;
  readonly #behaviour: KubeletBehaviour;
  readonly #nodes: FollowedResource<Node>;
  readonly #pods: FollowedResource<Pod>;
  readonly #known = new Map<string, Known>();
  readonly #addresses = new PodAddresses();
  readonly #events: KubeletEvents;
  timers: PodTimers | undefined;

  constructor(
    context: PlaneControllerContext,
    behaviour: KubeletBehaviour,
    nodes: FollowedResource<Node>,
    pods: FollowedResource<Pod>,
  ) {
    this.#context = context;
    this.#events = new KubeletEvents(context);
    this.#behaviour = behaviour;
    this.#nodes = nodes;
    this.#pods = pods;
    for (const { metadata, spec, status } of pods.list()) {
      if (status?.podIP !== undefined && !spec?.hostNetwork) this.#addresses.keep(metadata.uid ?? "", status.podIP);
    }
  }

  async sync(key: string): Promise<undefined> {
    this.timers?.cancel(key);
    const seen = this.#pods.getByKey(key);
    const node = this.#nodes.getByKey(seen?.spec?.nodeName ?? "");
    if (!seen || !node || !isSimulated(node)) {
      this.#forget(key);
      return;
    }
    const known = this.#knowledgeOf(key, seen);
    await this.#look(key, known, node);
  }

  async #look(key: string, known: Known, node: Node): Promise<void> {
    const { clock } = this.#context;
    const pod = known.latest;
    const { uid = "", name: podName, namespace } = pod.metadata;
    const place = { group: "", plural: "pods", namespace, name: podName };
    const writer = this.#writerOf(node);
    const hostIp = nodeAddress(node);
    const takeIp = () => this.#addresses.take(node, uid);
    const times = { nowMs: clock.monotonic(), timeMs: clock.now() };
    const step = stepPod(pod, known.run, { behaviour: this.#behaviour, ...times, hostIp, takeIp });
    try {
      const patch = statusPatch(pod, step.status);
      if (patch) known.latest = await writer.patch<Pod>({ ...place, subresource: "status" }, "strategic", patch);
      const events = this.#events.of(node.metadata.name ?? "");
      for (const { type, reason, message, fieldPath } of step.events)
        events.record(pod, type, reason, message, fieldPath);
      if (step.isOver && pod.metadata.deletionGracePeriodSeconds !== 0) {
        await writer.delete(place, { gracePeriodSeconds: 0, preconditions: { uid } });
      }
    } catch (error) {
      // It is gone, or another one has taken its name: there is nothing left to be told.
      if (ApiError.is(error, "NotFound") || ApiError.is(error, "Conflict")) return;
      throw error;
    }
    if (step.status.phase === "Succeeded" || step.status.phase === "Failed") this.#addresses.giveBack(uid);
    if (step.next) this.timers?.set(key, Math.max(0, step.next.atMs - clock.monotonic()), step.next.isBackground);
  }

  #knowledgeOf(key: string, seen: Pod): Known {
    const { uid = "", resourceVersion = "" } = seen.metadata;
    let known = this.#known.get(key);
    if (known?.run.uid !== uid) {
      this.#forget(key);
      known = { run: createPodRun(uid, this.#context.clock.monotonic()), latest: seen };
      this.#known.set(key, known);
    } else if (compareResourceVersion(resourceVersion, known.latest.metadata.resourceVersion ?? "") > 0) {
      known.latest = seen;
    }
    return known;
  }

  #forget(key: string): void {
    const known = this.#known.get(key);
    if (!known) return;
    this.#known.delete(key);
    this.#addresses.giveBack(known.run.uid);
  }

  #writerOf({ metadata }: Node): PlaneWriter {
    return nodeWriter(this.#context, metadata.name ?? "");
  }
}
