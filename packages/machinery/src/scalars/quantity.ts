/**
 * Amounts of resources, exact: integers of any size and a power of ten, never a float.
 *
 * A quantity is a plain immutable value. It remembers the format in which it was written, and arithmetic keeps that of the
 * left side, so that memory stays in `Mi` and CPU in `m`. Sums are neither rounded nor capped; only parsing does that.
 */
import { InvalidScalarError } from "./invalid-scalar-error.ts";

/** `12M`, `12Mi` and `12e6`, in the words of Kubernetes. */
export type QuantityFormat = "DecimalSI" | "BinarySI" | "DecimalExponent";

export interface Quantity {
  /** The amount is `mantissa × 10^exponent`. */
  readonly mantissa: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
  /** The text it was parsed from, where Kubernetes prints that again unchanged: `1.500` stays `1.500`. */
  readonly spelling?: string;
}

/** Exponents further apart (`1e1000000` and `1`) would make numbers of that many digits, and a sum that takes minutes. */
const maxExponentGap = 10_000;

const maxInt64 = 2n ** 63n - 1n;
const minInt64 = -(2n ** 63n);

export function signOfQuantity(quantity: Quantity): -1 | 0 | 1 {
  if (quantity.mantissa === 0n) return 0;
  return quantity.mantissa < 0n ? -1 : 1;
}

export function isZeroQuantity(quantity: Quantity): boolean {
  return quantity.mantissa === 0n;
}

/** The order of the amounts; formats and spellings do not count. */
export function compareQuantity(left: Quantity, right: Quantity): -1 | 0 | 1 {
  const sign = signOfQuantity(left);
  const other = signOfQuantity(right);
  if (sign !== other) return sign < other ? -1 : 1;
  const gap = left.exponent - right.exponent;
  if (Math.abs(gap) > maxExponentGap && sign !== 0) {
    // With so many zeros between them the number of digits decides, unless one mantissa is itself as long as the gap.
    const longer = digitsBeforePoint(left) - digitsBeforePoint(right);
    if (longer !== 0) return longer > 0 === sign > 0 ? 1 : -1;
  }
  const [leftMantissa, rightMantissa] = align(left, right);
  if (leftMantissa === rightMantissa) return 0;
  return leftMantissa < rightMantissa ? -1 : 1;
}

/** The sum in the format of the left side, or of the right one where the left is zero. */
export function addQuantity(left: Quantity, right: Quantity): Quantity {
  if (left.mantissa === 0n) return withoutSpelling(right);
  if (right.mantissa === 0n) return withoutSpelling(left);
  if (Math.abs(left.exponent - right.exponent) > maxExponentGap) {
    throw new InvalidScalarError(
      `quantities with exponents ${left.exponent} and ${right.exponent} are too far apart to be added exactly`,
    );
  }
  const [leftMantissa, rightMantissa] = align(left, right);
  return {
    mantissa: leftMantissa + rightMantissa,
    exponent: Math.min(left.exponent, right.exponent),
    format: left.format,
  };
}

export function subtractQuantity(left: Quantity, right: Quantity): Quantity {
  return addQuantity(left, negateQuantity(right));
}

export function negateQuantity({ mantissa, exponent, format }: Quantity): Quantity {
  return { mantissa: -mantissa, exponent, format };
}

/**
 * The amount as an integer, rounded away from zero: half a core counts as one.
 * Amounts beyond 64 bits give the largest such integer, where Go's would wrap around or become 0.
 */
export function quantityValue(quantity: Quantity): bigint {
  return inUnitsOf(quantity, 0);
}

/** The amount in thousandths, rounded away from zero and held within 64 bits: the usual measure for CPU. */
export function quantityMilliValue(quantity: Quantity): bigint {
  return inUnitsOf(quantity, -3);
}

/** The nearest number; exact up to 2^53, and infinite where the amount exceeds what a number can hold. */
export function quantityToNumber({ mantissa, exponent }: Quantity): number {
  return Number(`${mantissa}e${exponent}`);
}

function withoutSpelling({ mantissa, exponent, format }: Quantity): Quantity {
  return { mantissa, exponent, format };
}

/** Both mantissas for the smaller of the two exponents. */
function align(left: Quantity, right: Quantity): [bigint, bigint] {
  const gap = left.exponent - right.exponent;
  if (gap === 0 || left.mantissa === 0n || right.mantissa === 0n) return [left.mantissa, right.mantissa];
  if (gap > 0) return [left.mantissa * 10n ** BigInt(gap), right.mantissa];
  return [left.mantissa, right.mantissa * 10n ** BigInt(-gap)];
}

function digitsBeforePoint({ mantissa, exponent }: Quantity): number {
  const digits = mantissa.toString().length - (mantissa < 0n ? 1 : 0);
  return digits + exponent;
}

function inUnitsOf({ mantissa, exponent }: Quantity, unitExponent: number): bigint {
  const shift = exponent - unitExponent;
  if (mantissa === 0n) return 0n;
  if (shift < 0) return clampToInt64(divideAwayFromZero(mantissa, 10n ** BigInt(-shift)));
  // The smallest mantissa with twenty zeros is beyond 64 bits already; a million zeros need not be written out.
  return clampToInt64(mantissa * 10n ** BigInt(Math.min(shift, 20)));
}

function divideAwayFromZero(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  if (quotient * divisor === dividend) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

function clampToInt64(value: bigint): bigint {
  if (value > maxInt64) return maxInt64;
  return value < minInt64 ? minInt64 : value;
}
