/** Reads the schedules of CronJobs as the library does that the API server uses, for its complaints. */
import { parseDurationNs } from "@pintle/machinery";

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const days = "sun mon tue wed thu fri sat".split(" ");
const fields: readonly Bounds[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: months },
  { least: 0, most: 6, names: days },
];

const descriptors = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];

/** What is wrong with a schedule, or nothing. */
export function complainOfSchedule(schedule: string): string | undefined {
  const spec = schedule.replace(/^(TZ|CRON_TZ)=\S*\s*/, "").trim();
  if (spec.startsWith("@")) return complainOfDescriptor(spec);
  const parts = spec === "" ? [] : spec.split(/\s+/);
  if (parts.length !== 5) return `expected exactly 5 fields, found ${parts.length}: [${parts.join(" ")}]`;
  for (const [index, part] of parts.entries()) {
    const problem = complainOfField(part, fields[index] as Bounds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function complainOfDescriptor(spec: string): string | undefined {
  if (descriptors.includes(spec)) return undefined;
  if (spec.startsWith("@every ")) {
    try {
      parseDurationNs(spec.slice("@every ".length));
      return undefined;
    } catch (error) {
      return `failed to parse duration ${spec}: ${(error as Error).message}`;
    }
  }
  return `unrecognized descriptor: ${spec}`;
}

function complainOfField(field: string, bounds: Bounds): string | undefined {
  for (const part of field.split(",").filter((piece) => piece !== "")) {
    const problem = complainOfRange(part, bounds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function complainOfRange(text: string, bounds: Bounds): string | undefined {
  const [range = "", step, ...tooMany] = text.split("/");
  const [low = "", high, ...more] = range.split("-");
  const isAny = low === "*" || low === "?";
  if (!isAny && more.length > 0) return `too many hyphens: ${text}`;
  const start = isAny ? bounds.least : read(low, bounds);
  const end = isAny ? bounds.most : high === undefined ? start : read(high, bounds);
  if (typeof start === "string") return start;
  if (typeof end === "string") return end;
  if (tooMany.length > 0) return `too many slashes: ${text}`;
  const width = step === undefined ? 1 : readNumber(step);
  if (typeof width === "string") return width;
  const last = step !== undefined && !isAny && high === undefined ? bounds.most : end;
  if (start < bounds.least) return `beginning of range (${start}) below minimum (${bounds.least}): ${text}`;
  if (last > bounds.most) return `end of range (${last}) above maximum (${bounds.most}): ${text}`;
  if (start > last) return `beginning of range (${start}) beyond end of range (${last}): ${text}`;
  return width === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

function read(text: string, { names, least }: Bounds): number | string {
  const index = names?.indexOf(text.toLowerCase()) ?? -1;
  return index >= 0 ? index + least : readNumber(text);
}

/** The number, or what is wrong with it. */
function readNumber(text: string): number | string {
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  const value = Number(text);
  return value < 0 ? `negative number (${value}) not allowed: ${text}` : value;
}
