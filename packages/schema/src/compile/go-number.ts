/**
 * Numbers as the API server sees them: an int64 where the JSON was an integer that fits, a float64 otherwise.
 *
 * Its limits are float64 throughout, and an integer is compared with the limit cut to an int64. Users meet the consequences
 * (`multipleOf: 0.5` refuses every integer), so they are kept.
 */

/** What the API server calls the type of the number. */
export function isGoInteger(value: number | bigint): boolean {
  return typeof value === "bigint" ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);
}

const minInt64 = -(2n ** 63n);

/** `int64(limit)` in Go on amd64: cut towards zero, and the lowest of all where it does not fit. */
export function cutToInt64(limit: number): bigint {
  if (!Number.isFinite(limit)) return minInt64;
  const cut = BigInt(Math.trunc(limit));
  return BigInt.asIntN(64, cut) === cut ? cut : minInt64;
}

/** Whether a float counts as an integer: exactly, or from above by less than one part in 10^9. */
export function isIntegralFloat(value: number): boolean {
  if (Number.isNaN(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const cut = Math.trunc(value);
  if (value === cut) return true;
  if (value < 0 || cut === 0) return false;
  return (value - cut) / (value + cut) < 1e-9;
}

/** `%v` of a float64: the shortest digits, with an exponent below 1e-4 and from 1e6 on. */
export function formatGoFloat(value: number): string {
  const [mantissa = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (value === 0 || (power >= -4 && power < 6)) return plainDigits(value);
  return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

function plainDigits(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Whether a number survives as the type and format that a schema names. Other types and formats hold every number. */
export function fitsNumberFormat(value: number | bigint, type: string, format: string): boolean {
  if (type === "integer") {
    if (typeof value === "number" && !Number.isInteger(value)) return false;
    const whole = BigInt(value);
    return BigInt.asIntN(format === "int32" ? 32 : 64, whole) === whole;
  }
  return format !== "float" || Number.isFinite(Math.fround(Number(value)));
}
