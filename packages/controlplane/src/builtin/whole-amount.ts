/**
 * Whether an amount is whole, as upstream finds out: it counts thousandths in 64 bits, which overflow. What is near the largest amount is then
 * judged by what is left of it.
 */
import { parseQuantity } from "@pintle/machinery";

const thousandth = -3;
/** After so many tens nothing is left in 64 bits. */
const bits = 64;

/** Integers of few digits with a large suffix are multiplied ten by ten, and are nothing once that overflows. */
const isMultipliedByTens = /^[+-]?[0-9]{1,18}(?:[GTPE]$|[eE])/;

export function isWholeAmount(amount: string): boolean {
  return countThousandths(amount) % 1000n === 0n;
}

function countThousandths(amount: string): bigint {
  const { mantissa, exponent } = parseQuantity(amount);
  const shift = exponent - thousandth;
  if (shift < 0) return divideAwayFromZero(mantissa, 10n ** BigInt(-shift));
  const exact = mantissa * 10n ** BigInt(Math.min(shift, bits));
  const left = BigInt.asIntN(bits, exact);
  return left !== exact && isMultipliedByTens.test(amount) ? 0n : left;
}

function divideAwayFromZero(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  if (quotient * divisor === dividend) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}
