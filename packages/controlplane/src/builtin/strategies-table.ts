/**
 * What most built-in kinds have in common, as data: one row a resource, facts only. Behaviour that is not in this table is in `strategies/`.
 *
 * Unless a row says otherwise: names are DNS subdomains, PUT does not create, updates need no resourceVersion, a delete answers with a
 * Status, the generation is not counted, and metadata may change through `status`.
 */

import type { GenerationRule } from "@pintle/apiserver";
import { equalJson, type JsonObject, type ObjectNameRule, quoteGo } from "@pintle/machinery";
import { listAt, objectAt, textAt, valueAt } from "./json-fields.ts";

export interface StrategyRow {
  readonly name?: ObjectNameRule;
  readonly generation?: "outside-status" | "outside-metadata" | GenerationRule;
  readonly createsOnUpdate?: true;
  /** Updates must name a resourceVersion. */
  readonly isConditional?: true;
  /** A delete answers with the object. */
  readonly returnsDeleted?: true;
  /** The fields of metadata that stay as they are when `status` is written: all of them, or the named ones. */
  readonly statusKeeps?: "metadata" | readonly string[];
  /** A status given on create is kept; it is dropped elsewhere. */
  readonly keepsFirstStatus?: true;
  readonly orphansByDefault?: true;
  /** The names that field selectors may use, all of them, with how the value is found where the name is not its path. */
  readonly selects?: Readonly<Record<string, Selectable>>;
  /** What a selector by another name is told, where the kind has words of its own. */
  readonly refusesToSelect?: (name: string) => string;
}

/** The zero value where nothing is there, or a function that finds the value. */
export type Selectable = string | ((object: JsonObject) => string);

const names = { "metadata.name": "", "metadata.namespace": "" };
const counted = { generation: "outside-status" } as const;
const conditional = { isConditional: true } as const;
const returned = { returnsDeleted: true } as const;
const creating = { createsOnUpdate: true } as const;
const admission = { generation: "outside-status", isConditional: true } as const;

/** The fields outside the status, and one more map of the metadata. */
function countedWith(...paths: readonly string[]): GenerationRule {
  return { first: 1, isCounted: (object, old) => paths.some((path) => isChanged(object, old, path)) };
}

function isChanged(object: JsonObject, old: JsonObject, path: string): boolean {
  return !equalJson(valueAt(object, path) ?? {}, valueAt(old, path) ?? {});
}

function isPodChanged(pod: JsonObject, old: JsonObject): boolean {
  const { nodeName: _, ...spec } = objectAt(pod, "spec");
  const { nodeName: __, ...before } = objectAt(old, "spec");
  return !equalJson(spec, before);
}

const podFields = {
  ...names,
  "spec.nodeName": "",
  "spec.host": (pod: JsonObject) => textAt(pod, "spec.nodeName"),
  "spec.restartPolicy": "",
  "spec.schedulerName": "",
  "spec.serviceAccountName": "",
  "spec.hostNetwork": "false",
  "status.phase": "",
  "status.podIP": (pod: JsonObject) => firstIp(pod),
  // Known to the version, and asked of no pod.
  "status.podIPs": () => "",
  "status.nominatedNodeName": "",
};

function firstIp(pod: JsonObject): string {
  const [first] = listAt(pod, "status.podIPs");
  return textAt({ first: first ?? null }, "first.ip") || textAt(pod, "status.podIP");
}

const involved = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"];

const coreEventFields: Record<string, Selectable> = {
  ...names,
  ...Object.fromEntries(involved.map((field) => [`involvedObject.${field}`, ""])),
  reason: "",
  reportingComponent: "",
  source: (event) => textAt(event, "source.component") || textAt(event, "reportingComponent"),
  type: "",
};

/** Objects are seen as they are stored, as events of core/v1. */
const eventFields: Record<string, Selectable> = {
  ...names,
  ...Object.fromEntries(
    involved.map((field) => [`regarding.${field}`, (event: JsonObject) => textAt(event, `involvedObject.${field}`)]),
  ),
  reason: "",
  reportingController: (event) => textAt(event, "reportingComponent"),
  type: "",
};

