/**
 * The ReplicaSet with a Deployment's template: found and brought up to date, or made.
 *
 * It gets the greatest revision, and the Deployment then bears the same. Its name is that of the Deployment and the hash of the template,
 * so that to make it twice is impossible; should the name be taken by another template, the Deployment counts a collision, and the
 * next pass finds another name.
 */
import type { Deployment, ReplicaSet } from "@pintle/kinds";
import { ApiError, controllerOf, getOwn } from "@pintle/machinery";
import { isNamespaceEnding } from "../kit/namespace-ending.ts";
import { controllerReference } from "../workload/claim-objects.ts";
import { findNewSet, findOldSets } from "./choose-replica-sets.ts";
import { findDeploymentCondition, newCondition, progressReason, withCondition } from "./deployment-conditions.ts";
import { type DeploymentRun, specOf } from "./deployment-run.ts";
import { hashPodTemplate, isSamePodTemplate, withHashLabel } from "./pod-template.ts";
import { annotationsOfNewSet, maxRevision, revisionAnnotation, withSizeAnnotations } from "./revision-annotations.ts";
import { replicasOfNewSet } from "./rolling-bounds.ts";
import { hasProgressDeadline } from "./rollout-progress.ts";

const maxNameLength = 253;

export interface DeploymentSets {
  readonly newSet: ReplicaSet | undefined;
  /** From old to new. */
  readonly oldSets: readonly ReplicaSet[];
}

export function allSets({ newSet, oldSets }: DeploymentSets): readonly ReplicaSet[] {
  return newSet === undefined ? oldSets : [...oldSets, newSet];
}

/** Sorts the sets into the new one and old ones, and brings the annotations of the new one and of the Deployment up to date. */
export async function syncNewSet(run: DeploymentRun, sets: readonly ReplicaSet[]): Promise<DeploymentSets> {
  const found = findNewSet(run.deployment, sets);
  const oldSets = findOldSets(sets, found);
  if (found === undefined) return { newSet: undefined, oldSets };
  const annotations = found.metadata.annotations ?? {};
  const wanted = annotationsOfNewSet(run.deployment, annotations, maxRevision(oldSets) + 1);
  const minReadySeconds = run.deployment.spec?.minReadySeconds ?? 0;
  if (wanted !== annotations || (found.spec?.minReadySeconds ?? 0) !== minReadySeconds) {
    const changed: ReplicaSet = {
      ...found,
      metadata: { ...found.metadata, annotations: { ...wanted } },
      spec: { ...specOf(found), minReadySeconds },
    };
    // The change of the set leads to another pass, which takes the revision over.
    return { newSet: await run.tools.writer.update(run.placeOf(found), changed), oldSets };
  }
  await takeOver(run, found);
  return { newSet: found, oldSets };
}

/** The new set, made where it is missing. */
export async function ensureNewSet(
  run: DeploymentRun,
  { newSet, oldSets }: DeploymentSets,
): Promise<DeploymentSets & { readonly newSet: ReplicaSet }> {
  return { newSet: newSet ?? (await createNewSet(run, oldSets)), oldSets };
}

/** The Deployment bears the revision of its new set, and tells that it found one where it has told nothing yet. */
async function takeOver(run: DeploymentRun, set: ReplicaSet): Promise<void> {
  const { deployment } = run;
  const status = deployment.status ?? {};
  const conditions = status.conditions ?? [];
  const isTold = findDeploymentCondition(conditions, "Progressing") !== undefined || !hasProgressDeadline(deployment);
  const message = `Found new replica set "${set.metadata.name}"`;
  const found = newCondition("Progressing", "True", progressReason.setFound, message, run.nowMs);
  const told = isTold ? status : { ...status, conditions: withCondition(conditions, found) };
  await run.writeStatus(told, getOwn(set.metadata.annotations ?? {}, revisionAnnotation) ?? "");
}

