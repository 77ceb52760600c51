/** Numbers as Go prints them with `%v`: whole ones in full, fractions in the shortest form, with an exponent from 21 digits on. */

export function formatGoNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const [mantissa = "", exponent] = String(value).split("e");
  if (exponent === undefined) {
    const size = Math.abs(value);
    return size !== 0 && size < 1e-4 ? formatSmall(value) : mantissa;
  }
  const digits = Math.abs(Number(exponent));
  return `${mantissa}e${exponent.startsWith("-") ? "-" : "+"}${digits < 10 ? "0" : ""}${digits}`;
}

function formatSmall(value: number): string {
  const [mantissa = "", exponent = "0"] = value.toExponential().split("e");
  return `${mantissa}e-${String(Math.abs(Number(exponent))).padStart(2, "0")}`;
}
