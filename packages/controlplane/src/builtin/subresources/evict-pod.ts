/**
 * Evicts a pod: a delete that asks the budget first that the pod falls under, and tells it.
 *
 * Who counts the budget may be slower than those who evict. What it allows is therefore taken from it here, before the pod goes.
 */
import type { CustomCall } from "@pintle/apiserver";
import { ApiError, createFailureStatus, equalJson, formatTime, isJsonObject, type JsonObject } from "@pintle/machinery";
import type { BuiltInOptions, ObjectPlace } from "../built-in-options.ts";
import { numberAt, objectAt, objectsAt, textAt, withValueAt } from "../json-fields.ts";
import { selects, textMap } from "../validation/label-selectors.ts";

const violation = "Cannot evict pod as it would violate the pod's disruption budget.";
const maxDisruptedPods = 2000;
const retrySeconds = 10;

export async function evictPod(options: BuiltInOptions, call: CustomCall, eviction: JsonObject): Promise<void> {
  const place = { group: "", plural: "pods", namespace: call.namespace, name: call.name };
  const given = objectAt(eviction, "deleteOptions");
  const isDryRun = call.isDryRun || (Array.isArray(given.dryRun) && given.dryRun.includes("All"));
  // A delete with a body goes by the body alone.
  const deleteOptions: JsonObject = isDryRun ? { ...given, dryRun: ["All"] } : given;
  const pod = await options.objects.get(place);
  if (!isIgnored(pod)) await askBudget(options, pod, isDryRun);
  if (!isDryRun) await options.objects.rewrite(place, (current) => withTarget(current, options), false);
  await options.objects.delete(place, deleteOptions, isDryRun);
}

/** Pods that do not run disturb nobody when they go. */
function isIgnored(pod: JsonObject): boolean {
  const phase = textAt(pod, "status.phase");
  return ["Succeeded", "Failed", "Pending"].includes(phase) || textAt(pod, "metadata.deletionTimestamp") !== "";
}

/** Takes one from what the budget allows, where the pod counts. */
async function askBudget({ objects, clock }: BuiltInOptions, pod: JsonObject, isDryRun: boolean): Promise<void> {
  const namespace = textAt(pod, "metadata.namespace");
  const labels = textMap(pod, "metadata.labels");
  const [budget, ...more] = (await objects.list("policy", "poddisruptionbudgets")).filter((candidate) => {
    const { selector } = objectAt(candidate, "spec");
    const isHere = textAt(candidate, "metadata.namespace") === namespace;
    return isHere && isJsonObject(selector) && selects(selector, labels) === true;
  });
  if (budget === undefined) return;
  if (more.length > 0) {
    const message = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
    throw new ApiError(createFailureStatus("", message));
  }
  const name = textAt(budget, "metadata.name");
  if (!isReady(pod) && mayGoUnhealthy(budget)) return;
  const place: ObjectPlace = { group: "policy", plural: "poddisruptionbudgets", namespace, name };
  const [podName, now] = [textAt(pod, "metadata.name"), formatTime(clock.now())];
  await objects.rewrite(place, (current) => takeOne(current, podName, now), isDryRun);
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
    throw refusal(name, "is still being processed by the server.", retrySeconds);
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

/** Who looks at the pod later learns why it went. */
function withTarget(pod: JsonObject, { clock }: BuiltInOptions): JsonObject {
  const conditions = objectsAt(pod, "status.conditions");
  const before = conditions.find(({ type }) => type === "DisruptionTarget");
  const target: JsonObject = {
    type: "DisruptionTarget",
    status: "True",
    lastProbeTime: null,
    lastTransitionTime: before?.status === "True" ? (before.lastTransitionTime ?? null) : formatTime(clock.now()),
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
  };
  if (before !== undefined && equalJson(before, target)) return pod;
  return withValueAt(pod, "status.conditions", [...conditions.filter((condition) => condition !== before), target]);
}
