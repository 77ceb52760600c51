/** Texts with a format, as Kubernetes reads them from objects: more leniently than the conversions of CEL read theirs. */

import { decodeBase64Url } from "./base64-url.ts";
import { CelDuration, type CelTimestamp } from "./cel-value.ts";
import { parseDuration } from "./durations.ts";
import { Failure } from "./failure.ts";
import { explainTime } from "./go-time-error.ts";
import { parseTimestamp } from "./timestamps.ts";

/** A date with a time of day; without a zone it is UTC. */
export function readTimestamp(text: string): CelTimestamp | Failure {
  if (text === "") return readTimestamp("1970-01-01T00:00:00Z");
  const isLocal = /T\d\d?:\d\d:\d\d(?:[.,]\d+)?$/.test(text);
  const timestamp = parseTimestamp(isLocal ? `${text}Z` : text);
  return (
    timestamp ?? new Failure(`Invalid date-time formatted string ${text}: ${explainTime(text, "2006-01-02T15:04:05")}`)
  );
}

/** A date is its midnight in UTC. */
export function readDate(text: string): CelTimestamp | Failure {
  const timestamp = /^\d{4}-\d\d-\d\d$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : undefined;
  return timestamp ?? new Failure(`Invalid date formatted string ${text}: ${explainTime(text, "2006-01-02")}`);
}

export function readBytes(text: string): Uint8Array | Failure {
  const decoded = decodeBase64Url(text);
  if (typeof decoded !== "number") return decoded;
  return new Failure(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${decoded}`);
}

const nanosByUnit: readonly (readonly [names: readonly string[], nanos: bigint])[] = [
  [["ns", "nano"], 1n],
  [["us", "µs", "micro"], 1_000n],
  [["ms", "milli"], 1_000_000n],
  [["s", "sec"], 1_000_000_000n],
  [["m", "min"], 60_000_000_000n],
  [["h", "hr", "hour"], 3_600_000_000_000n],
  [["d", "day"], 86_400_000_000_000n],
  [["w", "wk", "week"], 604_800_000_000_000n],
];

/** Go's durations, or the sum of all numbers that stand before a unit: `1 day and 2 hours`. Sums wrap around at 64 bits, as in Go. */
export function readDuration(text: string): CelDuration | Failure {
  const known = parseDuration(text);
  if (known) return known;
  let nanos = 0n;
  let hasUnit = false;
  for (const [, digits = "", word = ""] of text.matchAll(/([0-9]+)[\t\n\f\r ]*([A-Za-zµ]*)/g)) {
    const unit = nanosOfUnit(word.toLowerCase());
    if (unit === undefined) continue;
    // More digits than an int64 has are refused before the text comes here.
    const count = BigInt(digits.slice(-maxDigits));
    hasUnit = true;
    nanos = BigInt.asIntN(64, nanos + count * unit);
  }
  if (!hasUnit) return new Failure(`Invalid duration ${text}: unable to parse ${text} as duration`);
  return new CelDuration(nanos);
}

const maxDigits = 19;

/** The last name of a unit begins longer words, too: `sec` begins `seconds`. */
function nanosOfUnit(word: string): bigint | undefined {
  if (word === "") return undefined;
  return nanosByUnit.find(([names]) => names.includes(word) || word.startsWith(names.at(-1) ?? ""))?.[1];
}
