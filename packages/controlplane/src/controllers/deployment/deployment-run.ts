/**
 * One pass over a Deployment: what it has read and written so far, and the few ways in which it writes.
 *
 * What is written is read back, so that a second write in the same pass does not meet the first as a conflict. Somebody else's write in
 * between does, which ends the pass; the next begins with what is there then.
 */
import type { Deployment, DeploymentStatus, ReplicaSet } from "@pintle/kinds";
import { type Clock, getOwn } from "@pintle/machinery";
import type { PlaneEvents } from "../kit/plane-events.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import type { PlanePlace } from "../kit/served-places.ts";
import { desiredReplicas } from "../workload/desired-replicas.ts";
import { isSameStatus } from "./deployment-status.ts";
import { revisionAnnotation, withSizeAnnotations } from "./revision-annotations.ts";

export interface DeploymentTools {
  readonly writer: PlaneWriter;
  readonly events: PlaneEvents;
  readonly clock: Clock;
}

export class DeploymentRun {
  readonly tools: DeploymentTools;
  #deployment: Deployment;

  constructor(tools: DeploymentTools, deployment: Deployment) {
    this.tools = tools;
    this.#deployment = deployment;
  }

  /** As it is after what was written. */
  get deployment(): Deployment {
    return this.#deployment;
  }

  get nowMs(): number {
    return this.tools.clock.now();
  }

  get place(): PlanePlace {
    const { namespace, name } = this.#deployment.metadata;
    return { group: "apps", plural: "deployments", namespace, name };
  }

  placeOf({ metadata: { namespace, name } }: ReplicaSet): PlanePlace {
    return { group: "apps", plural: "replicasets", namespace, name };
  }

  record(type: "Normal" | "Warning", reason: string, message: string): void {
    this.tools.events.record(this.#deployment, type, reason, message);
  }

  /** The revision goes with it where it is given: it is an annotation, and written together with the status all the same. */
  async writeStatus(status: DeploymentStatus, revision?: string): Promise<void> {
    const { metadata } = this.#deployment;
    const annotations = metadata.annotations ?? {};
    const isSameRevision = revision === undefined || getOwn(annotations, revisionAnnotation) === revision;
    if (isSameRevision && isSameStatus(this.#deployment.status, status)) return;
    const numbered = isSameRevision
      ? metadata
      : { ...metadata, annotations: { ...annotations, [revisionAnnotation]: revision } };
    const changed: Deployment = { ...this.#deployment, metadata: numbered, status };
    this.#deployment = await this.tools.writer.updateStatus(this.place, changed);
  }

  async write(deployment: Deployment): Promise<void> {
    this.#deployment = await this.tools.writer.update(this.place, deployment);
  }

  /**
   * Gives the set another size, and tells of it. Where it has that size already, only the annotations are brought up to date, and only
   * where that is asked for. The set as it is afterwards.
   */
  async scaleSet(set: ReplicaSet, replicas: number, isAnnotated = false): Promise<ReplicaSet> {
    const before = desiredReplicas(set);
    const annotations = set.metadata.annotations ?? {};
    const sized = withSizeAnnotations(this.#deployment, annotations);
    if (before === replicas && (!isAnnotated || sized === annotations)) return set;
    const changed: ReplicaSet = {
      ...set,
      metadata: { ...set.metadata, annotations: { ...sized } },
      spec: { ...specOf(set), replicas },
    };
    const scaled = await this.tools.writer.update(this.placeOf(set), changed);
    if (before !== replicas) {
      const message = `Scaled ${before < replicas ? "up" : "down"} replica set ${set.metadata.name} from ${before} to ${replicas}`;
      this.record("Normal", "ScalingReplicaSet", message);
    }
    return scaled;
  }
}

/** Every stored set has a specification. */
export function specOf({ spec }: ReplicaSet): NonNullable<ReplicaSet["spec"]> {
  return spec ?? { selector: {} };
}
