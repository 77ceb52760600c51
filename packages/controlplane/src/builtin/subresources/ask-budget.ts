/**
 * Asks the budget that a pod falls under whether it may be evicted, and takes from it what it allows.
 *
 * Who counts the budget may be slower than those who evict. What it allows is therefore taken from it here, before the pod goes.
 */
import { ApiError, createFailureStatus, formatTime, isJsonObject, type JsonObject } from "@pintle/machinery";
import type { BuiltInOptions, ObjectPlace } from "../built-in-options.ts";
import { numberAt, objectAt, objectsAt, textAt, withValueAt } from "../json-fields.ts";
import { selects, textMap } from "../validation/label-selectors.ts";

const violation = "Cannot evict pod as it would violate the pod's disruption budget.";
const maxDisruptedPods = 2000;
const retrySeconds = 10;

/** Takes one from what the budget allows. A pod that does not count goes for nothing, and the budget's name is given back. */
export async function askBudget(
  { objects, clock }: BuiltInOptions,
  pod: JsonObject,
  isDryRun: boolean,
): Promise<string | undefined> {
  const namespace = textAt(pod, "metadata.namespace");
  const labels = textMap(pod, "metadata.labels");
  const budgets = await objects.list("policy", "poddisruptionbudgets", namespace);
  const [budget, ...more] = budgets.filter((candidate) => {
    const { selector } = objectAt(candidate, "spec");
    return isJsonObject(selector) && selects(selector, labels) === true;
  });
  if (budget === undefined) return undefined;
  if (more.length > 0) {
    const message = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
    throw new ApiError(createFailureStatus("", message));
  }
  const name = textAt(budget, "metadata.name");
  if (!isReady(pod) && mayGoUnhealthy(budget)) return name;
  const place: ObjectPlace = { group: "policy", plural: "poddisruptionbudgets", namespace, name };
  const [podName, now] = [textAt(pod, "metadata.name"), formatTime(clock.now())];
  await objects.rewrite(place, (current) => takeOne(current, podName, now), isDryRun);
  return undefined;
}

/** The answer where the budget may have to be asked again. */
export function refuseForNow(name: string): ApiError {
  return refusal(name, "is still being processed by the server.", retrySeconds);
}

function isReady(pod: JsonObject): boolean {
  return objectsAt(pod, "status.conditions").some(({ type, status }) => type === "Ready" && status === "True");
}

function mayGoUnhealthy(budget: JsonObject): boolean {
  const [healthy, desired] = [countAt(budget, "currentHealthy"), countAt(budget, "desiredHealthy")];
  const isAlways = textAt(budget, "spec.unhealthyPodEvictionPolicy") === "AlwaysAllow";
  return isAlways || (desired > 0 && healthy >= desired);
}

function countAt(budget: JsonObject, key: string): number {
  return numberAt(budget, `status.${key}`) ?? 0;
}

/** The refusal of a budget, with what it says of itself. */
function refusal(name: string, saying: string, retryAfterSeconds: number): ApiError {
  const causes = [{ reason: "DisruptionBudget", message: `The disruption budget ${name} ${saying}` }];
  const details = retryAfterSeconds === 0 ? { causes } : { causes, retryAfterSeconds };
  return new ApiError(createFailureStatus("TooManyRequests", violation, details));
}

function takeOne(budget: JsonObject, podName: string, now: string): JsonObject {
  const name = textAt(budget, "metadata.name");
  const allowed = countAt(budget, "disruptionsAllowed");
  const forbid = (why: string) => ApiError.forbidden({ group: "policy", resource: "poddisruptionbudget" }, name, why);
  if (countAt(budget, "observedGeneration") < (numberAt(budget, "metadata.generation") ?? 0)) {
    throw refuseForNow(name);
  }
  if (allowed < 0) throw forbid("pdb disruptions allowed is negative");
  const disrupted = objectAt(budget, "status.disruptedPods");
  if (Object.keys(disrupted).length > maxDisruptedPods) {
    throw forbid("DisruptedPods map too big - too many evictions not confirmed by PDB controller");
  }
  if (allowed === 0) throw refusal(name, explain(budget), 0);
  const taken = withValueAt(budget, "status.disruptionsAllowed", allowed - 1);
  const told = withValueAt(taken, "status.disruptedPods", { ...disrupted, [podName]: now });
  return allowed === 1 ? withoutRoom(told, now) : told;
}

function conditionOf(budget: JsonObject): JsonObject | undefined {
  return objectsAt(budget, "status.conditions").find(({ type }) => type === "DisruptionAllowed");
}

function explain(budget: JsonObject): string {
  const condition = conditionOf(budget);
  const message = condition?.status === "False" ? textAt(condition, "message") : "";
  const [healthy, desired] = [countAt(budget, "currentHealthy"), countAt(budget, "desiredHealthy")];
  const general = "does not allow evicting pods currently";
  if (message !== "" && condition?.reason === "SyncFailed") return `${general} because it failed sync: ${message}`;
  if (healthy <= desired) return `needs ${desired} healthy pods and has ${healthy} currently`;
  return message === "" ? general : `${general} (${condition?.reason}): ${message}`;
}

function withoutRoom(budget: JsonObject, now: string): JsonObject {
  const before = conditionOf(budget);
  const others = objectsAt(budget, "status.conditions").filter((condition) => condition !== before);
  const observedGeneration = countAt(budget, "observedGeneration");
  const since = before?.status === "False" ? textAt(before, "lastTransitionTime") : now;
  const condition: JsonObject = {
    type: "DisruptionAllowed",
    status: "False",
    observedGeneration,
    lastTransitionTime: since,
    reason: "InsufficientPods",
    message: "",
  };
  return withValueAt(budget, "status.conditions", [...others, condition]);
}
