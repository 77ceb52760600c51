/** Prints quantities in the canonical form: no fraction, nothing lost, and the largest suffix with which that holds. */
import type { Quantity } from "./quantity.ts";
import { binarySuffix, decimalSuffix, largestBinaryStep, largestDecimalPower } from "./quantity-suffix.ts";
import { trimTrailingZeros } from "./trim-trailing-zeros.ts";

/**
 * The text that Kubernetes puts on the wire. Binary amounts below 1024 or with a fraction are printed in decimal.
 *
 * Beyond `E` and `Ei` there is no suffix. Upstream then prints none (10^21 becomes `1`); here the number grows instead: `1000E`.
 */
export function formatQuantity(quantity: Quantity): string {
  if (quantity.spelling !== undefined) return quantity.spelling;
  if (quantity.mantissa === 0n) return "0";
  if (quantity.format === "BinarySI") return formatBinary(quantity) ?? formatDecimal(quantity);
  return formatDecimal(quantity);
}

function formatDecimal({ mantissa, exponent, format }: Quantity): string {
  const written = mantissa.toString();
  const digits = trimTrailingZeros(written);
  const exact = exponent + written.length - digits.length;
  const threefold = Math.floor(exact / 3) * 3;
  const power = format === "DecimalExponent" ? threefold : Math.min(threefold, largestDecimalPower);
  const number = digits + "0".repeat(exact - power);
  if (format !== "DecimalExponent") return number + decimalSuffix(power);
  return power === 0 ? number : `${number}e${power}`;
}

function formatBinary({ mantissa, exponent }: Quantity): string | undefined {
  const scale = 10n ** BigInt(Math.abs(exponent));
  if (exponent < 0 && mantissa % scale !== 0n) return undefined;
  let value = exponent < 0 ? mantissa / scale : mantissa * scale;
  if (value > -1024n && value < 1024n) return undefined;
  let step = 0;
  while (step < largestBinaryStep && value % 1024n === 0n) {
    value /= 1024n;
    step += 1;
  }
  return `${value}${binarySuffix(step)}`;
}
