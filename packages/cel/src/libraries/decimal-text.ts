/**
 * Doubles in decimal, exactly: a double is a whole number times a power of two, so its decimal digits end, and rounding them
 * half to even gives what Go prints. `toFixed` and `toExponential` round a half up, and stop at 100 digits.
 */

/** `0.digits × 10^point`. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

/** With that many digits after the point and no exponent; of the absolute value. */
export function fixedDigits(value: number, precision: number): string {
  const exact = exactDecimal(Math.abs(value));
  const { digits, point } = round(exact, exact.point + precision);
  const whole = point <= 0 ? "0" : digits.slice(0, point).padEnd(point, "0");
  const fraction = "0".repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point));
  return precision === 0 ? whole : `${whole}.${fraction.slice(0, precision).padEnd(precision, "0")}`;
}

/** One digit before the point, `precision` after it, and the power of ten; of the absolute value. */
export function scientificDigits(
  value: number,
  precision: number,
): { readonly mantissa: string; readonly power: number } {
  const exact = exactDecimal(Math.abs(value));
  const { digits, point } = round(exact, precision + 1);
  const fraction = digits.slice(1, precision + 1).padEnd(precision, "0");
  const mantissa = precision === 0 ? digits.charAt(0) || "0" : `${digits.charAt(0) || "0"}.${fraction}`;
  return { mantissa, power: digits === "" ? 0 : point - 1 };
}

const fractionBits = 52n;

function exactDecimal(value: number): Decimal {
  if (value === 0) return { digits: "", point: 0 };
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const biased = Number(raw >> fractionBits);
  const fraction = raw & ((1n << fractionBits) - 1n);
  const mantissa = biased === 0 ? fraction : fraction | (1n << fractionBits);
  const exponent = Math.max(biased, 1) - 1075;
  if (exponent >= 0) {
    const digits = (mantissa << BigInt(exponent)).toString();
    return { digits, point: digits.length };
  }
  const digits = (mantissa * 5n ** BigInt(-exponent)).toString();
  return { digits, point: digits.length + exponent };
}

/** To as many digits, half to even. */
function round({ digits, point }: Decimal, count: number): Decimal {
  if (count >= digits.length) return { digits, point };
  if (count < 0) return { digits: "", point };
  const kept = digits.slice(0, count);
  const rest = digits.slice(count);
  const isHalf = /^50*$/.test(rest);
  const isOdd = /[13579]$/.test(kept);
  const goesUp = isHalf ? isOdd : rest.charAt(0) >= "5";
  if (!goesUp) return { digits: kept, point };
  const raised = (BigInt(kept || "0") + 1n).toString();
  return raised.length > count ? { digits: raised, point: point + 1 } : { digits: raised, point };
}
