/** Which pods a Service finds, and which Services a change of a pod concerns. */
import type { Pod, Service } from "@pintle/kinds";
import { equalJson, getOwn } from "@pintle/machinery";
import type { FollowedResource, PlaneChange } from "../kit/followed-resource.ts";
import { keyOf } from "../kit/object-key.ts";
import { isPodReady, isPodTerminal } from "../workload/pod-state.ts";

/** Whether a controller looks for endpoints of the Service; others leave that to people. */
export function isSelecting({ spec }: Service): boolean {
  return spec?.type !== "ExternalName" && hasSelector(spec?.selector);
}

export function hasSelector(selector: { readonly [key: string]: string } | undefined): boolean {
  return Object.keys(selector ?? {}).length > 0;
}

export function isHeadless({ spec }: Service): boolean {
  return (spec?.clusterIP ?? "") === "" || spec?.clusterIP === "None";
}

export function podsOfService(pods: FollowedResource<Pod>, service: Service): readonly Pod[] {
  return pods.list(service.metadata.namespace).filter((pod) => selects(service, pod));
}

/** Whether a pod can be reached at all: it has an address and has not ended. */
export function isReachable(pod: Pod, includesTerminating: boolean): boolean {
  const { podIP = "", podIPs = [] } = pod.status ?? {};
  if (isPodTerminal(pod) || (podIP === "" && podIPs.length === 0)) return false;
  return includesTerminating || pod.metadata.deletionTimestamp === undefined;
}

/** Pods with a host name of their own have one in their Service's domain. */
export function hostnameIn({ metadata }: Service, pod: Pod): string | undefined {
  const { hostname = "", subdomain } = pod.spec ?? {};
  return hostname !== "" && subdomain === metadata.name ? hostname : undefined;
}

/** The keys of the Services that find the pod, or did, where the change can be seen in their endpoints. */
export function servicesConcerned(
  services: FollowedResource<Service>,
  { object, previous }: PlaneChange<Pod>,
): readonly string[] {
  const candidates = services.list(object.metadata.namespace);
  if (candidates.length === 0) return [];
  const isMoved = previous !== undefined && isMovable(previous, object);
  if (previous && !isMoved && !isSeenFromOutside(previous, object)) return [];
  const isConcerned = (service: Service) =>
    selects(service, object) || (isMoved && previous !== undefined && selects(service, previous));
  return candidates.filter(isConcerned).map(keyOf);
}

function selects({ spec }: Service, { metadata }: Pod): boolean {
  if (!hasSelector(spec?.selector)) return false;
  return Object.entries(spec?.selector ?? {}).every(([key, value]) => getOwn(metadata.labels ?? {}, key) === value);
}

/** Whether the pod may be found by other Services now, or under another name. */
function isMovable(before: Pod, now: Pod): boolean {
  const isSameName = before.spec?.hostname === now.spec?.hostname && before.spec?.subdomain === now.spec?.subdomain;
  return !isSameName || !equalJson(before.metadata.labels ?? {}, now.metadata.labels ?? {});
}

function isSeenFromOutside(before: Pod, now: Pod): boolean {
  return (
    before.metadata.deletionTimestamp !== now.metadata.deletionTimestamp ||
    isPodReady(before) !== isPodReady(now) ||
    isPodTerminal(before) !== isPodTerminal(now) ||
    !equalJson(addressesOf(before), addressesOf(now))
  );
}

function addressesOf({ status }: Pod): string[] {
  return (status?.podIPs ?? []).map(({ ip = "" }) => ip);
}
