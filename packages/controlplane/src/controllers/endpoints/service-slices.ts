/** The slices that a Service should have for the pods that it finds, family by family and one group for each set of ports. */
import type { Endpoint, EndpointSlice, Node, Pod, Service } from "@pintle/kinds";
import { equalJson } from "@pintle/machinery";
import { controllerReference } from "../workload/claim-objects.ts";
import { endpointKey, portsKey } from "./endpoint-set.ts";
import { planSlices, type SliceMaking, type SlicePlan } from "./plan-slices.ts";
import { type AddressType, endpointOfPod, portsOfPod, type SlicePort } from "./pod-endpoint.ts";
import { isHeadless, isReachable } from "./service-pods.ts";
import { headlessLabel, managedByLabel, recycleSlices, serviceNameLabel, slicePrefix } from "./slice-writes.ts";
import { planHints } from "./traffic-hints.ts";

export const sliceManager = "endpointslice-controller.k8s.io";

export interface ServiceSlicesOptions {
  readonly service: Service;
  readonly pods: readonly Pod[];
  /** Those of the Service's that this controller looks after. */
  readonly existing: readonly EndpointSlice[];
  readonly findNode: (name: string) => Node | undefined;
  readonly maxEndpoints: number;
}

/** What is to be done, and of which pods the node is not there. */
export interface ServiceSlices {
  readonly plan: SlicePlan;
  readonly lost: readonly Pod[];
}

interface PortGroup {
  readonly ports: readonly SlicePort[];
  readonly endpoints: Map<string, Endpoint>;
}

export function planService(options: ServiceSlicesOptions, type: AddressType): ServiceSlices {
  const { service, maxEndpoints } = options;
  const existing = options.existing.filter(({ addressType }) => addressType === type);
  const [owned, foreign] = [true, false].map((isOwn) =>
    existing.filter((slice) => isOwnedBy(slice, service) === isOwn),
  );
  const { groups, lost } = groupPods(options, type);
  const byPorts = Map.groupBy(owned ?? [], ({ ports }) => portsKey(ports));
  const plans: SlicePlan[] = [{ create: [], update: [], delete: foreign ?? [] }];
  for (const [key, { ports, endpoints }] of groups) {
    const making: SliceMaking = { maxEndpoints, make: () => newSlice(service, type, ports), relabel };
    plans.push(planSlices(byPorts.get(key) ?? [], endpoints, making));
  }
  for (const [key, slices] of byPorts) if (!groups.has(key)) plans.push({ create: [], update: [], delete: slices });
  const needed = keepOne(joinPlans(plans), existing, () => newSlice(service, type, []));
  const hinted = planHints(needed, existing, distributionOf(service));
  return { plan: recycleSlices(hinted, (slice) => isOwnedBy(slice, service)), lost };

  function relabel(slice: EndpointSlice): EndpointSlice {
    const { labels } = slice.metadata;
    const isCurrent = equalJson(withoutReserved(labels), withoutReserved(service.metadata.labels));
    return isCurrent ? slice : { ...slice, metadata: { ...slice.metadata, labels: labelsFor(service) } };
  }
}

function groupPods(
  { service, pods, findNode }: ServiceSlicesOptions,
  type: AddressType,
): { readonly groups: ReadonlyMap<string, PortGroup>; readonly lost: readonly Pod[] } {
  const groups = new Map<string, PortGroup>();
  const lost: Pod[] = [];
  for (const pod of pods) {
    if (!isReachable(pod, true)) continue;
    const ports = portsOfPod(service, pod);
    const key = portsKey(ports);
    const group = groups.get(key) ?? { ports, endpoints: new Map() };
    groups.set(key, group);
    const node = findNode(pod.spec?.nodeName ?? "");
    if (!node && !service.spec?.publishNotReadyAddresses) {
      lost.push(pod);
      continue;
    }
    const endpoint = endpointOfPod(pod, node, service, type);
    if (endpoint.addresses.length > 0) group.endpoints.set(endpointKey(endpoint), endpoint);
  }
  return { groups, lost };
}

/** A Service always has a slice, though it may be empty. */
function keepOne(plan: SlicePlan, existing: readonly EndpointSlice[], make: () => EndpointSlice): SlicePlan {
  if (existing.length > plan.delete.length || plan.create.length > 0) return plan;
  const [only, ...more] = plan.delete;
  const empty = make();
  return only && more.length === 0 && isSameEmpty(only, empty) ? { ...plan, delete: [] } : { ...plan, create: [empty] };
}

function isSameEmpty(slice: EndpointSlice, empty: EndpointSlice): boolean {
  const isEmpty = (slice.endpoints ?? []).length === 0 && (slice.ports ?? []).length === 0;
  return isEmpty && equalJson(slice.metadata.labels ?? {}, empty.metadata.labels ?? {});
}

function joinPlans(plans: readonly SlicePlan[]): SlicePlan {
  return {
    create: plans.flatMap(({ create }) => create),
    update: plans.flatMap(({ update }) => update),
    delete: plans.flatMap((plan) => plan.delete),
  };
}

function newSlice(service: Service, addressType: AddressType, ports: readonly SlicePort[]): EndpointSlice {
  const { name = "", namespace = "" } = service.metadata;
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      generateName: slicePrefix(name),
      namespace,
      labels: labelsFor(service),
      ownerReferences: [controllerReference(service)],
    },
    addressType,
    endpoints: [],
    ports: [...ports],
  };
}

/** Those of the Service, and those that say whose the slice is. */
function labelsFor(service: Service): { [key: string]: string } {
  return {
    ...withoutReserved(service.metadata.labels),
    ...(isHeadless(service) && { [headlessLabel]: "" }),
    [serviceNameLabel]: service.metadata.name ?? "",
    [managedByLabel]: sliceManager,
  };
}

function withoutReserved(labels: { readonly [key: string]: string } | undefined): { [key: string]: string } {
  const { [headlessLabel]: _, [serviceNameLabel]: __, [managedByLabel]: ___, ...others } = labels ?? {};
  return others;
}

function isOwnedBy({ metadata }: EndpointSlice, service: Service): boolean {
  return (metadata.ownerReferences ?? []).some(
    ({ apiVersion, kind, uid }) => apiVersion === "v1" && kind === "Service" && uid === service.metadata.uid,
  );
}

/** Hints that are reckoned from the sizes of zones are not made here, and whoever asks for those gets none. */
function distributionOf({ metadata, spec }: Service): string {
  const annotations = metadata.annotations ?? {};
  const mode =
    annotations["service.kubernetes.io/topology-aware-hints"] ?? annotations["service.kubernetes.io/topology-mode"];
  return mode === "Auto" || mode === "auto" ? "" : (spec?.trafficDistribution ?? "");
}
