/** Cuts Endpoints down to a thousand addresses, those that are ready first, each subset by its share. */
import type { EndpointAddress, EndpointSubset } from "@pintle/kinds";

export const maxAddresses = 1_000;

export function countAddresses(subsets: readonly EndpointSubset[]): number {
  return count(subsets, "addresses") + count(subsets, "notReadyAddresses");
}

/** The subsets themselves, where there are not too many. */
export function truncateSubsets(subsets: readonly EndpointSubset[]): readonly EndpointSubset[] {
  if (countAddresses(subsets) <= maxAddresses) return subsets;
  const ready = count(subsets, "addresses");
  const isCuttingReady = ready > maxAddresses;
  const kind = isCuttingReady ? "addresses" : "notReadyAddresses";
  const room = isCuttingReady ? maxAddresses : maxAddresses - ready;
  const total = count(subsets, kind);
  let left = room;
  return subsets.map((subset) => {
    const found = subset[kind] ?? [];
    const share = Math.min(left, Math.ceil((found.length / total) * room));
    const kept = found.slice(0, share);
    left -= kept.length;
    const { addresses, notReadyAddresses: _, ports } = subset;
    return isCuttingReady ? pack(kept, [], ports) : pack(addresses ?? [], kept, ports);
  });
}

function pack(
  addresses: EndpointAddress[],
  notReadyAddresses: EndpointAddress[],
  ports: EndpointSubset["ports"],
): EndpointSubset {
  return {
    ...(addresses.length > 0 && { addresses }),
    ...(notReadyAddresses.length > 0 && { notReadyAddresses }),
    ...(ports && { ports }),
  };
}

function count(subsets: readonly EndpointSubset[], kind: "addresses" | "notReadyAddresses"): number {
  return subsets.reduce((sum, subset) => sum + (subset[kind]?.length ?? 0), 0);
}
