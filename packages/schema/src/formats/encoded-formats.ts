/** Base64, dates and durations, by the rules of Go's libraries and of what Kubernetes adds to them. */
import { parseDurationNs } from "@pintle/machinery";

/** Groups of four, the last of which may be padded. An empty text is none. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

export function isDate(text: string): boolean {
  const [, year, month, day] = (/^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const longest = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day >= 1 && day <= longest;
}

const timePattern = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[^\n][0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/u;

/** As lenient as Kubernetes: whatever stands behind a second `t` is not looked at. */
export function isDateTime(text: string): boolean {
  const [date = "", time = ""] = text.toLowerCase().split("t", 2);
  const [, hour = "", minute = "", second = ""] = timePattern.exec(time) ?? [];
  return isDate(date) && hour !== "" && hour <= "23" && minute <= "59" && second <= "59";
}

/** Full names of units; the last of each line also begins longer words, as `sec` begins `seconds`. */
const units = [
  ["ns", "nano"],
  ["us", "µs", "micro"],
  ["ms", "milli"],
  ["s", "sec"],
  ["m", "min"],
  ["h", "hr", "hour"],
  ["d", "day"],
  ["w", "wk", "week"],
];

/** Go's durations, or any text with a number before a unit in it: `2 days` and `about 3 weeks` both are. */
export function isFormatDuration(text: string): boolean {
  return isGoDuration(text) || isWordyDuration(text);
}

function isGoDuration(text: string): boolean {
  try {
    parseDurationNs(text);
    return true;
  } catch {
    return false;
  }
}

function isWordyDuration(text: string): boolean {
  let hasUnit = false;
  for (const [, digits = "", word = ""] of text.matchAll(/([0-9]+)[\t\n\f\r ]*([A-Za-zµ]*)/g)) {
    if (word === "") continue;
    if (digits.replace(/^0+/, "").length > 19 || BigInt(digits) >= 2n ** 63n) return false;
    const unit = word.toLowerCase();
    hasUnit ||= units.some((names) => names.includes(unit) || unit.startsWith(names.at(-1) ?? ""));
  }
  return hasUnit;
}
