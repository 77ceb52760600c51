/** Names of container and service ports: at most 15 of `a-z`, `0-9` and single inner hyphens, with a letter among them. */
import { exceedsBytes, tooManyCharacters } from "./complaint.ts";

const maxPortNameBytes = 15;

/** Gives every complaint that applies, in the words of the API server. */
export function validatePortName(value: string): string[] {
  const complaints: string[] = [];
  if (exceedsBytes(value, maxPortNameBytes)) complaints.push(tooManyCharacters(maxPortNameBytes));
  if (!/^[-a-z0-9]+$/.test(value)) {
    complaints.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!/[a-z]/.test(value)) complaints.push("must contain at least one letter (a-z)");
  if (value.includes("--")) complaints.push("must not contain consecutive hyphens");
  if (value.startsWith("-") || value.endsWith("-")) complaints.push("must not begin or end with a hyphen");
  return complaints;
}