/** By `plural.group`; the core group has no suffix. */
export const strategiesTable: Readonly<Record<string, StrategyRow>> = {
  configmaps: {},
  endpoints: creating,
  events: { ...creating, selects: coreEventFields },
  limitranges: creating,
  namespaces: { name: "dns1123Label", ...returned, selects: { "metadata.name": "", "status.phase": "" } },
  nodes: { keepsFirstStatus: true, selects: { "metadata.name": "", "spec.unschedulable": "false" } },
  persistentvolumeclaims: returned,
  persistentvolumes: returned,
  // The node that a pod is bound to is part of its spec, and no change of it.
  pods: {
    generation: { first: 1, isCounted: isPodChanged },
    ...returned,
    statusKeeps: ["ownerReferences"],
    selects: podFields,
  },
  podtemplates: { generation: "outside-metadata", ...returned },
  replicationcontrollers: { ...counted, orphansByDefault: true, selects: { ...names, "status.replicas": "0" } },
  resourcequotas: returned,
  secrets: { selects: { ...names, type: "" } },
  serviceaccounts: returned,
  services: {
    name: "dns1123Label",
    ...creating,
    ...returned,
    selects: { ...names, "spec.clusterIP": "", "spec.type": "" },
  },

  "mutatingadmissionpolicies.admissionregistration.k8s.io": admission,
  "mutatingadmissionpolicybindings.admissionregistration.k8s.io": admission,
  "mutatingwebhookconfigurations.admissionregistration.k8s.io": admission,
  "validatingadmissionpolicies.admissionregistration.k8s.io": { ...admission, statusKeeps: "metadata" },
  "validatingadmissionpolicybindings.admissionregistration.k8s.io": admission,
  "validatingwebhookconfigurations.admissionregistration.k8s.io": admission,
  "customresourcedefinitions.apiextensions.k8s.io": { ...counted, ...conditional },
  "apiservices.apiregistration.k8s.io": { name: "pathSegment", ...conditional, statusKeeps: "metadata" },

  "controllerrevisions.apps": {},
  "daemonsets.apps": counted,
  "deployments.apps": { generation: countedWith("spec", "metadata.annotations"), statusKeeps: ["labels"] },
  "replicasets.apps": counted,
  "statefulsets.apps": { name: "dns1123Label", ...counted },
  "horizontalpodautoscalers.autoscaling": {},
  "cronjobs.batch": counted,
  "jobs.batch": {
    ...counted,
    orphansByDefault: true,
    selects: { ...names, "status.successful": (job) => String(valueAt(job, "status.succeeded") ?? 0) },
    refusesToSelect: (name) => `field label ${quoteGo(name)} not supported for Job`,
  },
  "certificatesigningrequests.certificates.k8s.io": { selects: { "metadata.name": "", "spec.signerName": "" } },
  "leases.coordination.k8s.io": { ...creating, ...conditional },
  "endpointslices.discovery.k8s.io": {
    generation: countedWith("addressType", "endpoints", "ports", "metadata.labels"),
  },
  "events.events.k8s.io": { ...creating, selects: eventFields },
  "flowschemas.flowcontrol.apiserver.k8s.io": { ...counted, statusKeeps: "metadata" },
  "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io": { ...counted, statusKeeps: "metadata" },
  "ingressclasses.networking.k8s.io": counted,
  "ingresses.networking.k8s.io": counted,
  "ipaddresses.networking.k8s.io": { name: "pathSegment" },
  "networkpolicies.networking.k8s.io": counted,
  "servicecidrs.networking.k8s.io": { statusKeeps: "metadata" },
  "runtimeclasses.node.k8s.io": { ...creating, ...conditional },
  "poddisruptionbudgets.policy": { ...counted, ...conditional },
  "clusterrolebindings.rbac.authorization.k8s.io": { name: "pathSegment", ...creating },
  "clusterroles.rbac.authorization.k8s.io": { name: "pathSegment", ...creating },
  "rolebindings.rbac.authorization.k8s.io": { name: "pathSegment", ...creating },
  "roles.rbac.authorization.k8s.io": { name: "pathSegment", ...creating },
  "deviceclasses.resource.k8s.io": { ...counted, ...returned },
  "resourceclaims.resource.k8s.io": { ...returned, statusKeeps: "metadata" },
  "resourceclaimtemplates.resource.k8s.io": returned,
  "resourceslices.resource.k8s.io": {
    ...counted,
    ...returned,
    selects: { "metadata.name": "", "spec.nodeName": "", "spec.driver": "" },
    refusesToSelect: (name) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${name}`,
  },
  "priorityclasses.scheduling.k8s.io": { generation: { first: 1, isCounted: () => false } },
  "csidrivers.storage.k8s.io": {
    ...conditional,
    ...returned,
    generation: { isCounted: (object, old) => isChanged(object, old, "spec") },
  },
  "csinodes.storage.k8s.io": { ...conditional, ...returned },
  "csistoragecapacities.storage.k8s.io": conditional,
  "storageclasses.storage.k8s.io": returned,
  "volumeattachments.storage.k8s.io": { ...conditional, ...returned, statusKeeps: "metadata" },
  "volumeattributesclasses.storage.k8s.io": returned,
};
