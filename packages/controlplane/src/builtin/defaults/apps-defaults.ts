/** The defaults of workloads that run for ever. */
import { getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import {
  changeField,
  changeItems,
  objectAt,
  withDefaults,
  withField,
  withMissing,
  withValueAt,
} from "../json-fields.ts";
import type { Defaulter } from "./defaults-of.ts";

/** The annotation in which old controllers look for the number of a DaemonSet's template. */
export const templateGeneration = "deprecated.daemonset.template.generation";

export const appsDefaults: Readonly<Record<string, Defaulter>> = {
  "apps/v1.Deployment": completeDeployment,
  "apps/v1.DaemonSet": completeDaemonSet,
  "apps/v1.StatefulSet": completeStatefulSet,
  "apps/v1.ReplicaSet": (set) => changeField(set, "spec", (spec) => withDefaults(spec, { replicas: 1 })),
};

function completeDeployment(deployment: JsonObject): JsonObject {
  return changeField(deployment, "spec", (spec) => {
    const strategy = completeRollingUpdate(objectAt(spec, "strategy"), { maxUnavailable: "25%", maxSurge: "25%" });
    return withDefaults(withField(spec, "strategy", strategy), {
      replicas: 1,
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    });
  });
}

function completeDaemonSet(set: JsonObject): JsonObject {
  // Upstream keeps the number of the template in the spec, and tells it in an annotation whenever the set is read.
  const annotations = withDefaults(objectAt(set, "metadata.annotations"), { [templateGeneration]: "0" });
  return changeField(withValueAt(set, "metadata.annotations", annotations), "spec", (spec) => {
    const strategy = completeRollingUpdate(objectAt(spec, "updateStrategy"), { maxUnavailable: 1, maxSurge: 0 });
    return withDefaults(withField(spec, "updateStrategy", strategy), { revisionHistoryLimit: 10 });
  });
}

function completeRollingUpdate(strategy: JsonObject, limits: Record<string, string | number>): JsonObject {
  const typed = withDefaults(strategy, { type: "RollingUpdate" });
  if (typed.type !== "RollingUpdate") return typed;
  return withField(typed, "rollingUpdate", withMissing(objectAt(typed, "rollingUpdate"), limits));
}

/** Claims are whole objects within the set, and say what they are. */
const claimType = { kind: "PersistentVolumeClaim", apiVersion: "v1" };

function completeStatefulSet(set: JsonObject): JsonObject {
  return changeField(set, "spec", (spec) => {
    const retention = withDefaults(objectAt(spec, "persistentVolumeClaimRetentionPolicy"), {
      whenDeleted: "Retain",
      whenScaled: "Retain",
    });
    const typed = changeItems(spec, "volumeClaimTemplates", (claim) =>
      claim.kind === claimType.kind && claim.apiVersion === claimType.apiVersion
        ? claim
        : { ...claimType, ...claim, ...claimType },
    );
    const retaining = withField(typed, "persistentVolumeClaimRetentionPolicy", retention);
    return withDefaults(withField(retaining, "updateStrategy", completeUpdates(objectAt(spec, "updateStrategy"))), {
      podManagementPolicy: "OrderedReady",
      replicas: 1,
      revisionHistoryLimit: 10,
    });
  });
}

/** Unlike elsewhere, who names the type and says no more gets no more. */
function completeUpdates(strategy: JsonObject): JsonObject {
  const typed = strategy.type ? strategy : withDefaults(strategy, { type: "RollingUpdate", rollingUpdate: {} });
  const rolling = getOwn(typed, "rollingUpdate");
  if (typed.type !== "RollingUpdate" || !isJsonObject(rolling)) return typed;
  return withField(typed, "rollingUpdate", withDefaults(rolling, { partition: 0 }));
}
