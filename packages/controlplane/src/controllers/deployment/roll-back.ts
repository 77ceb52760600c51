/** Goes back to an earlier revision, for clients that ask for it by an annotation; kubectl writes the old template itself. */
import type { Deployment, ReplicaSet } from "@pintle/kinds";
import { getOwn } from "@pintle/machinery";
import type { DeploymentRun } from "./deployment-run.ts";
import { isSamePodTemplate, withoutHashLabel } from "./pod-template.ts";
import { annotationsAfterRollback, lastRevision, revisionOf, rollbackAnnotation } from "./revision-annotations.ts";

/** The revision that is asked for; 0 is the one before the present one. */
export function rollbackRevision({ metadata }: Deployment): number | undefined {
  const text = getOwn(metadata.annotations ?? {}, rollbackAnnotation) ?? "";
  return /^[+-]?[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

/** In any case the wish is taken off the Deployment, so that it is not carried out twice. */
export async function rollBack(run: DeploymentRun, sets: readonly ReplicaSet[], asked: number): Promise<void> {
  const { deployment } = run;
  const revision = asked === 0 ? lastRevision(sets) : asked;
  const target = revision === 0 ? undefined : sets.find((set) => revisionOf(set) === revision);
  if (target === undefined) {
    const message = revision === 0 ? "Unable to find last revision." : "Unable to find the revision to rollback to.";
    run.record("Warning", "DeploymentRollbackRevisionNotFound", message);
    return await run.write(withoutWish(deployment));
  }
  const { name } = deployment.metadata;
  if (isSamePodTemplate(deployment.spec?.template, target.spec?.template)) {
    const message = `The rollback revision contains the same template as current deployment "${name}"`;
    run.record("Warning", "DeploymentRollbackTemplateUnchanged", message);
    return await run.write(withoutWish(deployment));
  }
  await run.write(withoutWish(withTemplateOf(deployment, target)));
  run.record("Normal", "DeploymentRollback", `Rolled back deployment "${name}" to revision ${revision}`);
}

/** The annotations of that time come back as well, among them the cause of the change. */
function withTemplateOf(deployment: Deployment, { metadata, spec }: ReplicaSet): Deployment {
  const annotations = annotationsAfterRollback(deployment.metadata.annotations ?? {}, metadata.annotations ?? {});
  const template = withoutHashLabel(spec?.template ?? {});
  return {
    ...deployment,
    metadata: { ...deployment.metadata, annotations: { ...annotations } },
    spec: { ...(deployment.spec ?? { selector: {} }), template },
  };
}

function withoutWish(deployment: Deployment): Deployment {
  const { [rollbackAnnotation]: _, ...annotations } = deployment.metadata.annotations ?? {};
  return { ...deployment, metadata: { ...deployment.metadata, annotations } };
}
