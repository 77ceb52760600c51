/** The constrained way takes extra only under keys with a domain, in lower case, and no empty values. */
import { quoteGo, validateDns1123Subdomain } from "@pintle/machinery";
import type { WantedUser } from "./wanted-user.ts";

const pathPattern = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;

/** `undefined` where there is nothing to complain of. */
export function describeInvalidExtra(extra: WantedUser["extra"]): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    if (key === "") return "impersonating the empty string key in extra is not allowed";
    const complaint = complainOfKey(key);
    if (complaint !== undefined) return `impersonating an invalid key in extra is not allowed: extra.key: ${complaint}`;
    if (key !== key.toLowerCase()) {
      return `impersonating a non-lowercase key in extra is not allowed: ${quoteGo(key)}`;
    }
    if (values.length === 0) return "impersonating empty values in extra is not allowed";
    if (values.includes("")) return "impersonating the empty string value in extra is not allowed";
  }
  return undefined;
}

function complainOfKey(key: string): string | undefined {
  const slash = key.indexOf("/");
  if (slash <= 0 || slash === key.length - 1) {
    return `Invalid value: ${quoteGo(key)}: must be a domain-prefixed path (such as "acme.io/foo")`;
  }
  const [host, path] = [key.slice(0, slash), key.slice(slash + 1)];
  const [complaint] = validateDns1123Subdomain(host);
  if (complaint !== undefined) return `Invalid value: ${quoteGo(host)}: ${complaint}`;
  if (pathPattern.test(path)) return undefined;
  return `Invalid value: ${quoteGo(path)}: Invalid path (regex used for validation is '${pathPattern.source.slice(1, -1)}')`;
}
