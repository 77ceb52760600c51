/**
 * Durations and ages as kubectl prints them: two or three digits that matter, `<unknown>` where there is no time, `<invalid>` for what is
 * still to come. Clocks may differ by a second, so what comes within two seconds is now.
 */
import { InvalidScalarError, type JsonValue, parseTimeMs } from "@pintle/machinery";

/** Go's durations end after 292 years; what is longer is cut there. */
const longestMs = Number(2n ** 63n - 1n) / 1_000_000;

/** The zero time of Go counts as none. */
const zeroTimeMs = Date.parse("0001-01-01T00:00:00Z");

export function formatHumanDuration(durationMs: number): string {
  const clampedMs = Math.max(-longestMs, Math.min(longestMs, durationMs));
  const seconds = Math.trunc(clampedMs / 1_000);
  if (seconds < -1) return "<invalid>";
  if (seconds < 120) return `${Math.max(0, seconds)}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 10) return join(minutes, "m", seconds % 60, "s");
  if (minutes < 3 * 60) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 8) return join(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (days < 8) return join(days, "d", hours % 24, "h");
  if (days < 2 * 365) return `${days}d`;
  const years = Math.trunc(days / 365);
  return years < 8 ? join(years, "y", days % 365, "d") : `${years}y`;
}

/** How long ago a time of an object was. */
export function formatAge(time: JsonValue | undefined, nowMs: number): string {
  const timeMs = readTimeMs(time);
  return timeMs === undefined ? "<unknown>" : formatHumanDuration(nowMs - timeMs);
}

/** Milliseconds since 1970, or `undefined` for what is no time or Go's zero time. */
export function readTimeMs(time: JsonValue | undefined): number | undefined {
  if (typeof time !== "string") return undefined;
  try {
    const timeMs = parseTimeMs(time);
    return timeMs === zeroTimeMs ? undefined : timeMs;
  } catch (error) {
    if (error instanceof InvalidScalarError) return undefined;
    throw error;
  }
}

function join(count: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${count}${unit}` : `${count}${unit}${rest}${restUnit}`;
}
