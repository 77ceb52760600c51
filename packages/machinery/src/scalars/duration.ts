/**
 * Durations in Go's notation (`1h30m`, `1.5s`, `-250ms`), the form of every duration in a Kubernetes object.
 *
 * They are 64-bit nanoseconds, hence bigints; parsing and printing agree with Go to the nanosecond.
 */
import { InvalidScalarError } from "./invalid-scalar-error.ts";
import { quoteTime } from "./quote-time.ts";
import { trimTrailingZeros } from "./trim-trailing-zeros.ts";

const nsByUnit = new Map<string, bigint>([
  ["ns", 1n],
  ["us", 1_000n],
  ["µs", 1_000n], // U+00B5, the micro sign
  ["μs", 1_000n], // U+03BC, the Greek letter mu
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

const maxMagnitudeNs = 2n ** 63n;

/** One number with its unit. Each part is taken only where it stands, so the scan never goes back. */
const term = /([0-9]*)\.?([0-9]*)([^0-9.]*)/y;

/** Throws an `InvalidScalarError` with Go's message when the text is no duration. */
export function parseDurationNs(text: string): bigint {
  const isNegative = text.startsWith("-");
  const start = isNegative || text.startsWith("+") ? 1 : 0;
  if (text.length === start + 1 && text.endsWith("0")) return 0n;
  let totalNs = 0n;
  let at = start;
  do {
    term.lastIndex = at;
    const [, whole = "", fraction = "", unit = ""] = term.exec(text) ?? [];
    at = term.lastIndex;
    totalNs += termNs(whole, fraction, unit, text);
    if (totalNs > maxMagnitudeNs) throw invalidDuration(text);
  } while (at < text.length);
  if (isNegative) return -totalNs;
  if (totalNs === maxMagnitudeNs) throw invalidDuration(text);
  return totalNs;
}

/** The duration in milliseconds, for clocks and timers; finer parts stay as a fraction. */
export function parseDurationMs(text: string): number {
  return Number(parseDurationNs(text)) / 1e6;
}

/** The text that Go prints: hours at most, no leading zero units, and below a second one small unit (`1.5ms`, `2µs`). */
export function formatDuration(durationNs: bigint): string {
  if (durationNs < 0n) return `-${formatDuration(-durationNs)}`;
  if (durationNs === 0n) return "0s";
  if (durationNs < 1_000n) return `${durationNs}ns`;
  if (durationNs < 1_000_000n) return `${withFraction(durationNs, 3)}µs`;
  if (durationNs < 1_000_000_000n) return `${withFraction(durationNs, 6)}ms`;
  const seconds = `${withFraction(durationNs % 60_000_000_000n, 9)}s`;
  const minutes = durationNs / 60_000_000_000n;
  if (minutes === 0n) return seconds;
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

function termNs(whole: string, fraction: string, unit: string, text: string): bigint {
  if (whole === "" && fraction === "") throw invalidDuration(text);
  const wholeUnits = leadingInteger(whole);
  if (wholeUnits > maxMagnitudeNs) throw invalidDuration(text);
  if (unit === "") throw new InvalidScalarError(`time: missing unit in duration ${quoteTime(text)}`);
  const unitNs = nsByUnit.get(unit);
  if (unitNs === undefined) {
    throw new InvalidScalarError(`time: unknown unit ${quoteTime(unit)} in duration ${quoteTime(text)}`);
  }
  return wholeUnits * unitNs + fractionNs(fraction, unitNs);
}

/** The digits as a number, or some number beyond the limit: more of them than that need not be read. */
function leadingInteger(digits: string): bigint {
  let value = 0n;
  for (const digit of digits) {
    value = value * 10n + BigInt(digit);
    if (value > maxMagnitudeNs) break;
  }
  return value;
}

/** Go computes this part in floating point, after as many digits as fit into 63 bits; the same steps give the same result. */
function fractionNs(digits: string, unitNs: bigint): bigint {
  let value = 0n;
  let scale = 1;
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit);
    if (next > maxMagnitudeNs) break;
    value = next;
    scale *= 10;
  }
  return BigInt(Math.trunc(Number(value) * (Number(unitNs) / scale)));
}

/** The value with its last `places` digits behind a point, without zeros at the end: 1500 at 3 places is `1.5`. */
function withFraction(value: bigint, places: number): string {
  const scale = 10n ** BigInt(places);
  const fraction = trimTrailingZeros((value % scale).toString().padStart(places, "0"));
  return fraction === "" ? `${value / scale}` : `${value / scale}.${fraction}`;
}

function invalidDuration(text: string): InvalidScalarError {
  return new InvalidScalarError(`time: invalid duration ${quoteTime(text)}`);
}
