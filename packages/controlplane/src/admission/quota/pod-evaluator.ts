/** Pods use what they request and may use at most, and they count for as long as they have not ended. */
import { readTimeMs } from "@pintle/apiserver";
import { type JsonObject, validateQualifiedName } from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, textsAt, valueAt } from "../../builtin/json-fields.ts";
import { qualityOf } from "../../builtin/strategies/pod-quality.ts";
import { chargedForPod, hasOwnResources } from "../resources/pod-resources.ts";
import { addResources, oneUnit, type ResourceList, readResources } from "../resources/resource-list.ts";
import type { QuotaEvaluator } from "./evaluator.ts";
import { type QuotaScope, takesValues } from "./quota-scope.ts";

const countName = "count/pods";
const deviceClass = "deviceclass.resource.kubernetes.io/";

const measured = ["cpu", "memory", "ephemeral-storage"];
const podResources: ReadonlySet<string> = new Set([
  ...[countName, "pods"],
  ...measured,
  ...measured.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
]);

/** Where a quota bounds one of these, each container has to say it. */
const required: ReadonlySet<string> = new Set(
  ["cpu", "memory"].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
);

export const podEvaluator: QuotaEvaluator = {
  isConcerned({ operation, subresource, object, old }) {
    if (subresource === "resize") return operation === "UPDATE";
    if (subresource !== "") return false;
    if (operation === "UPDATE") return isTerminating(object) !== isTerminating(old);
    return operation === "CREATE";
  },
  counts: (name) =>
    podResources.has(name) ||
    ["hugepages-", "requests.hugepages-"].some((prefix) => name.startsWith(prefix)) ||
    (name.startsWith("requests.") && (!isNative(name) || name.startsWith(`requests.${deviceClass}`))),
  isInScope,
  complain: complainOfMissing,
  usageOf(pod, nowMs) {
    const count = new Map([[countName, oneUnit]]);
    if (hasEnded(pod, nowMs)) return count;
    return addResources(count, usageOf(chargedForPod(pod, "requests"), chargedForPod(pod, "limits")));
  },
};

function isInScope(scope: QuotaScope, pod: JsonObject): boolean {
  switch (scope.name) {
    case "Terminating":
      return isTerminating(pod);
    case "NotTerminating":
      return !isTerminating(pod);
    case "BestEffort":
      return isBestEffort(pod);
    case "NotBestEffort":
      return !isBestEffort(pod);
    case "PriorityClass": {
      const name = textAt(pod, "spec.priorityClassName");
      return takesValues(scope, name === "" ? [] : [name]);
    }
    case "CrossNamespacePodAffinity":
      return reachesOtherNamespaces(pod);
    default:
      return false;
  }
}

/** Pods that are to end some day. */
function isTerminating(pod: JsonObject | undefined): boolean {
  return (numberAt(pod ?? {}, "spec.activeDeadlineSeconds") ?? -1) >= 0;
}

function isBestEffort(pod: JsonObject): boolean {
  return (textAt(pod, "status.qosClass") || qualityOf(pod)) === "BestEffort";
}

function reachesOtherNamespaces(pod: JsonObject): boolean {
  return ["podAffinity", "podAntiAffinity"]
    .map((kind) => `spec.affinity.${kind}`)
    .flatMap((path) => [
      ...objectsAt(pod, `${path}.requiredDuringSchedulingIgnoredDuringExecution`),
      ...objectsAt(pod, `${path}.preferredDuringSchedulingIgnoredDuringExecution`).map((weighted) =>
        objectAt(weighted, "podAffinityTerm"),
      ),
    ])
    .some((term) => textsAt(term, "namespaces").length > 0 || (valueAt(term, "namespaceSelector") ?? null) !== null);
}

/** Where a node is lost, its pods never end; they are not charged for beyond their time. */
function hasEnded(pod: JsonObject, nowMs: number): boolean {
  const phase = textAt(pod, "status.phase");
  if (phase === "Failed" || phase === "Succeeded") return true;
  const deletedMs = readTimeMs(valueAt(pod, "metadata.deletionTimestamp"));
  const graceSeconds = numberAt(pod, "metadata.deletionGracePeriodSeconds");
  return deletedMs !== undefined && graceSeconds !== undefined && nowMs > deletedMs + graceSeconds * 1_000;
}

function complainOfMissing(counted: readonly string[], pod: JsonObject): string | undefined {
  if (hasOwnResources(pod)) return undefined;
  const missing = new Map<string, Set<string>>();
  for (const container of ["spec.containers", "spec.initContainers"].flatMap((path) => objectsAt(pod, path))) {
    const said = usageOf(readResources(container, "resources.requests"), readResources(container, "resources.limits"));
    for (const name of counted) {
      if (!required.has(name) || said.has(name)) continue;
      missing.set(name, (missing.get(name) ?? new Set()).add(textAt(container, "name")));
    }
  }
  if (missing.size === 0) return undefined;
  const parts = [...missing.keys()]
    .sort()
    .map((name) => `${name} for: ${[...(missing.get(name) ?? [])].sort().join(",")}`);
  return `must specify ${parts.join("; ")}`;
}

function usageOf(requests: ResourceList, limits: ResourceList): ResourceList {
  const usage = new Map([["pods", oneUnit]]);
  for (const name of measured) {
    const [request, limit] = [requests.get(name), limits.get(name)];
    if (request) usage.set(name, request).set(`requests.${name}`, request);
    if (limit) usage.set(`limits.${name}`, limit);
  }
  for (const [name, request] of requests) {
    if (name.startsWith("hugepages-")) usage.set(name, request).set(`requests.${name}`, request);
    if (isExtended(name) || name.startsWith(deviceClass)) usage.set(`requests.${name}`, request);
  }
  return usage;
}

/** Names without a domain belong to Kubernetes, as do those with its own. */
function isNative(name: string): boolean {
  return !name.includes("/") || name.includes("kubernetes.io/");
}

function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith("requests.") && validateQualifiedName(`requests.${name}`).length === 0;
}
