/**
 * Names that are parts of host names: most objects, namespaces and services carry one.
 *
 * Each check gives the complaints of the API server, word for word, and none when the name is fine. The patterns here are
 * written so that they never try a character twice; the messages show upstream's.
 */
import { exceedsBytes, mustMatch, tooManyBytes, tooManyCharacters } from "./complaint.ts";

const maxLabelBytes = 63;
const maxSubdomainBytes = 253;

const label = /^[a-z0-9]+(?:-+[a-z0-9]+)*$/;
const label1035 = /^[a-z][a-z0-9]*(?:-+[a-z0-9]+)*$/;
const subdomain = /^[a-z0-9]+(?:(?:-+|\.)[a-z0-9]+)*$/;

const labelPattern = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomainPattern = `${labelPattern}(\\.${labelPattern})*`;

const labelWrong = mustMatch(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  labelPattern,
  "my-name",
  "123-abc",
);
const label1035Wrong = mustMatch(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  "[a-z]([-a-z0-9]*[a-z0-9])?",
  "my-name",
  "abc-123",
);
const subdomainWrong = mustMatch(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  subdomainPattern,
  "example.com",
);
const wildcardWrong = mustMatch(
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  `\\*\\.${subdomainPattern}`,
  "*.example.com",
);

/** One part of a host name: `my-name`, up to 63 bytes. */
export function validateDns1123Label(value: string): string[] {
  const complaints = exceedsBytes(value, maxLabelBytes) ? [tooManyCharacters(maxLabelBytes)] : [];
  if (!label.test(value)) complaints.push(subdomain.test(value) ? "must not contain dots" : labelWrong);
  return complaints;
}

/** A label that starts with a letter, as the names of services must. */
export function validateDns1035Label(value: string): string[] {
  const complaints = exceedsBytes(value, maxLabelBytes) ? [tooManyCharacters(maxLabelBytes)] : [];
  if (!label1035.test(value)) complaints.push(label1035Wrong);
  return complaints;
}

/** Labels with dots between them, up to 253 bytes: the rule for the names of most objects. */
export function validateDns1123Subdomain(value: string): string[] {
  const complaints = exceedsBytes(value, maxSubdomainBytes) ? [tooManyCharacters(maxSubdomainBytes)] : [];
  if (!subdomain.test(value)) complaints.push(subdomainWrong);
  return complaints;
}

/** `*.example.com`, as hosts of an Ingress may be. */
export function validateWildcardDns1123Subdomain(value: string): string[] {
  const complaints = exceedsBytes(value, maxSubdomainBytes) ? [tooManyCharacters(maxSubdomainBytes)] : [];
  if (!value.startsWith("*.") || !subdomain.test(value.slice(2))) complaints.push(wildcardWrong);
  return complaints;
}

/** The part of a qualified name before the slash. Upstream checks it elsewhere, where lengths are said in bytes. */
export function validateKeyPrefix(value: string): string[] {
  const complaints = exceedsBytes(value, maxSubdomainBytes) ? [tooManyBytes(maxSubdomainBytes)] : [];
  if (!subdomain.test(value)) complaints.push(subdomainWrong);
  return complaints;
}
