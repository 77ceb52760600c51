/**
 * Reads quantities as Kubernetes does, with its leniency and its three error messages.
 *
 * Amounts finer than a nano unit are rounded away from zero, binary ones beyond 2^63-1 are capped. The time stays near
 * linear in the text whatever it says: zeros and digits that rounding drops are dropped as text, before any number is made of them.
 */
import { InvalidScalarError } from "./invalid-scalar-error.ts";
import type { Quantity } from "./quantity.ts";
import { parseQuantitySuffix, type QuantityUnit } from "./quantity-suffix.ts";
import { trimTrailingZeros } from "./trim-trailing-zeros.ts";

const formatWrong = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const numberWrong = "unable to parse numeric part of quantity";
const suffixWrong = "unable to parse quantity's suffix";

const finestExponent = -9;
const maxExponent = 2 ** 31 - 1;
const maxBinaryAmount = 2n ** 63n - 1n;

type Amount = Pick<Quantity, "mantissa" | "exponent">;

/** A quantity's text, taken apart. */
interface Parts {
  readonly isNegative: boolean;
  /** Digits before the point without leading zeros; `0` where none are left. */
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: string;
  readonly hasDigits: boolean;
}

/** Throws an `InvalidScalarError` with upstream's message when the text is no quantity. */
export function parseQuantity(text: string): Quantity {
  if (text === "") throw new InvalidScalarError(formatWrong);
  const parts = splitQuantity(text);
  const unit = parseQuantitySuffix(parts.suffix);
  if (unit === undefined) throw new InvalidScalarError(suffixWrong);
  const isShort = isShortQuantity(parts, unit);
  if (!isShort && !parts.hasDigits) throw new InvalidScalarError(numberWrong);

  const { mantissa, exponent } = unit.base === 10 ? decimalAmount(parts, unit.power) : binaryAmount(parts, unit.power);
  const isBelowOne = unit.base === 2 && mantissa !== 0n && mantissa < 10n ** BigInt(-exponent);
  const quantity: Quantity = {
    mantissa: parts.isNegative ? -mantissa : mantissa,
    exponent,
    format: isBelowOne ? "DecimalSI" : unit.format,
  };
  return isShort && isKeptAsWritten(parts, unit) ? { ...quantity, spelling: text } : quantity;
}

/**
 * Reads a quantity from a JSON value: a string, which may have space around it, or a number.
 * A number has lost its spelling by then, so `0.0000005` and `5e-7` are the same here.
 */
export function quantityFromJson(value: string | number | bigint): Quantity {
  return parseQuantity(String(value).trim());
}

function splitQuantity(text: string): Parts {
  const isNegative = text.startsWith("-");
  const start = isNegative || text.startsWith("+") ? 1 : 0;
  const pointAt = endOfDigits(text, start);
  const fractionAt = text[pointAt] === "." ? pointAt + 1 : pointAt;
  const suffixAt = fractionAt === pointAt ? pointAt : endOfDigits(text, fractionAt);

  let at = suffixAt;
  while (at < text.length && "eEinumkKMGTP".includes(text.charAt(at))) at += 1;
  if (text[at] === "-" || text[at] === "+") at += 1;
  if (endOfDigits(text, at) !== text.length) throw new InvalidScalarError(formatWrong);

  return {
    isNegative,
    whole: text.slice(endOfZeros(text, start), pointAt) || "0",
    fraction: text.slice(fractionAt, suffixAt),
    suffix: text.slice(suffixAt),
    hasDigits: pointAt > start || suffixAt > fractionAt,
  };
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at += 1;
  return at;
}

function endOfZeros(text: string, from: number): number {
  let at = from;
  while (text[at] === "0") at += 1;
  return at;
}

/**
 * Whether upstream reads the text on its short path, for amounts that surely fit into 64 bits. The amount is the same on
 * both, but only the short one takes a suffix without digits (`Ki` is zero, `Ei` an error) and remembers the spelling.
 */
function isShortQuantity({ whole, fraction }: Parts, { base, power }: QuantityUnit): boolean {
  if (base === 2) return fraction === "" && whole.length + (power * 3) / 10 <= 14;
  return whole.length + fraction.length <= 18 && power - fraction.length >= finestExponent;
}

/** Upstream's quick test for a canonical text. It overlooks a plus, leading zeros and a point, which are then kept. */
function isKeptAsWritten({ whole, fraction }: Parts, { base, power }: QuantityUnit): boolean {
  if (base === 2) return Number(whole) % 8 !== 0;
  const digits = whole + fraction;
  return (power - fraction.length) % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
}

function decimalAmount({ whole, fraction }: Parts, power: number): Amount {
  const padded = whole + fraction;
  const digits = trimTrailingZeros(padded);
  if (digits === "") return { mantissa: 0n, exponent: 0 };
  const exponent = power - fraction.length + (padded.length - digits.length);
  // Printing moves the zeros into the exponent, and what is printed must be readable again.
  if (exponent > maxExponent) throw new InvalidScalarError(suffixWrong);
  if (exponent >= finestExponent) return { mantissa: BigInt(digits), exponent };
  // The last digit is not zero, so something is lost and the rest goes up by one.
  const kept = digits.slice(0, Math.max(0, digits.length - (finestExponent - exponent)));
  return { mantissa: BigInt(kept) + 1n, exponent: finestExponent };
}

function binaryAmount({ whole, fraction }: Parts, power: number): Amount {
  const places = trimTrailingZeros(fraction);
  const exact = BigInt(whole + places) << BigInt(power);
  const exponent = Math.max(-places.length, finestExponent);
  const divisor = 10n ** BigInt(exponent + places.length);
  const mantissa = (exact + divisor - 1n) / divisor;
  return mantissa > maxBinaryAmount * 10n ** BigInt(-exponent)
    ? { mantissa: maxBinaryAmount, exponent: 0 }
    : { mantissa, exponent };
}
