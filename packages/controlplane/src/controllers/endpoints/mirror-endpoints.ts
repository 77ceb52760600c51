/** The slices that mirror Endpoints which people have made: one for each set of ports and each family. */
import type { Endpoint, EndpointAddress, EndpointSlice, EndpointSubset, Endpoints } from "@pintle/kinds";
import { equalJson } from "@pintle/machinery";
import { addressFamily, canonicalIp } from "../../builtin/validation/addresses.ts";
import { controllerReference } from "../workload/claim-objects.ts";
import { type EndpointSet, endpointKey, portsKey, saysTheSame } from "./endpoint-set.ts";
import type { SlicePlan } from "./plan-slices.ts";
import type { AddressType, SlicePort } from "./pod-endpoint.ts";
import { repackSubsets } from "./repack-subsets.ts";
import { managedByLabel, recycleSlices, serviceNameLabel, slicePrefix } from "./slice-writes.ts";
import { triggerTimeAnnotation } from "./trigger-times.ts";

export const mirrorManager = "endpointslicemirroring-controller.k8s.io";
/** So many addresses of a subset are mirrored, and the others are left out. */
export const maxMirrored = 1_000;

const leaderAnnotation = "control-plane.alpha.kubernetes.io/leader";
const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";
const skipLabel = "endpointslice.kubernetes.io/skip-mirror";

export interface MirrorPlan {
  readonly plan: SlicePlan;
  /** How many addresses are none. */
  readonly invalid: number;
  /** How many are too many. */
  readonly skipped: number;
}

interface MirrorGroup {
  readonly type: AddressType;
  readonly ports: readonly SlicePort[];
  readonly endpoints: Map<string, Endpoint>;
}

/** Elections that are held by Endpoints have no Service. */
export function isElection({ metadata }: Endpoints): boolean {
  return metadata.annotations?.[leaderAnnotation] !== undefined;
}

export function isMirrored(endpoints: Endpoints): boolean {
  return endpoints.metadata.labels?.[skipLabel] !== "true" && !isElection(endpoints);
}

export function planMirror(endpoints: Endpoints, existing: readonly EndpointSlice[]): MirrorPlan {
  const { groups, invalid, skipped } = groupAddresses(repackSubsets(endpoints.subsets ?? []));
  const byKey = Map.groupBy(existing, ({ addressType, ports }) => groupKey(addressType, ports));
  const create: EndpointSlice[] = [];
  const update: EndpointSlice[] = [];
  const doomed = [...byKey].flatMap(([key, slices]) => (groups.has(key) ? slices.slice(1) : slices));
  for (const [key, group] of groups) {
    const first = byKey.get(key)?.[0];
    if (!first) create.push(mirrorOf(endpoints, group));
    else if (!isMirrorOf(first, endpoints, group.endpoints)) {
      const made = mirrorOf(endpoints, group);
      const { generateName: _, ...metadata } = made.metadata;
      update.push({ ...made, metadata: { ...metadata, name: first.metadata.name ?? "" } });
    }
  }
  return { plan: recycleSlices({ create, update, delete: doomed }, () => true), invalid, skipped };
}

function groupAddresses(subsets: readonly EndpointSubset[]): {
  readonly groups: ReadonlyMap<string, MirrorGroup>;
  readonly invalid: number;
  readonly skipped: number;
} {
  const groups = new Map<string, MirrorGroup>();
  let [invalid, skipped] = [0, 0];
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of subsets) {
    const slicePorts = ports.map(({ name = "", protocol = "TCP", ...port }) => ({ name, protocol, ...port }));
    let added = 0;
    const add = (address: EndpointAddress, ready: boolean) => {
      const family = addressFamily(address.ip);
      if (added >= maxMirrored) skipped += 1;
      else if (family === 0) invalid += 1;
      else {
        added += 1;
        const type = family === 6 ? "IPv6" : "IPv4";
        const key = groupKey(type, slicePorts);
        const group = groups.get(key) ?? { type, ports: slicePorts, endpoints: new Map() };
        groups.set(key, group);
        const endpoint = endpointOf(address, ready);
        group.endpoints.set(endpointKey(endpoint), endpoint);
      }
    };
    for (const address of addresses) add(address, true);
    for (const address of notReadyAddresses) add(address, false);
  }
  return { groups, invalid, skipped };
}

function endpointOf({ ip, targetRef, nodeName, hostname = "" }: EndpointAddress, ready: boolean): Endpoint {
  return {
    addresses: [canonicalIp(ip)],
    conditions: { ready },
    ...(targetRef && { targetRef }),
    ...(nodeName !== undefined && { nodeName }),
    ...(hostname !== "" && { hostname }),
  };
}

function mirrorOf(endpoints: Endpoints, { type, ports, endpoints: wanted }: MirrorGroup): EndpointSlice {
  const { name = "", namespace = "", labels } = endpoints.metadata;
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      generateName: slicePrefix(name),
      namespace,
      labels: { ...labels, [serviceNameLabel]: name, [managedByLabel]: mirrorManager },
      annotations: annotationsOf(endpoints),
      ownerReferences: [controllerReference(endpoints)],
    },
    addressType: type,
    endpoints: [...wanted.values()],
    ports: [...ports],
  };
}

/** Whether the slice says all that it should, and is of these Endpoints and not of others of their name. */
function isMirrorOf({ metadata, endpoints: found }: EndpointSlice, endpoints: Endpoints, wanted: EndpointSet): boolean {
  const { [managedByLabel]: _, [serviceNameLabel]: __, ...labels } = metadata.labels ?? {};
  const isSame = (found ?? []).every((endpoint) => {
    const other = wanted.get(endpointKey(endpoint));
    return other !== undefined && saysTheSame(endpoint, other);
  });
  const isOfOther = (metadata.ownerReferences ?? []).some(
    ({ kind, name, uid }) => kind === "Endpoints" && name === endpoints.metadata.name && uid !== endpoints.metadata.uid,
  );
  return (
    isSame &&
    (found ?? []).length === wanted.size &&
    !isOfOther &&
    equalJson(labels, endpoints.metadata.labels ?? {}) &&
    equalJson(metadata.annotations ?? {}, annotationsOf(endpoints))
  );
}

function annotationsOf({ metadata }: Endpoints): { [key: string]: string } {
  const { [triggerTimeAnnotation]: _, [lastAppliedAnnotation]: __, ...others } = metadata.annotations ?? {};
  return others;
}

function groupKey(type: AddressType, ports: readonly SlicePort[] | null | undefined): string {
  return `${type} ${portsKey(ports)}`;
}