async function createNewSet(run: DeploymentRun, oldSets: readonly ReplicaSet[]): Promise<ReplicaSet> {
  const revision = maxRevision(oldSets) + 1;
  const replicas = replicasOfNewSet(run.deployment, oldSets, 0);
  const manifest = manifestOfSet(run.deployment, revision, replicas);
  const place = { ...run.placeOf(manifest), name: "" };
  let created: ReplicaSet;
  try {
    created = await run.tools.writer.create<ReplicaSet>(place, manifest);
  } catch (error) {
    const existing = await settleFailure(run, manifest, error);
    await run.writeStatus(run.deployment.status ?? {}, String(revision));
    return existing;
  }
  const { name } = created.metadata;
  if (replicas > 0) run.record("Normal", "ScalingReplicaSet", `Scaled up replica set ${name} from 0 to ${replicas}`);
  await tellProgress(run, "True", progressReason.setCreated, `Created new replica set "${name}"`, String(revision));
  return created;
}

/** Where the set that could not be made is there already, it is that; anything else is told, and thrown. */
async function settleFailure(run: DeploymentRun, manifest: ReplicaSet, error: unknown): Promise<ReplicaSet> {
  // Whatever is made in a namespace that goes away is in vain.
  if (isNamespaceEnding(error)) throw error;
  if (ApiError.is(error, "AlreadyExists")) return await resolveCollision(run, manifest, error);
  const why = error instanceof Error ? error.message : String(error);
  const message = `Failed to create new replica set "${manifest.metadata.name}": ${why}`;
  // That this cannot be written either is the smaller problem.
  await tellProgress(run, "False", progressReason.setFailed, message).catch(() => undefined);
  run.record("Warning", progressReason.setFailed, message);
  throw error;
}

async function resolveCollision(run: DeploymentRun, manifest: ReplicaSet, error: unknown): Promise<ReplicaSet> {
  const { deployment } = run;
  const found = await run.tools.writer.get<ReplicaSet>(run.placeOf(manifest));
  const isOurs = controllerOf(found)?.uid === deployment.metadata.uid;
  if (isOurs && isSamePodTemplate(deployment.spec?.template, found.spec?.template)) return found;
  const { status = {} } = deployment;
  await run.writeStatus({ ...status, collisionCount: (status.collisionCount ?? 0) + 1 });
  throw error;
}

async function tellProgress(
  run: DeploymentRun,
  isProgressing: "True" | "False",
  reason: string,
  message: string,
  revision?: string,
): Promise<void> {
  const { status = {} } = run.deployment;
  const condition = newCondition("Progressing", isProgressing, reason, message, run.nowMs);
  const told = { ...status, conditions: withCondition(status.conditions ?? [], condition) };
  await run.writeStatus(hasProgressDeadline(run.deployment) ? told : status, revision);
}

function manifestOfSet(deployment: Deployment, revision: number, replicas: number): ReplicaSet {
  const { metadata, spec, status } = deployment;
  const template = spec?.template ?? {};
  const hash = hashPodTemplate(template, status?.collisionCount);
  const labels = withHashLabel(template.metadata?.labels, hash);
  const annotations = withSizeAnnotations(deployment, annotationsOfNewSet(deployment, {}, revision));
  const { minReadySeconds = 0, selector = {} } = spec ?? {};
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name: nameOfSet(metadata.name ?? "", hash),
      namespace: metadata.namespace ?? "",
      ownerReferences: [controllerReference(deployment)],
      labels,
      annotations: { ...annotations },
    },
    spec: {
      replicas,
      ...(minReadySeconds > 0 && { minReadySeconds }),
      selector: { ...selector, matchLabels: withHashLabel(selector.matchLabels, hash) },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}

/** Cut where the two together would be longer than names can be. */
function nameOfSet(deploymentName: string, hash: string): string {
  return `${deploymentName.slice(0, maxNameLength - 1 - hash.length)}-${hash}`;
}
