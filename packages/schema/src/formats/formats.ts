/**
 * The formats that the API server enforces, as leniently and as strictly as it does. All run in time linear in the text.
 *
 * Names are compared without dashes: `date-time` is `datetime`. A format that is not listed is no constraint.
 */
import { RE2JS } from "re2js";
import { isCreditCard, isIsbn10, isIsbn13 } from "./checksum-formats.ts";
import { isEmail } from "./email.ts";
import { isBase64, isDate, isDateTime, isFormatDuration } from "./encoded-formats.ts";
import { isCidr, isMac, parseIp } from "./ip.ts";
import { isRequestUri } from "./uri.ts";

const hostname = RE2JS.compile(
  "^([a-zA-Z0-9\\p{S}\\p{L}]((-?[a-zA-Z0-9\\p{S}\\p{L}]{0,62})?)|([a-zA-Z0-9\\p{S}\\p{L}](([a-zA-Z0-9-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?)(\\.)){1,}([a-zA-Z\\p{L}]){2,63})$",
);
const maxHostnameBytes = 255;
const maxLabelBytes = 63;

function isHostname(text: string): boolean {
  if (text.length > maxHostnameBytes || utf8Bytes(text) > maxHostnameBytes || !hostname.test(text)) return false;
  return text.split(".").every((label) => utf8Bytes(label) <= maxLabelBytes);
}

function utf8Bytes(text: string): number {
  return new Blob([text]).size;
}

function byPattern(pattern: RegExp, maxLength = Number.POSITIVE_INFINITY): (text: string) => boolean {
  return (text) => text.length <= maxLength && pattern.test(text);
}

const rgbColor =
  /^rgb\([\t\n\f\r ]*(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])[\t\n\f\r ]*(?:,[\t\n\f\r ]*(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])[\t\n\f\r ]*){2}\)$/;

const formats: ReadonlyMap<string, (text: string) => boolean> = new Map<string, (text: string) => boolean>([
  ["bsonobjectid", byPattern(/^[0-9a-fA-F]{24}$/)],
  ["uri", isRequestUri],
  ["email", isEmail],
  ["hostname", isHostname],
  ["ipv4", (text) => text.includes(".") && parseIp(text, "sloppy") !== undefined],
  ["ipv6", (text) => text.includes(":") && parseIp(text, "strict") !== undefined],
  ["cidr", isCidr],
  ["mac", isMac],
  ["uuid", byPattern(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ["uuid3", byPattern(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ["uuid4", byPattern(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ["uuid5", byPattern(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ["isbn", (text) => isIsbn10(text) || isIsbn13(text)],
  ["isbn10", isIsbn10],
  ["isbn13", isIsbn13],
  ["creditcard", isCreditCard],
  ["ssn", (text) => text.length === 11 && /^[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}$/.test(text)],
  ["hexcolor", byPattern(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  ["rgbcolor", byPattern(rgbColor)],
  ["byte", isBase64],
  ["password", () => true],
  ["date", isDate],
  ["duration", isFormatDuration],
  ["datetime", isDateTime],
  ["k8sshortname", byPattern(/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/, 63)],
  ["k8slongname", byPattern(/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/, 253)],
]);

/** Whether the text has the format; `undefined` for a format that nobody knows. */
export function matchesFormat(format: string, text: string): boolean | undefined {
  return format === "" ? undefined : formats.get(format.replaceAll("-", ""))?.(text);
}

/** Whether the API server enforces the format on the type. Others it ignores, with a warning to who defines them. */
export function isSupportedFormat(format: string, type: string | undefined): boolean {
  switch (type) {
    case undefined:
    case "string":
      return formats.has(format.replaceAll("-", ""));
    case "integer":
      return format === "int32" || format === "int64";
    case "number":
      return format === "float" || format === "double";
    default:
      return false;
  }
}
