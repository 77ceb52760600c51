/** Evicts a pod: a delete that asks the budget first that the pod falls under, and tells it. */
import type { CustomCall } from "@pintle/apiserver";
import { ApiError, equalJson, formatTime, type JsonObject } from "@pintle/machinery";
import type { BuiltInOptions, ObjectPlace } from "../built-in-options.ts";
import { objectAt, objectsAt, textAt, withValueAt } from "../json-fields.ts";
import { askBudget, refuseForNow } from "./ask-budget.ts";

const revisionPath = "preconditions.resourceVersion";
const maxAttempts = 20;

export async function evictPod(options: BuiltInOptions, call: CustomCall, eviction: JsonObject): Promise<void> {
  const place = { group: "", plural: "pods", namespace: call.namespace, name: call.name };
  const given = objectAt(eviction, "deleteOptions");
  const isDryRun = call.isDryRun || (Array.isArray(given.dryRun) && given.dryRun.includes("All"));
  // A delete with a body goes by the body alone.
  const deleteOptions: JsonObject = isDryRun ? { ...given, dryRun: ["All"] } : given;
  for (let attempt = 1; ; attempt += 1) {
    const pod = await options.objects.get(place);
    const lenient = isIgnored(pod) ? undefined : await askBudget(options, pod, isDryRun);
    // A pod that goes because it serves nobody must not have begun to meanwhile.
    const isHeld = (lenient !== undefined || isWaiting(pod)) && textAt(given, revisionPath) === "";
    const revision = textAt(pod, "metadata.resourceVersion");
    try {
      await deletePod(
        options,
        place,
        isHeld ? withValueAt(deleteOptions, revisionPath, revision) : deleteOptions,
        isDryRun,
      );
      return;
    } catch (error) {
      if (!isHeld || !ApiError.is(error, "Conflict")) throw error;
      if (lenient !== undefined) throw refuseForNow(lenient);
      if (attempt === maxAttempts) throw error;
    }
  }
}

/** Pods that do not run disturb nobody when they go. */
function isIgnored(pod: JsonObject): boolean {
  return ["Succeeded", "Failed"].includes(textAt(pod, "status.phase")) || isEnding(pod) || isWaiting(pod);
}

function isWaiting(pod: JsonObject): boolean {
  return textAt(pod, "status.phase") === "Pending" && !isEnding(pod);
}

function isEnding(pod: JsonObject): boolean {
  return textAt(pod, "metadata.deletionTimestamp") !== "";
}

/** What was asked of the pod is asked before it is told of its end, because that makes another of it. */
async function deletePod(
  options: BuiltInOptions,
  place: ObjectPlace,
  deleteOptions: JsonObject,
  isDryRun: boolean,
): Promise<void> {
  const { objects } = options;
  if (isDryRun) return await objects.delete(place, deleteOptions, isDryRun);
  const revision = await objects.rewrite(
    place,
    (current) => {
      checkPreconditions(current, deleteOptions);
      return withTarget(current, options);
    },
    false,
  );
  const isHeld = textAt(deleteOptions, revisionPath) !== "";
  await objects.delete(place, isHeld ? withValueAt(deleteOptions, revisionPath, revision) : deleteOptions, false);
}

function checkPreconditions(pod: JsonObject, deleteOptions: JsonObject): void {
  const check = (field: string, path: string, ending: string) => {
    const [wanted, found] = [textAt(deleteOptions, `preconditions.${path}`), textAt(pod, `metadata.${path}`)];
    if (wanted === "" || wanted === found) return;
    const why = `the ${field} in the precondition (${wanted}) does not match the ${field} in record (${found}). ${ending}`;
    throw ApiError.conflict({ group: "", resource: "Pod" }, textAt(pod, "metadata.name"), why);
  };
  check("UID", "uid", "The object might have been deleted and then recreated");
  check("ResourceVersion", "resourceVersion", "The object might have been modified");
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
