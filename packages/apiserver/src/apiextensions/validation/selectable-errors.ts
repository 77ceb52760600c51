/** What is wrong with the selectable fields of a version: each is a scalar field that the schema names. */
import { FieldError, type FieldPath, getOwn } from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";

export interface SelectableField {
  readonly jsonPath?: string;
}

const maxFields = 8;
const scalars = new Set(["string", "boolean", "integer"]);
const scalarsOnly =
  "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";

export function validateSelectableFields(
  fields: readonly SelectableField[],
  schema: StructuralSchema,
  path: FieldPath,
  mayBeTooMany: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  const unique = new Set<string>();
  for (const [index, { jsonPath = "" }] of fields.entries()) {
    const at = path.index(index).child("jsonPath");
    if (jsonPath === "") {
      errors.push(FieldError.required(at, ""));
      continue;
    }
    const found = findField(jsonPath, schema);
    if (typeof found === "string") {
      errors.push(FieldError.invalid(at, jsonPath, `is an invalid path: ${found}`));
      continue;
    }
    if (found.names[0] === "metadata") {
      errors.push(FieldError.invalid(at, jsonPath, "must not point to fields in metadata"));
    }
    if (!scalars.has(found.schema?.type ?? "")) errors.push(FieldError.invalid(at, jsonPath, scalarsOnly));
    const name = JSON.stringify(found.names);
    if (unique.has(name)) errors.push(FieldError.duplicate(at, jsonPath));
    unique.add(name);
  }
  if (unique.size > maxFields && !mayBeTooMany) errors.push(FieldError.tooMany(path, unique.size, maxFields));
  return errors;
}

interface FoundField {
  readonly names: readonly string[];
  readonly schema: StructuralSchema | undefined;
}

/** The field, or what is wrong with the path. */
function findField(jsonPath: string, root: StructuralSchema): FoundField | string {
  const tokens = jsonPath.match(/[.[\]]|'(?:\\.|[^'\\])*'|[^.[\]]+/g) ?? [];
  const names: string[] = [];
  let schema: StructuralSchema | undefined = root;
  for (let at = 0; at < tokens.length; at += 2) {
    if (tokens[at] === "[") return "array notation is not allowed";
    if (tokens[at] !== ".") return `expected [ or . but got: ${tokens[at]}`;
    const name = tokens[at + 1];
    if (name === undefined) return "unexpected end of JSON path";
    const additional: ReturnType<typeof additionalSchema> = schema ? additionalSchema(schema) : undefined;
    const next: StructuralSchema | undefined = schema?.properties
      ? getOwn(schema.properties, name)
      : additional?.schema;
    if (next === undefined && (schema?.properties || !additional)) return "does not refer to a valid field";
    names.push(name);
    schema = next;
  }
  return { names, schema };
}

/** What a map says about its values, or `undefined` for what is no map; `true` is a map of anything. */
function additionalSchema({
  additionalProperties,
}: StructuralSchema): { readonly schema: StructuralSchema | undefined } | undefined {
  if (additionalProperties === undefined || additionalProperties === false) return undefined;
  return { schema: additionalProperties === true ? undefined : additionalProperties };
}
