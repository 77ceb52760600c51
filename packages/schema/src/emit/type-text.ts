/**
 * A type as text: the members of a union, each of which knows how to be written over several lines where one is too narrow. The
 * layout is that of Biome's formatter, so that what is printed here stays as it is in projects that use it.
 */
import { docComment, propertyKey } from "./source-text.ts";

const lineWidth = 120;

/** One type, or the members of a union in the order in which they are printed. */
export type TypeText = readonly TypePart[];

export interface TypePart {
  readonly text: string;
  /** The same over several lines, for a line that starts with this indentation. */
  readonly broken?: (indent: string) => string;
}

export interface FieldText {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: TypeText;
  readonly description: string | undefined;
}

export function typeText(...texts: readonly string[]): TypeText {
  return texts.map((text) => ({ text }));
}

export function formatType(type: TypeText): string {
  return type.map(({ text }) => text).join(" | ");
}

export function listOf(item: TypeText): TypeText {
  const text = formatType(item);
  if (item.length === 1) return typeText(`${text}[]`);
  return [{ text: `(${text})[]`, broken: (indent) => `(${brokenUnion(item, indent)}\n${indent})[]` }];
}

export function mapOf(value: TypeText): TypeText {
  const text = `[key: string]: ${formatType(value)}`;
  return [{ text: `{ ${text} }`, broken: (indent) => `{\n${indent}  ${text};\n${indent}}` }];
}

/** The lines of the fields, each with its comment. Where keys beyond them are allowed, nothing is known about their values. */
export function formatFields(fields: readonly FieldText[], isOpen: boolean, indent: string): string {
  const lines = fields.map((field) => docComment([field.description], indent) + formatField(field, indent));
  return [...lines, ...(isOpen ? [`${indent}[key: string]: unknown;\n`] : [])].join("");
}

function formatField({ name, isOptional, type }: FieldText, indent: string): string {
  const start = `${indent}${propertyKey(name)}${isOptional ? "?" : ""}:`;
  const line = `${start} ${formatType(type)};\n`;
  // A line break is no part of the line's width.
  if (line.length - 1 <= lineWidth) return line;
  const [only, another] = type;
  if (only === undefined || another !== undefined) return `${start}${brokenUnion(type, `${indent}`)};\n`;
  return `${start} ${only.broken?.(indent) ?? only.text};\n`;
}

function brokenUnion(type: TypeText, indent: string): string {
  return type.map(({ text }) => `\n${indent}  | ${text}`).join("");
}
