/**
 * The rules that kinds set for the names of their objects, and what they mean for `generateName`.
 *
 * The rule is data, so that a kind's description can carry it: most kinds take subdomains, namespaces labels, services
 * labels that start with a letter, and RBAC anything that fits into a path.
 */
import { validateDns1035Label, validateDns1123Label, validateDns1123Subdomain } from "./dns-name.ts";
import { validatePathSegmentName, validatePathSegmentPrefix } from "./path-segment-name.ts";

export type ObjectNameRule = "dns1123Subdomain" | "dns1123Label" | "dns1035Label" | "pathSegment";

const validators: { readonly [Rule in ObjectNameRule]: (value: string) => string[] } = {
  dns1123Subdomain: validateDns1123Subdomain,
  dns1123Label: validateDns1123Label,
  dns1035Label: validateDns1035Label,
  pathSegment: validatePathSegmentName,
};

/** What is wrong with an object's name, in the words of the API server. */
export function validateObjectName(rule: ObjectNameRule, name: string): string[] {
  return validators[rule](name);
}

/** What is wrong with a prefix for generated names. It may end in a dash, since more characters will follow. */
export function validateGenerateName(rule: ObjectNameRule, prefix: string): string[] {
  return rule === "pathSegment" ? validatePathSegmentPrefix(prefix) : validators[rule](maskTrailingDash(prefix));
}

export function validateNamespaceName(name: string): string[] {
  return validateDns1123Label(name);
}

/**
 * Puts an `a` in the place of the dash and of the byte before it, which upstream replaces too: `--` passes, one byte more
 * than the limit does. Half a character is no letter, so where that byte is the end of one the character has to stay.
 */
function maskTrailingDash(prefix: string): string {
  if (prefix.length < 2 || !prefix.endsWith("-")) return prefix;
  return prefix.charCodeAt(prefix.length - 2) < 0x80 ? `${prefix.slice(0, -2)}a` : prefix.slice(0, -1);
}
