/** The `fieldPath` of a rule: a way down through named fields, `.spec.list` or `['spec']`, that the schema knows. */
import { getOwn } from "@pintle/machinery";
import { additionalSchemaOf, type StructuralSchema } from "../structural-schema.ts";
import { unsupportedKeyword } from "./unsupported-keyword.ts";

/** Paths into a schema that is not structural are not judged. */
export function isRuleFieldPath(schema: StructuralSchema, fieldPath: string): boolean {
  if (unsupportedKeyword(schema) !== undefined) return true;
  const names = splitFieldPath(fieldPath);
  if (!names) return false;
  let current: StructuralSchema | undefined = schema;
  for (const name of names) {
    const hasProperties: boolean = current?.properties !== undefined && Object.keys(current.properties).length > 0;
    current = hasProperties ? getOwn(current?.properties ?? {}, name) : current && additionalSchemaOf(current);
    if (!current) return false;
  }
  return true;
}

function splitFieldPath(text: string): string[] | undefined {
  const names: string[] = [];
  const step = /\.([^.[\]]+)|\['((?:[^'\\]|\\['\\abfnrtv])*)'\]/y;
  while (step.lastIndex < text.length) {
    const match = step.exec(text);
    if (!match) return undefined;
    names.push(match[1] ?? (match[2] ?? "").replace(/\\(['\\])/g, "$1"));
  }
  return names;
}
