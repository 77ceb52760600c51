/**
 * Times as they stand in objects: RFC 3339 in UTC, `Time` to the second and `MicroTime` to the microsecond.
 *
 * Parsing accepts and refuses what the API server does, with Go's messages. Between the two a time is a plain number:
 * milliseconds, or for `MicroTime` microseconds as a bigint, because in the year 2256 they outgrow 2^53.
 */
import { InvalidScalarError } from "./invalid-scalar-error.ts";
import { scanTime, timeLayout } from "./scan-time.ts";

/** Milliseconds since 1970; finer digits are dropped. Throws an `InvalidScalarError` when the text is no time. */
export function parseTimeMs(text: string): number {
  const { seconds, nanoseconds } = scanTime(text, timeLayout.seconds);
  return seconds * 1_000 + Math.floor(nanoseconds / 1_000_000);
}

/** Microseconds since 1970. Exactly six digits must follow the second, as `MicroTime` has it on the wire. */
export function parseMicroTimeUs(text: string): bigint {
  const { seconds, nanoseconds } = scanTime(text, timeLayout.micros);
  return BigInt(seconds) * 1_000_000n + BigInt(nanoseconds / 1_000);
}

/** `2026-01-02T15:04:05Z`; the part of a second that has begun is dropped. */
export function formatTime(timeMs: number): string {
  return `${formatToSecond(Math.floor(timeMs / 1_000))}Z`;
}

/** `2026-01-02T15:04:05.000000Z`. */
export function formatMicroTime(timeUs: bigint): string {
  const micros = ((timeUs % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return `${formatToSecond(Number((timeUs - micros) / 1_000_000n))}.${micros.toString().padStart(6, "0")}Z`;
}

/** Much happens within a second, and each change of an object tells its time. */
let lastFormatted = { seconds: 0, text: "1970-01-01T00:00:00" };

function formatToSecond(seconds: number): string {
  if (lastFormatted.seconds !== seconds) lastFormatted = { seconds, text: formatSeconds(seconds) };
  return lastFormatted.text;
}

function formatSeconds(seconds: number): string {
  const date = new Date(seconds * 1_000);
  if (Number.isNaN(date.getTime())) throw new InvalidScalarError(`${seconds} seconds after 1970 is no time`);
  // An offset can carry a time out of the years 0 to 9999, where ISO strings use six digits and Go as many as it needs.
  const year = date.getUTCFullYear();
  const digits = Math.abs(year).toString().padStart(4, "0");
  return `${year < 0 ? "-" : ""}${digits}${date.toISOString().slice(-20, -5)}`;
}
