/** Kubernetes' IP addresses: `ip(text)`, what kind of address it is, and whether a text is one at all. */
import { quoteGo } from "@pintle/machinery";
import { boolType, intType, opaqueOf, stringType } from "../check/cel-types.ts";
import type { Overload } from "../check/function-declaration.ts";
import { fixedEstimate } from "../cost/estimate-arithmetic.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { type CelOpaque, type CelValue, celOpaque } from "../values/cel-value.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload, memberOverload } from "./declare-function.ts";
import { formatIpAddress } from "./format-ip-address.ts";
import { bitLength, type IpAddress, IpParseError, isMappedIpv4, parseIpAddress } from "./ip-address.ts";
import { traversalCosts } from "./library-cost.ts";
import { noSuchOverload } from "./library-values.ts";

const typeName = "net.IP";
export const ipType = opaqueOf(typeName);

/** An IP address as a value of CEL. */
export class CelIp implements CelOpaque {
  readonly [celOpaque] = ipType;
  readonly address: IpAddress;

  constructor(address: IpAddress) {
    this.address = address;
  }

  get size(): number {
    return bitLength(this.address) / 8;
  }

  equals(other: CelOpaque): boolean {
    return other instanceof CelIp && formatIpAddress(other.address) === formatIpAddress(this.address);
  }
}

/** Zones and IPv4 addresses in IPv6 are refused, since two texts would then mean one address. */
export function parseCelIp(text: string): CelIp {
  const address = parseAddress(text);
  if (address.zone !== "") {
    throw new CelEvaluationError(`IP address ${quoteGo(text)} with zone value is not allowed`);
  }
  if (isMappedIpv4(address)) {
    throw new CelEvaluationError(`IPv4-mapped IPv6 address ${quoteGo(text)} is not allowed`);
  }
  return new CelIp(address);
}

function parseAddress(text: string): IpAddress {
  try {
    return parseIpAddress(text);
  } catch (error) {
    if (!(error instanceof IpParseError)) throw error;
    throw new CelEvaluationError(
      `IP Address ${quoteGo(text)} parse error during conversion from string: ${error.message}`,
    );
  }
}

export function isIp(text: string): boolean {
  try {
    parseCelIp(text);
    return true;
  } catch (error) {
    if (error instanceof CelEvaluationError) return false;
    throw error;
  }
}

function addressOf(value: CelValue | undefined): IpAddress {
  return value instanceof CelIp ? value.address : noSuchOverload();
}

/** The bits from the top as a number: enough to tell the special ranges of both families. */
function leadingBits({ family, bits }: IpAddress, count: number): number {
  return Number(bits >> BigInt((family === 4 ? 32 : 128) - count));
}

function isUnspecified({ bits }: IpAddress): boolean {
  return bits === 0n;
}

function isLoopback(address: IpAddress): boolean {
  return address.family === 4 ? leadingBits(address, 8) === 127 : address.bits === 1n;
}

function isMulticast(address: IpAddress): boolean {
  return address.family === 4 ? leadingBits(address, 4) === 0xe : leadingBits(address, 8) === 0xff;
}

function isLinkLocalMulticast(address: IpAddress): boolean {
  if (address.family === 4) return leadingBits(address, 24) === 0xe00000;
  return (leadingBits(address, 16) & 0xff0f) === 0xff02;
}

function isLinkLocalUnicast(address: IpAddress): boolean {
  return address.family === 4 ? leadingBits(address, 16) === 0xa9fe : leadingBits(address, 10) === 0x3fa;
}

/** Everything that can be routed to one host, private addresses among them. */
function isGlobalUnicast(address: IpAddress): boolean {
  if (address.family === 4 && (address.bits === 0n || address.bits === 0xffff_ffffn)) return false;
  return ![isUnspecified, isLoopback, isMulticast, isLinkLocalUnicast].some((isSpecial) => isSpecial(address));
}

function test(id: string, isOfKind: (address: IpAddress) => boolean): Overload {
  return memberOverload(id, [ipType], boolType, ([ip]) => isOfKind(addressOf(ip)));
}

export const ipLibrary: CelLibrary = {
  name: "kubernetes.net.ip",
  types: [ipType],
  equalityCosts: { [typeName]: () => fixedEstimate(1) },
  functions: [
    declareFunction(
      "ip",
      globalOverload("string_to_ip", [stringType], ipType, ([text]) => parseCelIp(text as string), traversalCosts()),
    ),
    declareFunction(
      "isIP",
      globalOverload("is_ip", [stringType], boolType, ([text]) => isIp(text as string), traversalCosts()),
    ),
    declareFunction(
      "ip.isCanonical",
      globalOverload(
        "ip_is_canonical",
        [stringType],
        boolType,
        ([text]) => formatIpAddress(parseCelIp(text as string).address) === text,
        traversalCosts({ times: 2 }),
      ),
    ),
    declareFunction(
      "family",
      memberOverload("ip_family", [ipType], intType, ([ip]) => addressOf(ip).family),
    ),
    declareFunction("isUnspecified", test("ip_is_unspecified", isUnspecified)),
    declareFunction("isLoopback", test("ip_is_loopback", isLoopback)),
    declareFunction("isLinkLocalMulticast", test("ip_is_link_local_multicast", isLinkLocalMulticast)),
    declareFunction("isLinkLocalUnicast", test("ip_is_link_local_unicast", isLinkLocalUnicast)),
    declareFunction("isGlobalUnicast", test("ip_is_global_unicast", isGlobalUnicast)),
    declareFunction(
      "string",
      globalOverload("ip_to_string", [ipType], stringType, ([ip]) => formatIpAddress(addressOf(ip))),
    ),
  ],
};
