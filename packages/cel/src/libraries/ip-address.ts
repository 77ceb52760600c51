/**
 * IP addresses and prefixes by the rules of Go's net/netip, which Kubernetes parses them with: no leading zeros in IPv4, `::`
 * for at least one field of zeros, and Go's words for what is wrong.
 */
import { quoteGo } from "@pintle/machinery";

export interface IpAddress {
  readonly family: 4 | 6;
  /** 32 or 128 of them, the first one highest. */
  readonly bits: bigint;
  /** What follows a `%` in an IPv6 address; empty without one. */
  readonly zone: string;
}

export interface IpPrefix {
  readonly address: IpAddress;
  readonly length: number;
}

/** A text that is no address or prefix. */
export class IpParseError extends Error {
  override readonly name = "IpParseError";
}

export function bitLength(address: IpAddress): 32 | 128 {
  return address.family === 4 ? 32 : 128;
}

/** `::ffff:1.2.3.4`: an IPv4 address in the clothes of an IPv6 one. */
export function isMappedIpv4({ family, bits }: IpAddress): boolean {
  return family === 6 && bits >> 32n === 0xffffn;
}

export function parseIpAddress(text: string): IpAddress {
  const fail = failureIn(text);
  switch (/[.:%]/.exec(text)?.[0]) {
    case ".":
      return { family: 4, bits: parseIpv4Fields(text, fail), zone: "" };
    case ":":
      return parseIpv6(text, fail);
    case "%":
      return fail("missing IPv6 address");
    default:
      return fail("unable to parse IP");
  }
}

export function parseIpPrefix(text: string): IpPrefix {
  const fail = (problem: string): never => {
    throw new IpParseError(`netip.ParsePrefix(${quoteGo(text)}): ${problem}`);
  };
  const slash = text.lastIndexOf("/");
  if (slash < 0) return fail("no '/'");
  const address = parseOr(text.slice(0, slash), fail);
  if (address.zone !== "") return fail("IPv6 zones cannot be present in a prefix");
  const digits = text.slice(slash + 1);
  if (!/^(?:[1-9][0-9]*|[0-9])$/.test(digits) || BigInt(digits) >= 2n ** 63n) {
    return fail(`bad bits after slash: ${quoteGo(digits)}`);
  }
  const length = Number(digits);
  if (length > bitLength(address)) return fail("prefix length out of range");
  return { address, length };
}

/** The network that a prefix stands for: every bit after its length is zero. */
export function maskPrefix({ address, length }: IpPrefix): IpPrefix {
  const hostBits = BigInt(bitLength(address) - length);
  return { address: { ...address, bits: (address.bits >> hostBits) << hostBits }, length };
}

export function prefixContains(prefix: IpPrefix, address: IpAddress): boolean {
  if (prefix.address.family !== address.family || address.zone !== "") return false;
  const hostBits = BigInt(bitLength(address) - prefix.length);
  return prefix.address.bits >> hostBits === address.bits >> hostBits;
}

type Fail = (problem: string, at?: string) => never;

function failureIn(text: string): Fail {
  return (problem, at = "") => {
    const place = at === "" ? "" : ` (at ${quoteGo(at)})`;
    throw new IpParseError(`ParseAddr(${quoteGo(text)}): ${problem}${place}`);
  };
}

function parseOr(text: string, fail: (problem: string) => never): IpAddress {
  try {
    return parseIpAddress(text);
  } catch (error) {
    if (error instanceof IpParseError) return fail(error.message);
    throw error;
  }
}

/** From left to right, because the first thing that is wrong decides what is said. */
function parseIpv4Fields(text: string, fail: Fail): bigint {
  let bits = 0n;
  let field = "";
  let fieldCount = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === ".") {
      if (field === "" || index === text.length - 1) {
        return fail("IPv4 field must have at least one digit", text.slice(index));
      }
      if (fieldCount === 3) return fail("IPv4 address too long");
      bits = (bits << 8n) | BigInt(field);
      fieldCount += 1;
      field = "";
    } else if (character >= "0" && character <= "9") {
      if (field === "0") return fail("IPv4 field has octet with leading zero");
      field += character;
      if (Number(field) > 255) return fail("IPv4 field has value >255");
    } else {
      return fail("unexpected character", text.slice(index));
    }
  }
  if (fieldCount < 3) return fail("IPv4 address too short");
  return (bits << 8n) | BigInt(field);
}

function parseIpv6(text: string, fail: Fail): IpAddress {
  const percent = text.indexOf("%");
  const zone = percent < 0 ? "" : text.slice(percent + 1);
  if (percent >= 0 && zone === "") return fail("zone must be a non-empty string");
  const address = percent < 0 ? text : text.slice(0, percent);
  return { family: 6, bits: joinFields(parseIpv6Fields(address, fail), fail), zone };
}

interface Ipv6Fields {
  /** Of 16 bits each. */
  readonly fields: readonly number[];
  /** Before which of them the `::` stands. */
  readonly gap: number | undefined;
}

function parseIpv6Fields(address: string, fail: Fail): Ipv6Fields {
  const fields: number[] = [];
  let gap: number | undefined;
  let rest = address;
  if (rest.startsWith("::")) {
    gap = 0;
    rest = rest.slice(2);
    if (rest === "") return { fields, gap };
  }
  while (fields.length < 8) {
    const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? "";
    if (digits.length > 4) return fail("each group must have 4 or less digits", rest);
    if (digits === "") return fail("each colon-separated field must have at least one digit", rest);
    if (rest.charAt(digits.length) === ".") {
      return { fields: [...fields, ...embeddedIpv4(rest, fields.length, gap, fail)], gap };
    }
    fields.push(Number.parseInt(digits, 16));
    rest = rest.slice(digits.length);
    if (rest === "") break;
    if (!rest.startsWith(":")) return fail("unexpected character, want colon", rest);
    if (rest === ":") return fail("colon must be followed by more characters", rest);
    rest = rest.slice(1);
    if (!rest.startsWith(":")) continue;
    if (gap !== undefined) return fail("multiple :: in address", rest);
    gap = fields.length;
    rest = rest.slice(1);
    if (rest === "") break;
  }
  if (rest !== "") return fail("trailing garbage after address", rest);
  return { fields, gap };
}

/** The last two fields of an IPv6 address may be written as an IPv4 one. */
function embeddedIpv4(rest: string, fieldCount: number, gap: number | undefined, fail: Fail): [number, number] {
  if (gap === undefined && fieldCount !== 6) {
    return fail("embedded IPv4 address must replace the final 2 fields of the address", rest);
  }
  if (fieldCount > 6) return fail("too many hex fields to fit an embedded IPv4 at the end of the address", rest);
  const bits = Number(parseIpv4Fields(rest, fail));
  return [Math.floor(bits / 0x10000), bits % 0x10000];
}

function joinFields({ fields, gap }: Ipv6Fields, fail: Fail): bigint {
  if (fields.length === 8 && gap !== undefined) return fail("the :: must expand to at least one field of zeros");
  if (fields.length < 8 && gap === undefined) return fail("address string too short");
  const zeros = Array.from({ length: 8 - fields.length }, () => 0);
  const all = fields.toSpliced(gap ?? 8, 0, ...zeros);
  return all.reduce((bits, field) => (bits << 16n) | BigInt(field), 0n);
}
