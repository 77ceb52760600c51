/** The rows of workloads. */
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { objectAt, objectsAt, textAt, valueAt } from "../builtin/json-fields.ts";
import { containerCells } from "./container-cells.ts";
import { ageOf, type CellsByResource, countAt, flagAt, nameOf } from "./kind-cells.ts";
import { formatDeploymentSelector, formatLabelMap, formatSelectorAt } from "./label-cells.ts";

export const appsCells: CellsByResource = {
  "deployments.apps": (deployment, nowMs) => [
    nameOf(deployment),
    readyOfDesired(deployment),
    countAt(deployment, "status.updatedReplicas"),
    countAt(deployment, "status.availableReplicas"),
    ageOf(deployment, nowMs),
    ...containerCells(deployment, "spec.template.spec"),
    formatDeploymentSelector(deployment, "spec.selector"),
  ],
  "replicasets.apps": (set, nowMs) => [
    nameOf(set),
    countAt(set, "spec.replicas"),
    countAt(set, "status.replicas"),
    countAt(set, "status.readyReplicas"),
    ageOf(set, nowMs),
    ...containerCells(set, "spec.template.spec"),
    formatSelectorAt(set, "spec.selector"),
  ],
  "statefulsets.apps": (set, nowMs) => [
    ...[nameOf(set), readyOfDesired(set), ageOf(set, nowMs)],
    ...containerCells(set, "spec.template.spec"),
  ],
  "daemonsets.apps": (set, nowMs) => [
    nameOf(set),
    countAt(set, "status.desiredNumberScheduled"),
    countAt(set, "status.currentNumberScheduled"),
    countAt(set, "status.numberReady"),
    countAt(set, "status.updatedNumberScheduled"),
    countAt(set, "status.numberAvailable"),
    formatLabelMap(objectAt(set, "spec.template.spec.nodeSelector")),
    ageOf(set, nowMs),
    ...containerCells(set, "spec.template.spec"),
    formatSelectorAt(set, "spec.selector"),
  ],
  "controllerrevisions.apps": (revision, nowMs) => [
    nameOf(revision),
    formatController(revision),
    numberOf(valueAt(revision, "revision")),
    ageOf(revision, nowMs),
  ],
};

function readyOfDesired(workload: JsonObject): string {
  return `${countAt(workload, "status.readyReplicas")}/${countAt(workload, "spec.replicas")}`;
}

/** `statefulset.apps/web` */
function formatController(revision: JsonObject): string {
  const owner = objectsAt(revision, "metadata.ownerReferences").find((reference) => flagAt(reference, "controller"));
  if (!owner) return "<none>";
  const [group = "", version] = textAt(owner, "apiVersion").split("/");
  const kind = textAt(owner, "kind");
  const name = textAt(owner, "name");
  const groupKind = version === undefined || group === "" ? kind : `${kind}.${group}`;
  return groupKind === "" ? name : `${groupKind.toLowerCase()}/${name}`;
}

/** Revisions may outgrow 2^53. */
function numberOf(value: JsonValue | undefined): number | bigint {
  return typeof value === "number" || typeof value === "bigint" ? value : 0;
}
