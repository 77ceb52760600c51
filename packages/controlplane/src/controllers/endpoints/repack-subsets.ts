/**
 * Subsets of Endpoints in their canonical form: all addresses that offer the same ports stand together, each once, and an address is either
 * ready or not. So two ways to say the same become equal.
 */
import type { EndpointAddress, EndpointSubset } from "@pintle/kinds";
import { compareUtf8 } from "@pintle/machinery";

type SubsetPort = NonNullable<EndpointSubset["ports"]>[number];

interface PortUse {
  /** Absent for addresses without ports. */
  readonly port: SubsetPort | undefined;
  /** Whether it is ready, by the key of an address. */
  readonly readiness: Map<string, boolean>;
}

export function repackSubsets(subsets: readonly EndpointSubset[]): EndpointSubset[] {
  const addresses = new Map<string, EndpointAddress>();
  const uses = new Map<string, PortUse>();
  for (const { addresses: ready, notReadyAddresses: unready, ports } of subsets) {
    for (const port of (ports ?? []).length === 0 ? [undefined] : (ports ?? [])) {
      const use = uses.get(portKey(port)) ?? { port, readiness: new Map<string, boolean>() };
      uses.set(portKey(port), use);
      for (const address of ready ?? []) note(addresses, use, address, true);
      for (const address of unready ?? []) note(addresses, use, address, false);
    }
  }
  const groups = Map.groupBy(uses.values(), ({ readiness }) => readinessKey(readiness));
  return [...groups.keys()].sort(compareUtf8).flatMap((key) => {
    const group = groups.get(key) ?? [];
    return packGroup(group, addresses);
  });
}

/** What is said to be ready and not ready is not. */
function note(
  addresses: Map<string, EndpointAddress>,
  { readiness }: PortUse,
  address: EndpointAddress,
  isReady: boolean,
): void {
  const key = `${address.ip} ${address.targetRef?.uid ?? ""}`;
  if (!addresses.has(key)) addresses.set(key, address);
  readiness.set(key, isReady && readiness.get(key) !== false);
}

function packGroup(group: readonly PortUse[], addresses: ReadonlyMap<string, EndpointAddress>): EndpointSubset[] {
  const [first] = group;
  if (!first) return [];
  const pick = (isReady: boolean) =>
    [...first.readiness.keys()]
      .filter((key) => first.readiness.get(key) === isReady)
      .sort(compareUtf8)
      .flatMap((key) => addresses.get(key) ?? []);
  const [ready, unready] = [pick(true), pick(false)];
  const ports = group.flatMap(({ port }) => port ?? []);
  return [
    {
      ...(ready.length > 0 && { addresses: ready }),
      ...(unready.length > 0 && { notReadyAddresses: unready }),
      ...(ports.length > 0 && { ports: ports.toSorted((one, other) => compareUtf8(portKey(one), portKey(other))) }),
    },
  ];
}

function readinessKey(readiness: ReadonlyMap<string, boolean>): string {
  return JSON.stringify([...readiness].sort(([one], [other]) => compareUtf8(one, other)));
}

function portKey(port: SubsetPort | undefined): string {
  if (!port) return "";
  return JSON.stringify([port.name ?? "", port.port, port.protocol ?? "", port.appProtocol ?? ""]);
}
