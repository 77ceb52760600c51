/**
 * The invariants of a structural schema: every value has one type, said outside of logical junctors, and metadata is left alone.
 */
import { FieldError, type FieldPath, getOwn } from "@pintle/machinery";
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";
import { checkJunctors } from "./nested-validation.ts";

type Level = "root" | "item" | "field";

export function checkStructure(schema: StructuralSchema, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  checkNode(schema, "root", path, errors);
  return errors;
}

function checkNode(schema: StructuralSchema, level: Level, path: FieldPath, errors: FieldError[]): void {
  const items = itemsOfSchema(schema);
  if (schema.type === "array" && !items) errors.push(FieldError.required(path.child("items"), "must be specified"));
  if (items) checkNode(items, "item", path.child("items"), errors);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    checkNode(property, "field", path.child("properties").key(name), errors);
  }
  if (schema.additionalProperties !== undefined) {
    const additionalPath = path.child("additionalProperties");
    if (level === "root") errors.push(FieldError.forbidden(additionalPath, "must not be used at the root"));
    const additional = additionalSchemaOf(schema);
    if (additional) checkNode(additional, "field", additionalPath, errors);
  }
  checkIntOrString(schema, path, errors);
  checkJunctors(schema, isIntOrStringAnyOf(schema), isIntOrStringAllOf(schema), path, errors);
  checkType(schema, level, path, errors);
  checkMeta(schema, level, path, errors);
}

function checkIntOrString(schema: StructuralSchema, path: FieldPath, errors: FieldError[]): void {
  if (!schema["x-kubernetes-int-or-string"]) return;
  for (const name of ["x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"] as const) {
    if (!schema[name]) continue;
    errors.push(FieldError.invalid(path.child(name), true, "must be false if x-kubernetes-int-or-string is true"));
  }
}

const emptyType = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
} as const;

function checkType(schema: StructuralSchema, level: Level, path: FieldPath, errors: FieldError[]): void {
  const type = schema.type ?? "";
  const typePath = path.child("type");
  if (schema["x-kubernetes-embedded-resource"] && type !== "object") {
    const detail = "must be object if x-kubernetes-embedded-resource is true";
    errors.push(type === "" ? FieldError.required(typePath, detail) : FieldError.invalid(typePath, type, detail));
  } else if (type === "" && !schema["x-kubernetes-int-or-string"] && !schema["x-kubernetes-preserve-unknown-fields"]) {
    errors.push(FieldError.required(typePath, emptyType[level]));
  }
  if (schema["x-kubernetes-embedded-resource"] && schema.additionalProperties !== undefined) {
    const detail = "must not be used if x-kubernetes-embedded-resource is set";
    errors.push(FieldError.forbidden(path.child("additionalProperties"), detail));
  }
  if (level === "root" && type !== "" && type !== "object") {
    errors.push(FieldError.invalid(typePath, type, "must be object at the root"));
  }
}

function checkMeta(schema: StructuralSchema, level: Level, path: FieldPath, errors: FieldError[]): void {
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const isResource = level === "root" || isEmbedded;
  const properties = schema.properties ?? {};
  for (const name of isResource ? ["kind", "apiVersion"] : []) {
    const property = getOwn(properties, name);
    if (!property || property.type === "string") continue;
    const typePath = path.child("properties").key(name).child("type");
    errors.push(FieldError.invalid(typePath, property.type ?? "", "must be string"));
  }
  const metadata = getOwn(properties, "metadata");
  if (metadata) checkMetadata(metadata, isResource, level, path.child("properties").key("metadata"), errors);
  if (isEmbedded && !schema["x-kubernetes-preserve-unknown-fields"] && Object.keys(properties).length === 0) {
    const detail =
      "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
    errors.push(FieldError.required(path.child("properties"), detail));
  }
}

function checkMetadata(
  metadata: StructuralSchema,
  isResource: boolean,
  level: Level,
  path: FieldPath,
  errors: FieldError[],
): void {
  if (isResource && metadata.type !== "object") {
    errors.push(FieldError.invalid(path.child("type"), metadata.type ?? "", "must be object"));
  }
  if (level === "root" && !saysOnlyNames(metadata)) {
    const detail = "must not specify anything other than name and generateName, but metadata is implicitly specified";
    errors.push(FieldError.forbidden(path, detail));
  }
}

/** A default is not looked at here: it is refused in metadata anyway. */
function saysOnlyNames(metadata: StructuralSchema): boolean {
  const { type: _type, default: _default, properties = {}, additionalProperties, ...rest } = metadata;
  const names = Object.keys(properties);
  const areNames = names.every((name) => name === "name" || name === "generateName");
  return areNames && additionalProperties === undefined && Object.values(rest).every(isZero);
}

/** What Go's decoder leaves as it would be if it were absent; an empty list is not among that. */
function isZero(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === false;
}

function isIntOrStringAnyOf({ anyOf }: StructuralSchema): boolean {
  return (
    anyOf?.length === 2 &&
    anyOf[0] !== undefined &&
    anyOf[1] !== undefined &&
    saysOnlyType(anyOf[0], "integer") &&
    saysOnlyType(anyOf[1], "string")
  );
}

function isIntOrStringAllOf({ allOf }: StructuralSchema): boolean {
  return allOf?.[0] !== undefined && isIntOrStringAnyOf(allOf[0]);
}

function saysOnlyType({ type, ...rest }: StructuralSchema, wanted: string): boolean {
  return type === wanted && Object.values(rest).every(isZero);
}
