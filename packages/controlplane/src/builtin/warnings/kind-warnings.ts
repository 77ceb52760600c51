/** Kinds that are warned of on their own account: what is allowed in them, and hardly meant or of no use any more. */
import { compareQuantity, equalJson, getOwn, type JsonObject, parseQuantity } from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { cidrWarnings, endpointWarnings, networkPolicyWarnings, serviceWarnings } from "./network-warnings.ts";
import { nodeLabelWarning } from "./node-labels.ts";

export interface KindWarnings {
  readonly create?: (object: JsonObject) => string[];
  readonly update?: (object: JsonObject, old: JsonObject) => string[];
}

const both = (warn: (object: JsonObject) => string[]): KindWarnings => ({ create: warn, update: warn });

/** By `plural.group`. */
export const kindWarnings: ReadonlyMap<string, KindWarnings> = new Map([
  ["services", both(serviceWarnings)],
  ["endpoints", both(endpointWarnings)],
  ["networkpolicies.networking.k8s.io", both(networkPolicyWarnings)],
  ["nodes", both(nodeWarnings)],
  ["resourcequotas", { create: quotaWarnings }],
  ["runtimeclasses.node.k8s.io", both(runtimeWarnings)],
  ["csistoragecapacities.storage.k8s.io", both(capacityWarnings)],
  ["endpointslices.discovery.k8s.io", { create: sliceWarnings }],
  ["csidrivers.storage.k8s.io", { create: (driver) => tokenWarnings(driver, {}), update: tokenWarnings }],
]);

function nodeWarnings(node: JsonObject): string[] {
  const spec = objectAt(node, "spec");
  return [
    ...(textAt(spec, "externalID") === ""
      ? []
      : ["spec.externalID: this field is deprecated, and is unused by Kubernetes"]),
    ...textsAt(spec, "podCIDRs").flatMap((range, index) => cidrWarnings(range, `spec.podCIDRs[${index}]`)),
  ];
}

/** Who may ask for more than there can be at most has mistaken one for the other. */
function quotaWarnings(quota: JsonObject): string[] {
  const hard = objectAt(quota, "spec.hard");
  return ["cpu", "memory", "storage", "ephemeral-storage"].flatMap((name) => {
    const isBare = hard[`requests.${name}`] === undefined && (name === "cpu" || name === "memory");
    const [requests, limits] = [isBare ? name : `requests.${name}`, `limits.${name}`];
    const [request, limit] = [hard[requests], hard[limits]];
    if (typeof request !== "string" || typeof limit !== "string") return [];
    if (compareQuantity(parseQuantity(request), parseQuantity(limit)) <= 0) return [];
    return [`ResourceQuota ${requests} (${request}) should be less than ${limits} (${limit})`];
  });
}

function runtimeWarnings(runtime: JsonObject): string[] {
  return Object.keys(objectAt(runtime, "scheduling.nodeSelector")).flatMap((label) => {
    const message = nodeLabelWarning(label);
    return message === undefined ? [] : [`scheduling.nodeSelector: ${message}`];
  });
}

function capacityWarnings(capacity: JsonObject): string[] {
  const topology = objectAt(capacity, "nodeTopology");
  return [
    ...objectsAt(topology, "matchExpressions").flatMap((expression, index) => {
      const key = textAt(expression, "key");
      const message = nodeLabelWarning(key);
      return message === undefined ? [] : [`nodeTopology.matchExpressions[${index}].key: ${key} is ${message}`];
    }),
    ...Object.keys(objectAt(topology, "matchLabels")).flatMap((label) => {
      const message = nodeLabelWarning(label);
      return message === undefined ? [] : [`nodeTopology.matchLabels.${label}: ${message}`];
    }),
  ];
}

function sliceWarnings(slice: JsonObject): string[] {
  return slice.addressType === "FQDN" ? ["spec.addressType: FQDN endpoints are deprecated"] : [];
}

function tokenWarnings(driver: JsonObject, old: JsonObject): string[] {
  const spec = objectAt(driver, "spec");
  const tokens = objectsAt(spec, "tokenRequests");
  const isSaid = getOwn(spec, "serviceAccountTokenInSecrets") !== undefined;
  if (isSaid || tokens.length === 0 || equalJson([...tokens], [...objectsAt(old, "spec.tokenRequests")])) return [];
  return [
    "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes",
  ];
}
