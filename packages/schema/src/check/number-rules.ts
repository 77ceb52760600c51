/**
 * Limits on lengths and counts are int64. Go's decoder refuses a definition whose limits are not (`maxLength: 1e308`), before
 * anything else is looked at; here that is an error of the field.
 */
import { FieldError, type FieldPath } from "@pintle/machinery";
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";

const limits = ["maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"] as const;

export function checkNumbers(schema: StructuralSchema, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  checkNode(schema, path, errors);
  return errors;
}

function checkNode(schema: StructuralSchema, path: FieldPath, errors: FieldError[]): void {
  for (const name of limits) {
    const value: unknown = schema[name];
    if (value === undefined || isInt64(value)) continue;
    errors.push(FieldError.typeInvalid(path.child(name), value, "must be an integer of 64 bits"));
  }
  const items = itemsOfSchema(schema);
  const additional = additionalSchemaOf(schema);
  if (items) checkNode(items, path.child("items"), errors);
  if (additional) checkNode(additional, path.child("additionalProperties"), errors);
  if (schema.not) checkNode(schema.not, path.child("not"), errors);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    checkNode(property, path.child("properties").key(name), errors);
  }
  for (const name of ["allOf", "anyOf", "oneOf"] as const) {
    for (const [index, inner] of (schema[name] ?? []).entries())
      checkNode(inner, path.child(name).index(index), errors);
  }
}

function isInt64(value: unknown): boolean {
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value;
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 63;
}
