/** How many pods there should be where a budget is for: what those who control the pods ask for together. */
import { findServedKind } from "@pintle/apiserver";
import type {
  Deployment,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from "@pintle/kinds";
import {
  ApiError,
  controllerOf,
  formatGroupResource,
  type KubernetesObject,
  type OwnerReference,
  parseGroupVersion,
  scaledIntOrPercent,
} from "@pintle/machinery";
import type { FollowedResource } from "../kit/followed-resource.ts";
import type { PlaneControllerContext } from "../kit/plane-controller.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import { resolveController } from "../workload/controlled-objects.ts";

export interface ExpectedPods {
  readonly expectedPods: number;
  readonly desiredHealthy: number;
  /** The names of pods that nobody controls, where that matters. */
  readonly unmanaged: readonly string[];
}

/** What a controller asks for, and who it is: of several pods it is asked once. */
interface ControllerScale {
  readonly uid: string;
  readonly replicas: number;
}

type Scaled = KubernetesObject & { readonly spec?: { readonly replicas?: number } };

type ControllerReference = Pick<OwnerReference, "apiVersion" | "kind" | "name" | "uid">;

interface Workloads {
  readonly sets: FollowedResource<ReplicaSet>;
  readonly deployments: FollowedResource<Deployment>;
  readonly statefulSets: FollowedResource<StatefulSet>;
  readonly replicationControllers: FollowedResource<ReplicationController>;
}

export class PodExpectations {
  readonly #context: Pick<PlaneControllerContext, "registry">;
  readonly #writer: PlaneWriter;
  readonly #workloads: Workloads;

  static async start(context: PlaneControllerContext, writer: PlaneWriter): Promise<PodExpectations> {
    const { objects } = context;
    return new PodExpectations(context, writer, {
      sets: await objects.follow<ReplicaSet>("apps", "replicasets"),
      deployments: await objects.follow<Deployment>("apps", "deployments"),
      statefulSets: await objects.follow<StatefulSet>("apps", "statefulsets"),
      replicationControllers: await objects.follow<ReplicationController>("", "replicationcontrollers"),
    });
  }

  private constructor(context: PlaneControllerContext, writer: PlaneWriter, workloads: Workloads) {
    this.#context = context;
    this.#writer = writer;
    this.#workloads = workloads;
  }

  /** A number of pods that must be available needs nobody to ask; everything else is a share of what is wanted. */
  async find({ spec }: PodDisruptionBudget, pods: readonly Pod[]): Promise<ExpectedPods> {
    const { maxUnavailable, minAvailable } = spec ?? {};
    if (maxUnavailable === undefined && minAvailable === undefined) {
      return { expectedPods: 0, desiredHealthy: 0, unmanaged: [] };
    }
    if (maxUnavailable === undefined && typeof minAvailable === "number") {
      return { expectedPods: pods.length, desiredHealthy: minAvailable, unmanaged: [] };
    }
    const { expectedPods, unmanaged } = await this.#sum(pods);
    const share = scaledIntOrPercent(maxUnavailable ?? minAvailable, expectedPods, "up");
    const desiredHealthy = maxUnavailable === undefined ? share : Math.max(0, expectedPods - share);
    return { expectedPods, desiredHealthy, unmanaged };
  }

  async #sum(pods: readonly Pod[]): Promise<Pick<ExpectedPods, "expectedPods" | "unmanaged">> {
    const unmanaged: string[] = [];
    const scales = new Map<string, number>();
    const asked = new Set<string>();
    for (const pod of pods) {
      const { name = "", namespace = "" } = pod.metadata;
      const reference = controllerOf(pod);
      if (!reference) unmanaged.push(name);
      else if (!asked.has(reference.uid)) {
        asked.add(reference.uid);
        const scale = this.#findWorkload(reference, namespace) ?? (await this.#askForScale(reference, namespace));
        if (!scale) throw new Error(`found no controllers for pod ${JSON.stringify(name)}`);
        scales.set(scale.uid, scale.replicas);
      }
    }
    return { expectedPods: [...scales.values()].reduce((sum, count) => sum + count, 0), unmanaged };
  }

  /** A ReplicaSet of a Deployment is asked for by the Deployment. */
  #findWorkload(reference: ControllerReference, namespace: string): ControllerScale | undefined {
    const { sets, deployments, statefulSets, replicationControllers } = this.#workloads;
    const { group } = parseGroupVersion(reference.apiVersion);
    if (group === "") {
      return scaleOf(resolveController(replicationControllers, "ReplicationController", namespace, reference));
    }
    if (group !== "apps" && group !== "extensions") return undefined;
    const set = resolveController(sets, "ReplicaSet", namespace, reference);
    const owner = set && controllerOf(set);
    if (owner?.kind === "Deployment") {
      return scaleOf(resolveController(deployments, "Deployment", namespace, owner));
    }
    if (set || group !== "apps") return scaleOf(set);
    return scaleOf(resolveController(statefulSets, "StatefulSet", namespace, reference));
  }

  /** Whoever has a scale can control pods. */
  async #askForScale(reference: ControllerReference, namespace: string): Promise<ControllerScale | undefined> {
    const { apiVersion, kind, name, uid } = reference;
    const served = findServedKind(this.#context.registry, { ...parseGroupVersion(apiVersion), kind });
    if (!served)
      throw new Error(`no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`);
    const { group, resource: plural } = served.groupResource;
    if (!served.resource.subresources?.scale) {
      throw new Error(`${formatGroupResource(served.groupResource)} does not implement the scale subresource`);
    }
    try {
      const scale = await this.#writer.get<Scaled>({ group, plural, namespace, name, subresource: "scale" });
      return scale.metadata.uid === uid ? { uid, replicas: scale.spec?.replicas ?? 0 } : undefined;
    } catch (error) {
      if (ApiError.is(error, "NotFound")) return undefined;
      throw error;
    }
  }
}

function scaleOf(object: Scaled | undefined): ControllerScale | undefined {
  return object && { uid: object.metadata.uid ?? "", replicas: object.spec?.replicas ?? 1 };
}
