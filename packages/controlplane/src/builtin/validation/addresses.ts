/** Addresses and ranges of addresses, as far as traffic may go there. */
import { isIP } from "node:net";
import { FieldError, type FieldPath } from "@pintle/machinery";

const rangeDetail = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

export function checkCidr(text: string, path: FieldPath): FieldError[] {
  const [address = "", bits = ""] = text.split("/");
  const family = isIP(address);
  const isRange = family !== 0 && /^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
  if (!isRange) return [FieldError.invalid(path, text, rangeDetail)];
  const isLoose = family === 4 && hasBitsBeyond(address, Number(bits));
  return isLoose ? [FieldError.invalid(path, text, "must not have bits set beyond the prefix length")] : [];
}

function hasBitsBeyond(address: string, bits: number): boolean {
  const value = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  return value % 2 ** (32 - bits) !== 0;
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
