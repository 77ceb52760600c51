/** The rows of HorizontalPodAutoscalers and of PodDisruptionBudgets. */
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { numberAt, objectAt, textAt, valueAt } from "../builtin/json-fields.ts";
import { ageOf, type CellsByResource, countAt, nameOf } from "./kind-cells.ts";
import { formatMetricTargets } from "./metric-targets.ts";

export const autoscalingCells: CellsByResource = {
  "horizontalpodautoscalers.autoscaling": (scaler, nowMs) => {
    const target = objectAt(scaler, "spec.scaleTargetRef");
    const minReplicas = numberAt(scaler, "spec.minReplicas");
    return [
      nameOf(scaler),
      `${textAt(target, "kind")}/${textAt(target, "name")}`,
      formatMetricTargets(scaler),
      // The lower bound is text, the upper one a number.
      minReplicas === undefined ? "<unset>" : String(minReplicas),
      countAt(scaler, "spec.maxReplicas"),
      countAt(scaler, "status.currentReplicas"),
      ageOf(scaler, nowMs),
    ];
  },
  "poddisruptionbudgets.policy": (budget, nowMs) => [
    nameOf(budget),
    formatBound(valueAt(budget, "spec.minAvailable")),
    formatBound(valueAt(budget, "spec.maxUnavailable")),
    countAt(budget, "status.disruptionsAllowed"),
    ageOf(budget, nowMs),
  ],
};

function formatBound(bound: JsonValue | undefined): string {
  return typeof bound === "string" || typeof bound === "number" ? String(bound) : "N/A";
}

/** The scale of a workload, which is no resource of its own but has columns. */
export function scaleCells(scale: JsonObject, nowMs: number): readonly JsonValue[] {
  return [nameOf(scale), countAt(scale, "spec.replicas"), countAt(scale, "status.replicas"), ageOf(scale, nowMs)];
}
