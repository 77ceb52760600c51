/** The suffixes of quantities, both ways: what `Mi` multiplies by, and which suffix a power of ten or 1024 prints as. */
import type { QuantityFormat } from "./quantity.ts";

/** A number is multiplied by `base^power`. */
export interface QuantityUnit {
  readonly base: 2 | 10;
  readonly power: number;
  readonly format: QuantityFormat;
}

const decimalSuffixes = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"] as const;
const binarySuffixes = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"] as const;
const smallestDecimalPower = -9;

export const largestDecimalPower = 18;
export const largestBinaryStep = binarySuffixes.length;

const units = new Map<string, QuantityUnit>();
for (const [step, suffix] of decimalSuffixes.entries()) {
  units.set(suffix, { base: 10, power: smallestDecimalPower + 3 * step, format: "DecimalSI" });
}
for (const [step, suffix] of binarySuffixes.entries()) {
  units.set(suffix, { base: 2, power: 10 * (step + 1), format: "BinarySI" });
}

const exponentSuffix = /^[eE][+-]?[0-9]+$/;
const maxExponent = 2 ** 31 - 1;

/** What the suffix means, or `undefined` where it is none. Exponents that do not fit into 32 bits are none. */
export function parseQuantitySuffix(suffix: string): QuantityUnit | undefined {
  const unit = units.get(suffix);
  if (unit !== undefined) return unit;
  if (!exponentSuffix.test(suffix)) return undefined;
  const power = Number(suffix.slice(1));
  return Math.abs(power) <= maxExponent ? { base: 10, power, format: "DecimalExponent" } : undefined;
}

/** The suffix for a power of ten that is a multiple of three between -9 and 18. */
export function decimalSuffix(power: number): string {
  return decimalSuffixes[(power - smallestDecimalPower) / 3] ?? "";
}

/** The suffix for a power of 1024, from 1 to 6; none for 0. */
export function binarySuffix(step: number): string {
  return binarySuffixes[step - 1] ?? "";
}
