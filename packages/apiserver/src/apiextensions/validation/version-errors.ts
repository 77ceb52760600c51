/** What is wrong with the parts that a version has, or that all versions have in common: schema, subresources, columns, selectable fields. */
import { FieldError, type FieldPath } from "@pintle/machinery";
import { checkStructuralSchema, type StructuralSchema } from "@pintle/schema";
import type { DefinitionColumn, DefinitionSubresources, DefinitionVersion } from "../definition.ts";

export interface SchemaCheck {
  readonly hasStatus: boolean;
  /** A schema that was there before has been checked before. */
  readonly isKnown: (schema: StructuralSchema) => boolean;
}

export function validateSchema(
  schema: { readonly openAPIV3Schema?: StructuralSchema } | undefined,
  path: FieldPath,
  { hasStatus, isKnown }: SchemaCheck,
): FieldError[] {
  const source = schema?.openAPIV3Schema;
  if (!source || isKnown(source)) return [];
  return checkStructuralSchema(source, path.child("openAPIV3Schema"), { hasStatusSubresource: hasStatus });
}

const maxWarningBytes = 256;
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

export function validateDeprecation(
  { deprecated, deprecationWarning: warning }: DefinitionVersion,
  path: FieldPath,
): FieldError[] {
  if (warning === undefined) return [];
  const complain = (detail: string) => FieldError.invalid(path.child("deprecationWarning"), warning, detail);
  if (!deprecated) return [complain("can only be set for deprecated versions")];
  const errors: FieldError[] = [];
  if (Buffer.byteLength(warning) > maxWarningBytes) errors.push(complain("must be <= 256 characters long"));
  if (warning === "") errors.push(complain("must not be an empty string"));
  const found = unprintable.exec(warning);
  if (found) {
    const at = Buffer.byteLength(warning.slice(0, found.index));
    errors.push(complain(`must only contain printable UTF-8 characters; non-printable character found at index ${at}`));
  }
  return errors;
}

const columnTypes = ["boolean", "date", "integer", "number", "string"];
const columnFormats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

export function validateColumns(columns: readonly DefinitionColumn[] = [], path: FieldPath): FieldError[] {
  return columns.flatMap((column, index) => validateColumn(column, path.index(index)));
}

function validateColumn({ name, type, format, jsonPath }: DefinitionColumn, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const oneOf = `must be one of ${columnTypes.join(",")}`;
  if (!name) errors.push(FieldError.required(path.child("name"), ""));
  if (!type) errors.push(FieldError.required(path.child("type"), oneOf));
  else if (!columnTypes.includes(type)) errors.push(FieldError.invalid(path.child("type"), type, oneOf));
  if (format && !columnFormats.includes(format)) {
    errors.push(FieldError.invalid(path.child("format"), format, `must be one of ${columnFormats.join(",")}`));
  }
  const at = path.child("JSONPath");
  return [...errors, ...(jsonPath ? validateSimplePath(jsonPath, at) : [FieldError.required(at, "")])];
}

export function validateSubresources({ scale }: DefinitionSubresources = {}, path: FieldPath): FieldError[] {
  if (!scale) return [];
  const errors: FieldError[] = [];
  const check = (key: keyof typeof scale, prefixes: readonly string[], where: string) => {
    const at = path.child(`scale.${key}`);
    const value = scale[key] ?? "";
    const wrong = validateSimplePath(value, at);
    if (wrong.length > 0) errors.push(...wrong);
    else if (!prefixes.some((prefix) => value.startsWith(prefix))) {
      errors.push(FieldError.invalid(at, value, `should be a json path under ${where}`));
    }
  };
  const required = [
    ["specReplicasPath", ".spec"],
    ["statusReplicasPath", ".status"],
  ] as const;
  for (const [key, root] of required) {
    if (scale[key]) check(key, [`${root}.`], root);
    else errors.push(FieldError.required(path.child(`scale.${key}`), ""));
  }
  if (scale.labelSelectorPath) check("labelSelectorPath", [".spec.", ".status."], "either .spec or .status");
  return errors;
}

function validateSimplePath(text: string, path: FieldPath): FieldError[] {
  return text.startsWith(".") ? [] : [FieldError.invalid(path, text, "must be a simple json path starting with .")];
}
