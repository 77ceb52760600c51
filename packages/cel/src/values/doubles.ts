/** Doubles as text, by Go's rules, which differ from JavaScript's in exponents, infinities and underscores. */

/** `%g` with as many digits as it takes: an exponent, of two digits at least, below 1e-4 and from 1e+06 on. */
export function formatDoubleShort(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa = "", exponentText = "0"] = value.toExponential().split("e");
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 6) return formatDoublePlain(value);
  const sign = exponent < 0 ? "-" : "+";
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** `%f` with as many digits as it takes: never an exponent. */
export function formatDoublePlain(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return Object.is(value, -0) ? "-0" : text;
  const [, sign = "", whole = "", fraction = "", exponentText = "0"] = match;
  const exponent = Number(exponentText);
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${whole}${fraction}`;
  return `${sign}${whole}${fraction.padEnd(exponent, "0")}`;
}

/** A number as Go's `ParseFloat` reads it; `undefined` for what it refuses, numbers out of range among them. */
export function parseDouble(text: string): number | undefined {
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (special) {
    const [, sign, name = ""] = special;
    if (name.toLowerCase() === "nan") return sign === "" ? Number.NaN : undefined;
    return sign === "-" ? -Infinity : Infinity;
  }
  if (/_/.test(text) && !/^[+-]?(0[xX]_?)?[\da-fA-F]+(_[\da-fA-F]+)*/.test(text)) return undefined;
  if (/_(?![\da-fA-F])|(?<![\da-fA-FxX])_/.test(text)) return undefined;
  const plain = text.replaceAll("_", "");
  const hex = /^([+-]?)0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)$/.exec(plain);
  if (hex) return parseHexDouble(hex);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

function parseHexDouble([, sign, whole = "", fraction = "", exponent = "0"]: RegExpExecArray): number | undefined {
  if (whole === "" && fraction === "") return undefined;
  const magnitude = Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (Number(exponent) - 4 * fraction.length);
  if (!Number.isFinite(magnitude)) return undefined;
  return sign === "-" ? -magnitude : magnitude;
}
