/** IP addresses, prefixes and MAC addresses, by the rules of Go's net package, old ("sloppy": leading zeros are fine) and new. */

type Strictness = "strict" | "sloppy";

/** The length of the address in bits, or `undefined` for a text that is none. */
export function parseIp(text: string, strictness: Strictness): 32 | 128 | undefined {
  const mark = /[.:]/.exec(text)?.[0];
  if (mark === ".") return isIpv4(text, strictness) ? 32 : undefined;
  return mark === ":" && isIpv6(text, strictness) ? 128 : undefined;
}

export function isCidr(text: string): boolean {
  const slash = text.indexOf("/");
  const bits = slash < 0 ? undefined : parseIp(text.slice(0, slash), "sloppy");
  const length = text.slice(slash + 1);
  return bits !== undefined && /^[0-9]+$/.test(length) && Number(length) <= bits;
}

function isIpv4(text: string, strictness: Strictness): boolean {
  const octet = strictness === "strict" ? /^(?:0|[1-9][0-9]{0,2})$/ : /^[0-9]+$/;
  const octets = text.split(".", 5);
  return octets.length === 4 && octets.every((digits) => octet.test(digits) && Number(digits) <= 255);
}

function isIpv6(text: string, strictness: Strictness): boolean {
  if (text.length > 1_000) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const hasIpv4 = last.includes(".");
  if (hasIpv4 && (text.endsWith("::") || !isIpv4(last, strictness))) return false;
  const hex = hasIpv4 ? groups.slice(0, -1) : groups;
  if (!hex.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  const count = hex.length + (hasIpv4 ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}

/** Six, eight or twenty bytes: in pairs of digits, in groups of four, or all in a row. */
export function isMac(text: string): boolean {
  if (text.length > 60) return false;
  if (/^[0-9a-fA-F]+$/.test(text)) return [12, 16, 40].includes(text.length);
  if (/^[0-9a-fA-F]{4}(?:\.[0-9a-fA-F]{4})+$/.test(text)) return [3, 4, 10].includes(text.split(".").length);
  if (!/^[0-9a-fA-F]{2}([:-])[0-9a-fA-F]{2}(?:\1[0-9a-fA-F]{2})*$/.test(text)) return false;
  return [6, 8, 20].includes((text.length + 1) / 3);
}
