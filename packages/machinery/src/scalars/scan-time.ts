/**
 * Reads RFC 3339 with the freedoms and the messages of Go's `time.Parse`: an hour may have one digit, a comma may stand for
 * the point, offsets go up to 24:60. Leap seconds and days that a month does not have are refused.
 */
import { InvalidScalarError } from "./invalid-scalar-error.ts";
import { quoteTime } from "./quote-time.ts";

/** Go's names for the two layouts; error messages quote them. */
export const timeLayout = {
  seconds: "2006-01-02T15:04:05Z07:00",
  micros: "2006-01-02T15:04:05.000000Z07:00",
} as const;

export type TimeLayout = (typeof timeLayout)[keyof typeof timeLayout];

/** Nanoseconds count up from the second, before 1970 as well. */
export interface ScannedTime {
  readonly seconds: number;
  readonly nanoseconds: number;
}

export function scanTime(text: string, layout: TimeLayout): ScannedTime {
  const scanner = new TimeScanner(text, layout);
  const year = scanner.number(/^[0-9]{4}/, "2006");
  scanner.literal("-");
  const month = scanner.number(twoDigits, "01", "month", 1, 12);
  scanner.literal("-");
  const day = scanner.number(twoDigits, "02");
  scanner.literal("T");
  const hour = scanner.number(/^[0-9]{1,2}/, "15", "hour", 0, 23);
  scanner.literal(":");
  const minute = scanner.number(twoDigits, "04", "minute", 0, 59);
  scanner.literal(":");
  const second = scanner.number(twoDigits, "05", "second", 0, 59);
  const nanoseconds = scanner.fraction();
  const offsetMinutes = scanner.offset();
  scanner.end();
  if (day < 1 || day > daysIn(year, month)) throw scanner.outOfRange("day");
  const date = new Date(0);
  // Date.UTC takes the years 0 to 99 for those of the last century.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - offsetMinutes, second);
  return { seconds: date.getTime() / 1_000, nanoseconds };
}

const twoDigits = /^[0-9]{2}/;

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Takes one element of the layout after the other from the front of the text. */
class TimeScanner {
  readonly #text: string;
  readonly #layout: TimeLayout;
  #rest: string;

  constructor(text: string, layout: TimeLayout) {
    this.#text = text;
    this.#layout = layout;
    this.#rest = text;
  }

  literal(character: string): void {
    if (!this.#rest.startsWith(character)) throw this.#mismatch(character);
    this.#rest = this.#rest.slice(1);
  }

  number(pattern: RegExp, element: string, name = "", min = 0, max = Number.POSITIVE_INFINITY): number {
    const digits = pattern.exec(this.#rest)?.[0];
    if (digits === undefined) throw this.#mismatch(element);
    this.#rest = this.#rest.slice(digits.length);
    const value = Number(digits);
    if (value < min || value > max) throw this.outOfRange(name);
    return value;
  }

  /** Nanoseconds: any number of digits or none after seconds, six and no fewer where the layout has them. */
  fraction(): number {
    const isMicro = this.#layout === timeLayout.micros;
    const digits = (isMicro ? /^[.,]([0-9]{6})/ : /^[.,]([0-9]+)/).exec(this.#rest)?.[1];
    if (digits === undefined) {
      if (isMicro) throw this.#mismatch(".000000");
      return 0;
    }
    this.#rest = this.#rest.slice(digits.length + 1);
    return Number(digits.slice(0, 9).padEnd(9, "0"));
  }

  /** Minutes east of UTC. */
  offset(): number {
    if (this.#rest.startsWith("Z")) {
      this.#rest = this.#rest.slice(1);
      return 0;
    }
    const [, sign, hourText = "", minuteText = ""] = /^([\0-\x7f])(..):(..)/s.exec(this.#rest) ?? [];
    // Go looks at the ranges before it looks at the sign and at the minutes' digits.
    const hours = twoDigits.test(hourText) ? Number(hourText) : Number.NaN;
    const minutes = twoDigits.test(minuteText) ? Number(minuteText) : Number.NaN;
    if (minutes > 60 && hours >= 0) throw this.outOfRange("time zone offset minute");
    if (hours > 24) throw this.outOfRange("time zone offset hour");
    if ((sign !== "+" && sign !== "-") || Number.isNaN(hours + minutes)) throw this.#mismatch("Z07:00");
    this.#rest = this.#rest.slice(6);
    return (hours * 60 + minutes) * (sign === "-" ? -1 : 1);
  }

  end(): void {
    if (this.#rest !== "") throw this.#error(`: extra text: ${quoteTime(this.#rest)}`);
  }

  outOfRange(name: string): InvalidScalarError {
    return this.#error(`: ${name} out of range`);
  }

  #mismatch(element: string): InvalidScalarError {
    const found = quoteTime(this.#rest);
    return this.#error(` as ${quoteTime(this.#layout)}: cannot parse ${found} as ${quoteTime(element)}`);
  }

  #error(message: string): InvalidScalarError {
    return new InvalidScalarError(`parsing time ${quoteTime(this.#text)}${message}`);
  }
}
