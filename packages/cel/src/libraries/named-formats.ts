/** The formats that Kubernetes knows by name: what each complains about, in the API server's words. */
import { validateGenerateName, validateLabelValue, validateObjectName, validateQualifiedName } from "@pintle/machinery";
import { urlProblem } from "./url-library.ts";

export interface NamedFormat {
  /** As messages have it; `format.named` takes the key under which it stands here. */
  readonly name: string;
  readonly validate: (text: string) => readonly string[];
  /** The length of the pattern that the check would be, for its cost. */
  readonly patternSize: number;
}

const dateTimePattern = /^([0-9]{2}):([0-9]{2}):([0-9]{2})([^\n][0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/u;
const uuidPattern = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Groups of four, the last of which may be padded. An empty text is none. */
function isBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/.test(text);
}

function isDate(text: string): boolean {
  const [, year, month, day] = (/^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const longest = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day >= 1 && day <= longest;
}

/** As lenient as Kubernetes: whatever stands behind a second `t` is not looked at. */
function isDateTime(text: string): boolean {
  const [date = "", time = ""] = text.toLowerCase().split("t");
  const [, hour = "", minute = "", second = ""] = dateTimePattern.exec(time) ?? [];
  return isDate(date) && hour !== "" && hour <= "23" && minute <= "59" && second <= "59";
}

function complainUnless(isValid: (text: string) => boolean, complaint: string): NamedFormat["validate"] {
  return (text) => (isValid(text) ? [] : [complaint]);
}

export const namedFormats: ReadonlyMap<string, NamedFormat> = new Map<string, NamedFormat>([
  ["dns1123Label", name("DNS1123Label", 30, (text) => validateObjectName("dns1123Label", text))],
  ["dns1123Subdomain", name("DNS1123Subdomain", 60, (text) => validateObjectName("dns1123Subdomain", text))],
  ["dns1035Label", name("DNS1035Label", 30, (text) => validateObjectName("dns1035Label", text))],
  ["qualifiedName", name("QualifiedName", 60, validateQualifiedName)],
  ["dns1123LabelPrefix", name("DNS1123LabelPrefix", 30, (text) => validateGenerateName("dns1123Label", text))],
  [
    "dns1123SubdomainPrefix",
    name("DNS1123SubdomainPrefix", 60, (text) => validateGenerateName("dns1123Subdomain", text)),
  ],
  ["dns1035LabelPrefix", name("DNS1035LabelPrefix", 30, (text) => validateGenerateName("dns1035Label", text))],
  ["labelValue", name("LabelValue", 40, validateLabelValue)],
  ["uri", name("URI", 1103, (text) => [urlProblem(text) ?? []].flat())],
  [
    "uuid",
    name(
      "uuid",
      70,
      complainUnless((text) => uuidPattern.test(text), "does not match the UUID format"),
    ),
  ],
  ["byte", name("byte", 84, complainUnless(isBase64, "invalid base64"))],
  ["date", name("date", 71, complainUnless(isDate, "invalid date"))],
  ["datetime", name("datetime", 71, complainUnless(isDateTime, "invalid datetime"))],
]);

function name(title: string, patternSize: number, validate: NamedFormat["validate"]): NamedFormat {
  return { name: title, patternSize, validate };
}
