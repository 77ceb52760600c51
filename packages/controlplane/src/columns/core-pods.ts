/** The rows of Pods and of what makes Pods in the core group. */
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { objectAt, objectsAt, textAt } from "../builtin/json-fields.ts";
import { isConditionMet } from "./condition-cells.ts";
import { containerCells } from "./container-cells.ts";
import { ageOf, type CellsByResource, countAt, filledTextOr, nameOf } from "./kind-cells.ts";
import { formatLabelMap } from "./label-cells.ts";
import { podStatusCells } from "./pod-status.ts";

export const podCells: CellsByResource = {
  pods: (pod, nowMs) => {
    const { ready, status, restarts } = podStatusCells(pod, nowMs);
    const [first = {}] = objectsAt(pod, "status.podIPs");
    return [
      ...[nameOf(pod), ready, status, restarts, ageOf(pod, nowMs)],
      // Where the two differ, the single address is the one that counts.
      textAt(pod, "status.podIP") || filledTextOr(first, "ip", "<none>"),
      filledTextOr(pod, "spec.nodeName", "<none>"),
      filledTextOr(pod, "status.nominatedNodeName", "<none>"),
      formatReadinessGates(pod),
    ];
  },
  podtemplates: (template) => [
    nameOf(template),
    ...containerCells(template, "template.spec"),
    formatLabelMap(objectAt(template, "template.metadata.labels")),
  ],
  replicationcontrollers: (controller, nowMs) => [
    nameOf(controller),
    countAt(controller, "spec.replicas"),
    countAt(controller, "status.replicas"),
    countAt(controller, "status.readyReplicas"),
    ageOf(controller, nowMs),
    ...containerCells(controller, "spec.template.spec"),
    formatLabelMap(objectAt(controller, "spec.selector")),
  ],
};

/** Clients that hide what has ended look at the row's conditions, not at its words. */
export function podRowConditions(pod: JsonObject): readonly JsonValue[] {
  const phase = textAt(pod, "status.phase");
  if (phase === "Succeeded") return [completed(phase, "The pod has completed successfully.")];
  return phase === "Failed" ? [completed(phase, "The pod failed.")] : [];
}

function completed(reason: string, message: string): JsonObject {
  return { type: "Completed", status: "True", reason, message };
}

function formatReadinessGates(pod: JsonObject): string {
  const gates = objectsAt(pod, "spec.readinessGates");
  if (gates.length === 0) return "<none>";
  const met = gates.filter((gate) => isConditionMet(pod, textAt(gate, "conditionType")));
  return `${met.length}/${gates.length}`;
}
