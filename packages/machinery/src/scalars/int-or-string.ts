/**
 * Fields such as `maxSurge` and `targetPort` that hold a 32-bit integer or a string, the string often a percentage.
 *
 * Percentages are taken of a total with the rounding that the caller asks for, as the workload controllers do it.
 */
import { quoteGo } from "../text/go-text.ts";
import { InvalidScalarError } from "./invalid-scalar-error.ts";

export type IntOrString = number | string;

/** Whether the API server would accept the value: any string, and integers of 32 bits. */
export function isIntOrString(value: unknown): value is IntOrString {
  // `value | 0` is the value itself for exactly the integers of 32 bits.
  return typeof value === "string" || (typeof value === "number" && value === (value | 0));
}

/**
 * The number itself, or the percentage of the total: `scaledIntOrPercent("25%", 10, "up")` is 3.
 * Throws an `InvalidScalarError` with upstream's message for strings that are no percentage.
 */
export function scaledIntOrPercent(value: IntOrString | undefined, total: number, rounding: "up" | "down"): number {
  if (value === undefined) throw new InvalidScalarError("nil value for IntOrString");
  if (typeof value === "number") {
    if (isIntOrString(value)) return value;
    throw invalidIntOrString(`${value} is not an integer of 32 bits`);
  }
  if (!value.endsWith("%")) throw invalidIntOrString("invalid type: string is not a percentage");
  const share = (parsePercent(value) * total) / 100;
  // Adding zero turns -0, which -1 % of ten rounds up to, into 0.
  return (rounding === "up" ? Math.ceil(share) : Math.floor(share)) + 0;
}

function parsePercent(text: string): number {
  const digits = text.slice(0, -1);
  const problem = problemWithInt64(digits);
  if (problem === undefined) return Number(digits);
  throw invalidIntOrString(`invalid value ${quoteGo(text)}: strconv.Atoi: parsing ${quoteGo(digits)}: ${problem}`);
}

function problemWithInt64(text: string): string | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return "invalid syntax";
  const digits = text.replace(/^[+-]?0*/, "");
  // The length is looked at first so that no number is made of a text of any length.
  const limit = text.startsWith("-") ? 2n ** 63n : 2n ** 63n - 1n;
  return digits.length > 19 || BigInt(digits) > limit ? "value out of range" : undefined;
}

function invalidIntOrString(problem: string): InvalidScalarError {
  return new InvalidScalarError(`invalid value for IntOrString: ${problem}`);
}
