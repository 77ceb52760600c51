/** Addresses and ranges of addresses, as far as traffic may go there. */
import { isIP } from "node:net";
import { FieldError, type FieldPath, quoteGo } from "@pintle/machinery";

const rangeDetail = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

export function checkCidr(text: string, path: FieldPath): FieldError[] {
  const [address = "", bits = ""] = text.split("/");
  const complain = (detail: string) => [FieldError.invalid(path, text, detail)];
  if (cidrFamily(text) === 0) return complain(rangeDetail);
  if (withoutLeadingZeros(address) !== address || bits !== String(Number(bits))) {
    return complain("must not have leading 0s in IP or prefix length");
  }
  if (isMapped(address)) return complain("must not have an IPv4-mapped IPv6 address");
  return hasBitsBeyond(address, Number(bits)) ? complain("must not have bits set beyond the prefix length") : [];
}

/** 4 or 6, and 0 for what is no address. */
export function addressFamily(ip: string): number {
  return isIP(withoutLeadingZeros(ip));
}

/** 4 or 6, and 0 for what is no range. */
export function cidrFamily(text: string): number {
  const [address = "", bits = "", ...more] = text.split("/");
  const family = isIP(withoutLeadingZeros(address));
  const isRange = more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
  return isRange ? family : 0;
}

/** Some readers take numbers with them for octal. */
function withoutLeadingZeros(address: string): string {
  return /^\d+(\.\d+){3}$/.test(address) ? address.replace(/\b0+(?=\d)/g, "") : address;
}

function isMapped(address: string): boolean {
  return isIP(address) === 6 && /^::ffff:/i.test(address);
}

function hasBitsBeyond(address: string, bits: number): boolean {
  const width = isIP(address) === 4 ? 32 : 128;
  return addressValue(address) % 2n ** BigInt(width - bits) !== 0n;
}

function addressValue(address: string): bigint {
  if (isIP(address) === 4) return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = "", tail] = canonicalIp(address).split("::");
  const [first, last] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":"))) as [string[], string[]];
  const groups = tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill("0"), ...last];
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

/** As everybody writes it: lower case, no zeros that can be left out, the longest run of them as `::`. */
export function canonicalIp(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;
}

/** An address that is written in the one way that there is. */
export function checkStrictIp(ip: string, path: FieldPath): FieldError[] {
  const malformed = checkLegacyIp(ip, path);
  if (malformed.length > 0) return malformed;
  const canonical = canonicalIp(ip);
  return ip === canonical ? [] : [FieldError.invalid(path, ip, `must be in canonical form (${quoteGo(canonical)})`)];
}

/** A range that is written in the one way that there is. */
export function checkStrictCidr(text: string, path: FieldPath): FieldError[] {
  const malformed = checkCidr(text, path);
  if (malformed.length > 0) return malformed;
  const [address = "", bits = ""] = text.split("/");
  const canonical = `${canonicalIp(address)}/${Number(bits)}`;
  return text === canonical
    ? []
    : [FieldError.invalid(path, text, `must be in canonical form (${quoteGo(canonical)})`)];
}

/** An address of either family. */
export function checkLegacyIp(ip: string, at: FieldPath): FieldError[] {
  if (isMapped(ip)) return [FieldError.invalid(at, ip, "must not be an IPv4-mapped IPv6 address")];
  if (isIP(ip) !== 0) return [];
  const isPadded = isIP(withoutLeadingZeros(ip)) !== 0;
  const detail = isPadded
    ? "must not have leading 0s"
    : "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
  return [FieldError.invalid(at, ip, detail)];
}

/** Addresses that lead back to the node or to everybody around it are no endpoints. */
export function checkEndpointIp(ip: string, path: FieldPath): FieldError[] {
  const family = isIP(ip);
  if (family === 0) return [FieldError.invalid(path, ip, "must be a valid IP address")];
  const problem = special.find(([isSpecial]) => isSpecial(ip));
  return problem ? [FieldError.invalid(path, ip, problem[1])] : [];
}

const special: readonly [isSpecial: (ip: string) => boolean, detail: string][] = [
  [(ip) => ip === "0.0.0.0" || ip === "::", "may not be unspecified (0.0.0.0)"],
  [(ip) => ip.startsWith("127.") || ip === "::1", "may not be in the loopback range (127.0.0.0/8, ::1/128)"],
  [
    (ip) => ip.startsWith("169.254.") || /^fe[89ab]/i.test(ip),
    "may not be in the link-local range (169.254.0.0/16, fe80::/10)",
  ],
  [
    (ip) => ip.startsWith("224.0.0.") || /^ff02/i.test(ip),
    "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)",
  ],
];
