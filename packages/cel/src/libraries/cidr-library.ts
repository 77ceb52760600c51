/** Kubernetes' networks: `cidr(text)`, what lies within them, and whether a text is one at all. */
import { quoteGo } from "@pintle/machinery";
import { boolType, intType, opaqueOf, stringType } from "../check/cel-types.ts";
import { addEstimates, fixedEstimate, scaleEstimate } from "../cost/estimate-arithmetic.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { type CelOpaque, type CelValue, celOpaque } from "../values/cel-value.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload, memberOverload, type OverloadCosts } from "./declare-function.ts";
import { formatIpPrefix } from "./format-ip-address.ts";
import { IpParseError, type IpPrefix, isMappedIpv4, maskPrefix, parseIpPrefix, prefixContains } from "./ip-address.ts";
import { CelIp, ipType, isIp, parseCelIp } from "./ip-library.ts";
import { fixedCosts, perCharacter, sizeAt, sizeOfArgument, traversalCosts } from "./library-cost.ts";
import { noSuchOverload } from "./library-values.ts";

const typeName = "net.CIDR";
export const cidrType = opaqueOf(typeName);

/** A network as a value of CEL: an address, of which the first bits count. */
export class CelCidr implements CelOpaque {
  readonly [celOpaque] = cidrType;
  readonly prefix: IpPrefix;

  constructor(prefix: IpPrefix) {
    this.prefix = prefix;
  }

  get size(): number {
    return Math.ceil(this.prefix.length / 8);
  }

  equals(other: CelOpaque): boolean {
    return other instanceof CelCidr && formatIpPrefix(other.prefix) === formatIpPrefix(this.prefix);
  }
}

function parseCelCidr(text: string): CelCidr {
  const prefix = parsePrefix(text);
  if (!isMappedIpv4(prefix.address)) return new CelCidr(prefix);
  throw new CelEvaluationError(`${parseProblem}IPv4-mapped IPv6 address ${quoteGo(text)} is not allowed`);
}

const parseProblem = "network address parse error during conversion from string: ";

function parsePrefix(text: string): IpPrefix {
  try {
    return parseIpPrefix(text);
  } catch (error) {
    // Kubernetes puts the same words before it twice.
    if (error instanceof IpParseError) throw new CelEvaluationError(`${parseProblem}${parseProblem}${error.message}`);
    throw error;
  }
}

function isCidr(text: string): boolean {
  try {
    parseCelCidr(text);
    return true;
  } catch (error) {
    if (error instanceof CelEvaluationError) return false;
    throw error;
  }
}

function prefixOf(value: CelValue | undefined): IpPrefix {
  return value instanceof CelCidr ? value.prefix : noSuchOverload();
}

function containsIp(cidr: CelValue | undefined, ip: CelValue | undefined): boolean {
  return prefixContains(prefixOf(cidr), ip instanceof CelIp ? ip.address : noSuchOverload());
}

function containsCidr(outer: IpPrefix, inner: IpPrefix): boolean {
  return outer.length <= inner.length && prefixContains(outer, inner.address);
}

/** Bytes are compared, those of an address at most; a network is masked before. A text is parsed first. */
function containmentCosts(isText: boolean, isNetwork: boolean): OverloadCosts {
  const addressSize = { min: 4, max: 16 };
  return {
    actualCost: (args) => {
      const size = sizeOfArgument(args, 0);
      const compare = Math.ceil(2 * size * perCharacter);
      const mask = isNetwork ? Math.ceil(size * perCharacter) + 1 : 0;
      return compare + mask + (isText ? Math.ceil(sizeOfArgument(args, 1) * perCharacter) : 0);
    },
    estimatedCost: (sizes) => {
      const compare = scaleEstimate(addEstimates(addressSize, addressSize), perCharacter);
      const mask = addEstimates(scaleEstimate(addressSize, perCharacter), fixedEstimate(1));
      const parse = scaleEstimate(sizeAt(sizes, 1), perCharacter);
      return { cost: addEstimates(compare, ...(isNetwork ? [mask] : []), ...(isText ? [parse] : [])) };
    },
  };
}

export const cidrLibrary: CelLibrary = {
  name: "kubernetes.net.cidr",
  types: [cidrType],
  equalityCosts: { [typeName]: () => fixedEstimate(1) },
  functions: [
    declareFunction(
      "cidr",
      globalOverload(
        "string_to_cidr",
        [stringType],
        cidrType,
        ([text]) => parseCelCidr(text as string),
        traversalCosts(),
      ),
    ),
    declareFunction(
      "isCIDR",
      globalOverload("is_cidr", [stringType], boolType, ([text]) => isCidr(text as string), traversalCosts()),
    ),
    declareFunction(
      "containsIP",
      memberOverload(
        "cidr_contains_ip_string",
        [cidrType, stringType],
        boolType,
        // Of a text that is no address, Kubernetes says only this, and not what is wrong with it.
        ([cidr, text]) => (isIp(text as string) ? containsIp(cidr, parseCelIp(text as string)) : noSuchOverload()),
        containmentCosts(true, false),
      ),
      memberOverload(
        "cidr_contains_ip_ip",
        [cidrType, ipType],
        boolType,
        ([cidr, ip]) => containsIp(cidr, ip),
        containmentCosts(false, false),
      ),
    ),
    declareFunction(
      "containsCIDR",
      memberOverload(
        "cidr_contains_cidr_string",
        [cidrType, stringType],
        boolType,
        ([cidr, text]) => containsCidr(prefixOf(cidr), parseCelCidr(text as string).prefix),
        containmentCosts(true, true),
      ),
      memberOverload(
        "cidr_contains_cidr",
        [cidrType, cidrType],
        boolType,
        ([cidr, other]) => containsCidr(prefixOf(cidr), prefixOf(other)),
        containmentCosts(false, true),
      ),
    ),
    declareFunction(
      "ip",
      memberOverload("cidr_ip", [cidrType], ipType, ([cidr]) => new CelIp(prefixOf(cidr).address), fixedCosts(1)),
    ),
    declareFunction(
      "prefixLength",
      memberOverload("cidr_prefix_length", [cidrType], intType, ([cidr]) => prefixOf(cidr).length),
    ),
    declareFunction(
      "masked",
      memberOverload("cidr_masked", [cidrType], cidrType, ([cidr]) => new CelCidr(maskPrefix(prefixOf(cidr)))),
    ),
    declareFunction(
      "string",
      globalOverload("cidr_to_string", [cidrType], stringType, ([cidr]) => formatIpPrefix(prefixOf(cidr))),
    ),
  ],
};
