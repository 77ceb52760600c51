/** Which taints of nodes a pod puts up with. */
import type { Pod, Taint, Toleration } from "@pintle/kinds";

export function tolerates(tolerations: readonly Toleration[], taint: Taint): boolean {
  return tolerations.some((toleration) => toleratesOne(toleration, taint));
}

/** Whether a taint keeps the pod away, of those that do. */
export function isRepelled({ spec }: Pod, taints: readonly Taint[]): boolean {
  const strict = taints.filter(({ effect }) => effect === "NoSchedule" || effect === "NoExecute");
  return strict.some((taint) => !tolerates(spec?.tolerations ?? [], taint));
}

/** How many taints the pod would rather avoid. */
export function countDisliked({ spec }: Pod, taints: readonly Taint[]): number {
  const tolerations = (spec?.tolerations ?? []).filter(({ effect }) => !effect || effect === "PreferNoSchedule");
  return taints.filter((taint) => taint.effect === "PreferNoSchedule" && !tolerates(tolerations, taint)).length;
}

export function toleratesOne({ key = "", operator = "Equal", value = "", effect }: Toleration, taint: Taint): boolean {
  if (effect && effect !== taint.effect) return false;
  if (key !== "" && key !== taint.key) return false;
  return operator === "Exists" || (key !== "" && operator === "Equal" && value === (taint.value ?? ""));
}
