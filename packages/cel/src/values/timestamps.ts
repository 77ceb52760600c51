/** Moments as text (RFC 3339), and as the calendar shows them. Years 1 to 9999; a moment remembers the offset it was written with. */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { CelTimestamp } from "./cel-value.ts";

export const minTimestampSeconds = -62_135_596_800;
export const maxTimestampSeconds = 253_402_300_799;

const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(Z|([+-])(\d{2}):(\d{2}))$/;

/** `undefined` for what Go's parser refuses. Throws where the moment lies outside the years 1 to 9999. */
export function parseTimestamp(text: string): CelTimestamp | undefined {
  const match = rfc3339.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1, 7).map(Number);
  const offsetHours = Number(match[10] ?? 0);
  const offsetRest = Number(match[11] ?? 0);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hours > 23 || minutes > 59 || seconds > 59 || offsetHours > 24 || offsetRest > 60) return undefined;
  const offsetMinutes = (match[9] === "-" ? -1 : 1) * (offsetHours * 60 + offsetRest);
  const epochDay = utcDay(year, month, day);
  const epochSeconds = epochDay * 86_400 + hours * 3_600 + (minutes - offsetMinutes) * 60 + seconds;
  const nanos = Number((match[7] ?? "").slice(0, 9).padEnd(9, "0"));
  return createTimestamp(epochSeconds, nanos, offsetMinutes);
}

/** A moment, checked to lie inside the years that CEL knows. */
export function createTimestamp(seconds: number, nanos: number, offsetMinutes = 0): CelTimestamp {
  if (seconds < minTimestampSeconds || seconds > maxTimestampSeconds) {
    throw new CelEvaluationError("timestamp overflow");
  }
  return new CelTimestamp(seconds, nanos, offsetMinutes + 0);
}

/** RFC 3339 in the moment's own zone, with the decimals that it needs. */
export function formatTimestamp({ seconds, nanos, offsetMinutes }: CelTimestamp): string {
  const date = new Date((seconds + offsetMinutes * 60) * 1_000);
  const local = `${padded(date.getUTCFullYear(), 4)}${date.toISOString().slice(-20, -5)}`;
  const fraction = nanos === 0 ? "" : `.${padded(nanos, 9).replace(/0+$/, "")}`;
  return `${local}${fraction}${formatOffset(offsetMinutes)}`;
}

function formatOffset(minutes: number): string {
  if (minutes === 0) return "Z";
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${padded(Math.floor(size / 60), 2)}:${padded(size % 60, 2)}`;
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

function daysIn(year: number, month: number): number {
  return month === 12 ? 31 : utcDay(year, month + 1, 1) - utcDay(year, month, 1);
}

/** `Date.UTC` takes the years 0 to 99 for 1900 to 1999; `setUTCFullYear` does not. */
function utcDay(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / 86_400_000;
}
