/** Whatever the junctors at the root restrict must also be described outside of them. Junctors further in are not looked at, as upstream. */
import { FieldError, type FieldPath, getOwn } from "@pintle/machinery";
import { itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";

export function checkCompleteness(schema: StructuralSchema, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  compareJunctors(schema, schema, path, path, errors);
  return errors;
}

/** `restriction` stands at `at`; `structure` is what is said about the same value outside, at `path`. */
function compareJunctors(
  restriction: StructuralSchema,
  structure: StructuralSchema,
  path: FieldPath,
  at: FieldPath,
  errors: FieldError[],
): void {
  if (restriction.not) compare(restriction.not, structure, path, at.child("not"), errors);
  for (const name of ["allOf", "anyOf", "oneOf"] as const) {
    for (const [index, inner] of (restriction[name] ?? []).entries()) {
      compare(inner, structure, path, at.child(name).index(index), errors);
    }
  }
}

function compare(
  restriction: StructuralSchema,
  structure: StructuralSchema | undefined,
  path: FieldPath,
  at: FieldPath,
  errors: FieldError[],
): void {
  if (!structure) {
    errors.push(FieldError.required(path, `because it is defined in ${at}`));
    return;
  }
  compareJunctors(restriction, structure, path, at, errors);
  const items = itemsOfSchema(restriction);
  if (items) compare(items, itemsOfSchema(structure), path.child("items"), at.child("items"), errors);
  for (const [name, inner] of Object.entries(restriction.properties ?? {})) {
    const property = getOwn(structure.properties ?? {}, name);
    const propertyPath = path.child("properties").key(name);
    compare(inner, property, propertyPath, at.child("properties").key(name), errors);
  }
}
