/** The range that services have their addresses from, read as kube-apiserver reads `--service-cluster-ip-range`: an IPv4 network of 8 addresses or more. */
import { UsageError } from "@pintle/machinery";

export interface ServiceRange {
  /** With the network's own address, whichever of its addresses was written. */
  readonly cidr: string;
  /** The network's own address, as a number. */
  readonly base: number;
  /** How many addresses there are, with the network's own and the one that is everybody's. */
  readonly size: number;
}

/** As kube-apiserver has it unless it is told. */
export const usualServiceRange = "10.0.0.0/24";

/** Throws a `UsageError` for what is no range. */
export function parseServiceRange(cidr: string): ServiceRange {
  const [, address = "", bits = ""] = /^([\d.]+)\/(\d+)$/.exec(cidr) ?? [];
  const value = parseAddress(address);
  const length = Number(bits);
  if (value === undefined || length < 1 || length > 29) {
    throw new UsageError(
      "PINTLE_SERVICE_CIDR_INVALID",
      `serviceClusterIpRange (--service-cluster-ip-range) takes one IPv4 range of 8 addresses or more, such as ${usualServiceRange}, not ${JSON.stringify(cidr)}`,
    );
  }
  const size = 2 ** (32 - length);
  const base = value - (value % size);
  return { cidr: `${formatAddress(base)}/${length}`, base, size };
}

/** The address of the Service `kubernetes`, which leads to the API server itself. */
export function firstAddressOf({ base }: ServiceRange): string {
  return formatAddress(base + 1);
}

export function parseAddress(text: string): number | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return undefined;
  return parts.reduce((value, part) => value * 256 + Number(part), 0);
}

export function formatAddress(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");
}
