/**
 * Keys and values of labels, and everything else that is written like a label's key: `app.kubernetes.io/name`.
 *
 * Each check gives the complaints of the API server, word for word, and none when all is fine.
 */
import { exceedsBytes, mustMatch, tooManyBytes } from "./complaint.ts";
import { validateKeyPrefix } from "./dns-name.ts";

const maxNameBytes = 63;

const name = /^[A-Za-z0-9]+(?:[-_.]+[A-Za-z0-9]+)*$/;

const namePattern = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const nameWrong = mustMatch(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  namePattern,
  "MyName",
  "my.name",
  "123-abc",
);
const valueWrong = mustMatch(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  `(${namePattern})?`,
  "MyValue",
  "my_value",
  "12345",
);
const keyWrong = `a valid label key ${nameWrong} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;

/** A name with an optional domain in front: the keys of labels, taints and node selectors, and the names of conditions. */
export function validateQualifiedName(value: string): string[] {
  const slashAt = value.indexOf("/");
  if (slashAt < 0) return validateNamePart(value);
  if (value.includes("/", slashAt + 1)) return [keyWrong];
  return [...validatePrefixPart(value.slice(0, slashAt)), ...validateNamePart(value.slice(slashAt + 1))];
}

/** Finalizers in the metadata of an object are qualified names; built-in kinds ask for a domain on top of that. */
export function validateFinalizerName(value: string): string[] {
  return validateQualifiedName(value);
}

export function validateLabelValue(value: string): string[] {
  const complaints = exceedsBytes(value, maxNameBytes) ? [tooManyBytes(maxNameBytes)] : [];
  if (value !== "" && !name.test(value)) complaints.push(valueWrong);
  return complaints;
}

function validatePrefixPart(prefix: string): string[] {
  const complaints = prefix === "" ? ["must be non-empty"] : validateKeyPrefix(prefix);
  return complaints.map((complaint) => `prefix part ${complaint}`);
}

function validateNamePart(value: string): string[] {
  const complaints: string[] = [];
  if (value === "") complaints.push("name part must be non-empty");
  else if (exceedsBytes(value, maxNameBytes)) complaints.push(`name part ${tooManyBytes(maxNameBytes)}`);
  if (!name.test(value)) complaints.push(`name part ${nameWrong}`);
  return complaints;
}
