/** Integers as `gt` and `lt` of a label selector compare them: exact, and 64 bits wide as in Go. */
const min = -(2n ** 63n);
const max = 2n ** 63n - 1n;

/** A decimal integer with an optional sign that fits in 64 bits; `undefined` for anything else. */
export function parseInt64(text: string): bigint | undefined {
  // The length comes first, because reading a number of many digits takes time; zeros in front are allowed, though.
  const significant = text.replace(/^([+-]?)0+(?=[0-9])/, "$1");
  if (significant.length > 20 || !/^[+-]?[0-9]+$/.test(significant)) return undefined;
  const value = BigInt(significant.replace("+", ""));
  return value >= min && value <= max ? value : undefined;
}
