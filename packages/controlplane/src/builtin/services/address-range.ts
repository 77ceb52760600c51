/** The addresses of services: an IPv4 range, of which each address has one owner at most. */
import { type Random, randomBelow } from "@pintle/machinery";
import { formatAddress, parseAddress, type ServiceRange } from "./service-range.ts";

export interface AddressRange {
  /** A free address, or `undefined` where there is none left. */
  take(): string | undefined;
  /** Why the address cannot be had; nothing if it now is. */
  takeThis(address: string): string | undefined;
  release(address: string): void;
  /** Why a dry run refuses an address: it looks no further than the range. */
  complainOf(address: string): string | undefined;
  /** What a dry run shows in place of an address. */
  readonly placeholder: string;
}

export function createAddressRange({ cidr, base, size }: ServiceRange, random: Random): AddressRange {
  // The first address is the network's and the last one everybody's.
  const first = base + 1;
  const count = size - 2;
  // Addresses that people choose are low ones, so that others are given out first.
  const reserved = count < 16 ? 0 : Math.min(Math.max(16, Math.floor(count / 16)), 256);
  const taken = new Set<number>();

  function find(from: number, amount: number): number | undefined {
    if (amount <= 0) return undefined;
    const start = randomBelow(random, amount);
    for (let step = 0; step < amount; step += 1) {
      const candidate = first + from + ((start + step) % amount);
      if (!taken.has(candidate)) return candidate;
    }
    return undefined;
  }

  return {
    placeholder: formatAddress(base),
    take() {
      const found = find(reserved, count - reserved) ?? find(0, reserved);
      if (found === undefined) return undefined;
      taken.add(found);
      return formatAddress(found);
    },
    takeThis(address) {
      const value = parseAddress(address);
      if (value === undefined || value < first || value >= first + count) {
        return "the provided network does not match the current range";
      }
      if (taken.has(value)) return "provided IP is already allocated";
      taken.add(value);
      return undefined;
    },
    complainOf(address) {
      const value = parseAddress(address);
      if (value !== undefined && value >= first && value < first + count) return undefined;
      return `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${cidr}`;
    },
    release(address) {
      const value = parseAddress(address);
      if (value !== undefined) taken.delete(value);
    },
  };
}
