/** The canonical text of an address or a prefix, as Go's net/netip writes it. */
import { type IpAddress, type IpPrefix, isMappedIpv4 } from "./ip-address.ts";

export function formatIpAddress(address: IpAddress): string {
  if (address.family === 4) return formatIpv4(address.bits);
  const zone = address.zone === "" ? "" : `%${address.zone}`;
  if (isMappedIpv4(address)) return `::ffff:${formatIpv4(address.bits & 0xffff_ffffn)}${zone}`;
  return `${formatIpv6(address.bits)}${zone}`;
}

export function formatIpPrefix({ address, length }: IpPrefix): string {
  return `${formatIpAddress(address)}/${length}`;
}

function formatIpv4(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join(".");
}

/** The first of the longest runs of zeros becomes `::`, if it is longer than one field. */
function formatIpv6(bits: bigint): string {
  const fields = Array.from({ length: 8 }, (_, index) => Number((bits >> BigInt(112 - 16 * index)) & 0xffffn));
  let start = -1;
  let length = 1;
  for (let from = 0; from < 8; from += 1) {
    const end = fields.findIndex((field, index) => index >= from && field !== 0);
    const run = (end < 0 ? 8 : end) - from;
    if (run > length) [start, length] = [from, run];
  }
  const write = (part: readonly number[]) => part.map((field) => field.toString(16)).join(":");
  if (start < 0) return write(fields);
  return `${write(fields.slice(0, start))}::${write(fields.slice(start + length))}`;
}
