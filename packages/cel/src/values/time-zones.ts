/** The calendar in a time zone: an IANA name, `UTC`, nothing at all, or an offset such as `-08:00`. */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelTimestamp } from "./cel-value.ts";

export type CalendarField =
  | "fullYear"
  | "month"
  | "dayOfYear"
  | "dayOfMonth"
  | "date"
  | "dayOfWeek"
  | "hours"
  | "minutes"
  | "seconds"
  | "milliseconds";

/** One field of the calendar; months and days count from 0, `date` from 1. Throws for a zone that does not exist. */
export function calendarField(timestamp: CelTimestamp, field: CalendarField, zone: string): number {
  const offset = zone === "" || zone === "UTC" || zone === "Local" ? 0 : offsetSeconds(timestamp, zone);
  const date = new Date((timestamp.seconds + offset) * 1_000);
  switch (field) {
    case "fullYear":
      return date.getUTCFullYear();
    case "month":
      return date.getUTCMonth();
    case "dayOfYear":
      return Math.round((startOfDay(date) - startOfYear(date)) / 86_400_000);
    case "dayOfMonth":
      return date.getUTCDate() - 1;
    case "date":
      return date.getUTCDate();
    case "dayOfWeek":
      return date.getUTCDay();
    case "hours":
      return date.getUTCHours();
    case "minutes":
      return date.getUTCMinutes();
    case "seconds":
      return date.getUTCSeconds();
    default:
      return Math.floor(timestamp.nanos / 1_000_000);
  }
}

function startOfDay(date: Date): number {
  return new Date(date).setUTCHours(0, 0, 0, 0);
}

function startOfYear(date: Date): number {
  const start = new Date(0);
  return start.setUTCFullYear(date.getUTCFullYear(), 0, 1);
}

function offsetSeconds(timestamp: CelTimestamp, zone: string): number {
  const colon = zone.indexOf(":");
  if (colon >= 0) {
    const hours = parseOffsetPart(zone.slice(0, colon));
    const minutes = parseOffsetPart(zone.slice(colon + 1));
    return (hours * 60 + (zone.startsWith("-") ? -minutes : minutes)) * 60;
  }
  const parts = new Map(
    formatterFor(zone)
      .formatToParts(timestamp.seconds * 1_000)
      .map(({ type, value }) => [type, value]),
  );
  const read = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const local = new Date(0);
  local.setUTCFullYear(parts.get("era") === "BC" ? 1 - read("year") : read("year"), read("month") - 1, read("day"));
  local.setUTCHours(read("hour"), read("minute"), read("second"));
  return local.getTime() / 1_000 - timestamp.seconds;
}

function parseOffsetPart(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) {
    throw new CelEvaluationError(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  return Number(text);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Zones are made once: each costs tens of microseconds. Only names that exist get in, and there are some 600 of them. */
function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  // JavaScript takes any case and offsets without a colon; the database that Go reads has exact names.
  if (!/^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/.test(zone)) throw new CelEvaluationError(`unknown time zone ${zone}`);
  try {
    const formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatters.set(zone, formatter);
    return formatter;
  } catch {
    throw new CelEvaluationError(`unknown time zone ${zone}`);
  }
}
