/** The rows of what Pods are scheduled and run by: priorities, runtimes, devices; and of how the API server schedules requests. */
import { compareUtf8, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import { listAt, objectAt, textAt, valueAt } from "../builtin/json-fields.ts";
import { conditionOf } from "./condition-cells.ts";
import { ageOf, type CellsByResource, countAt, flagAt, isBeingDeleted, type KindCells, nameOf } from "./kind-cells.ts";

export const flowSchemas = "flowschemas.flowcontrol.apiserver.k8s.io";

/** Those that are asked first stand first. */
export function compareFlowSchemas(left: JsonObject, right: JsonObject): number {
  const precedence = "spec.matchingPrecedence";
  return countAt(left, precedence) - countAt(right, precedence) || compareUtf8(nameOf(left), nameOf(right));
}

const nameAndAge: KindCells = (object, nowMs) => [nameOf(object), ageOf(object, nowMs)];

export const schedulingCells: CellsByResource = {
  "priorityclasses.scheduling.k8s.io": (priorityClass, nowMs) => [
    nameOf(priorityClass),
    countAt(priorityClass, "value"),
    flagAt(priorityClass, "globalDefault"),
    ageOf(priorityClass, nowMs),
    textAt(priorityClass, "preemptionPolicy"),
  ],
  "runtimeclasses.node.k8s.io": (runtimeClass, nowMs) => [
    ...[nameOf(runtimeClass), textAt(runtimeClass, "handler"), ageOf(runtimeClass, nowMs)],
  ],
  "deviceclasses.resource.k8s.io": nameAndAge,
  "resourceclaimtemplates.resource.k8s.io": nameAndAge,
  "resourceclaims.resource.k8s.io": (claim, nowMs) => [nameOf(claim), formatClaimState(claim), ageOf(claim, nowMs)],
  "resourceslices.resource.k8s.io": (slice, nowMs) => [
    nameOf(slice),
    textAt(slice, "spec.nodeName"),
    textAt(slice, "spec.driver"),
    textAt(slice, "spec.pool.name"),
    ageOf(slice, nowMs),
  ],
  [flowSchemas]: (schema, nowMs) => [
    nameOf(schema),
    textAt(schema, "spec.priorityLevelConfiguration.name"),
    countAt(schema, "spec.matchingPrecedence"),
    isJsonObject(valueAt(schema, "spec.distinguisherMethod"))
      ? textAt(schema, "spec.distinguisherMethod.type")
      : "<none>",
    ageOf(schema, nowMs),
    textAt(conditionOf(schema, "Dangling") ?? { status: "?" }, "status"),
  ],
  "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io": (level, nowMs) => [
    ...[nameOf(level), textAt(level, "spec.type"), ...formatLimits(level), ageOf(level, nowMs)],
  ],
};

function formatClaimState(claim: JsonObject): string {
  const isDeleted = isBeingDeleted(claim);
  if (!isJsonObject(valueAt(claim, "status.allocation"))) return isDeleted ? "deleted" : "pending";
  const isReserved = listAt(claim, "status.reservedFor").length > 0;
  return [...(isDeleted ? ["deleted"] : []), "allocated", ...(isReserved ? ["reserved"] : [])].join(",");
}

/** Shares, queues, hand size and length of a queue. A level that is exempt has none of them, one that rejects has no queues. */
function formatLimits(level: JsonObject): readonly JsonValue[] {
  const none = "<none>";
  if (!isJsonObject(valueAt(level, "spec.limited"))) return [none, none, none, none];
  const shares = countAt(level, "spec.limited.nominalConcurrencyShares");
  if (!isJsonObject(valueAt(level, "spec.limited.limitResponse.queuing"))) return [shares, none, none, none];
  const queuing = objectAt(level, "spec.limited.limitResponse.queuing");
  return [shares, countAt(queuing, "queues"), countAt(queuing, "handSize"), countAt(queuing, "queueLengthLimit")];
}
