/** Numbers as Go's YAML writes them: whole ones of 64 bits in full, all others in the shortest form. */

const [least, most] = [-(2 ** 63), 2 ** 64];
/** From so many digits before the point on there is an exponent. */
const maxWholeDigits = 6;

export function formatYamlNumber(value: number | bigint): string {
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  if (isWhole && value >= least && value < most) return String(value);
  return formatFraction(Number(value));
}

function formatFraction(value: number): string {
  const [mantissa = "", exponent = "0"] = value.toExponential().split("e");
  const size = Number(exponent);
  if (size >= -4 && size < maxWholeDigits) return String(value).includes("e") ? value.toFixed(20) : String(value);
  return `${mantissa}e${size < 0 ? "-" : "+"}${String(Math.abs(size)).padStart(2, "0")}`;
}
