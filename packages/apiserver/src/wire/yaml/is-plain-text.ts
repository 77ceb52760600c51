/** Whether a text that stands without quotes is read as a text by a reader of YAML 1.1, and not as something else. */

const words: ReadonlySet<string> = new Set(
  [
    ["", "~", ".nan", ".NaN", ".NAN"],
    ["null", "true", "false", "yes", "no", "on", "off", "y", "n"].flatMap(inAllCases),
    ["", "+", "-"].flatMap((sign) => [".inf", ".Inf", ".INF"].map((word) => sign + word)),
  ].flat(),
);

function inAllCases(word: string): string[] {
  return [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()];
}

const beginsNumber = /^[-+.0-9]/;
const decimal = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const withBase = /^([-+]?)0([xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)$/;
const sexagesimal = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const timestamp =
  /^(\d{4}-\d{1,2}-\d{1,2})(?:[Tt](\d{1,2}:\d{1,2}:\d{1,2})(?:\.\d+)?(?:Z|[-+]\d{2}:\d{2})| (\d{1,2}:\d{1,2}:\d{1,2})(?:\.\d+)?)?$/;

export function isPlainText(text: string): boolean {
  if (words.has(text)) return false;
  if (!beginsNumber.test(text)) return true;
  return !isNumber(text) && !isTime(text) && !sexagesimal.test(text);
}

function isNumber(text: string): boolean {
  // Digits may be grouped by underscores, but not behind a point that comes first.
  const plain = text.startsWith(".") ? text : text.replaceAll("_", "");
  if (decimal.test(plain)) return Number.isFinite(Number(plain));
  const [, sign, digits] = withBase.exec(plain) ?? [];
  if (digits === undefined) return false;
  const size = BigInt(`0${digits.toLowerCase()}`);
  return sign === "" ? size < 2n ** 64n : size < 2n ** 63n + (sign === "-" ? 1n : 0n);
}

function isTime(text: string): boolean {
  const [, date, zoned, local] = timestamp.exec(text) ?? [];
  if (date === undefined) return false;
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = (zoned ?? local ?? "0").split(":").map(Number);
  if (hours > 23 || minutes > 59 || seconds > 59 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
