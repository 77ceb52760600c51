/**
 * YAML as the API server writes it, to the byte: keys sorted, lists not indented, texts in the plainest style that is still read as text,
 * long lines broken behind their eightieth column.
 */
import { isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import { compareYamlKeys } from "./yaml/compare-yaml-keys.ts";
import { formatYamlNumber } from "./yaml/format-yaml-number.ts";
import { writeYamlText } from "./yaml/yaml-string.ts";

export function writeYaml(value: JsonValue): string {
  return ended(writeBlock(value, 0, 0));
}

const stepSpaces = 2;
/** Longer keys and those of several lines stand for themselves, behind a question mark. */
const maxKeyBytes = 128;
const lineBreak = /[\n\r\x85\u2028\u2029]/;

/** What stands from `column` on; lines after the first begin at `indent` or deeper. The last line may lack its end. */
function writeBlock(value: JsonValue, indent: number, column: number): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : writeList(value, indent);
  if (isJsonObject(value)) return Object.keys(value).length === 0 ? "{}" : writeObject(value, indent);
  if (typeof value === "string") return writeYamlText(value, { column, indent: indent + stepSpaces, isKey: false });
  return typeof value === "number" || typeof value === "bigint" ? formatYamlNumber(value) : String(value);
}

/** The first entry goes where the writer already is, behind a dash or at the beginning of a line. */
function writeList(items: readonly JsonValue[], indent: number): string {
  const inner = indent + stepSpaces;
  return joinLines(
    items.map((item) => `- ${writeBlock(item, isCollection(item) ? inner : indent, inner)}`),
    indent,
  );
}

function writeObject(object: JsonObject, indent: number): string {
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  const entries = keys.sort(compareYamlKeys).map((key) => writeEntry(key, object[key] ?? null, indent));
  return joinLines(entries, indent);
}

function writeEntry(key: string, value: JsonValue, indent: number): string {
  const inner = indent + stepSpaces;
  if (Buffer.byteLength(key) > maxKeyBytes || lineBreak.test(key)) {
    const name = writeYamlText(key, { column: inner, indent: inner, isKey: false });
    return `${ended(`? ${name}`)}${" ".repeat(indent)}: ${writeBlock(value, isCollection(value) ? inner : indent, inner)}`;
  }
  const name = writeYamlText(key, { column: indent, indent, isKey: true });
  if (!isCollection(value)) return `${name}: ${writeBlock(value, indent, indent + name.length + 2)}`;
  const below = Array.isArray(value) ? indent : inner;
  return `${name}:\n${" ".repeat(below)}${writeBlock(value, below, below)}`;
}

function isCollection(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isJsonObject(value) && Object.keys(value).length > 0;
}

function joinLines(entries: readonly string[], indent: number): string {
  return entries.map((entry, index) => (index === 0 ? "" : " ".repeat(indent)) + ended(entry)).join("");
}

/** Texts of several lines bring the end of their last one along. */
function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
