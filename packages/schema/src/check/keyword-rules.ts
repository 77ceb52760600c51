/** What the API server says about single keywords anywhere in a schema, below junctors as well. */
import { FieldError, type FieldPath } from "@pintle/machinery";
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";
import { checkListKeywords } from "./list-rules.ts";
import { checkRuleDeclarations } from "./rule-declarations.ts";
import { hasKeys } from "./unsupported-keyword.ts";

/** Where in the resource a schema stands. */
interface Place {
  readonly isRoot: boolean;
  readonly isInsideMeta: boolean;
  /** Why defaults are not allowed here; `undefined` where they are. */
  readonly noDefaults: string | undefined;
}

export function checkKeywords(schema: StructuralSchema, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  checkNode(schema, path, { isRoot: true, isInsideMeta: false, noDefaults: undefined }, errors);
  return errors;
}

const metaFields: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

function checkNode(schema: StructuralSchema, path: FieldPath, place: Place, errors: FieldError[]): void {
  checkOwnKeywords(schema, path, place, errors);
  checkProperties(schema, path, place, errors);
  const inner = { ...place, isRoot: false };
  if (schema.not) checkNode(schema.not, path.child("not"), inner, errors);
  for (const name of ["allOf", "oneOf", "anyOf"] as const) {
    for (const [index, branch] of (schema[name] ?? []).entries()) {
      checkNode(branch, path.child(name).index(index), inner, errors);
    }
  }
  for (const [name, definition] of Object.entries(schema.definitions ?? {})) {
    checkNode(definition, path.child("definitions").key(name), inner, errors);
  }
  const items = itemsOfSchema(schema);
  if (items) checkNode(items, path.child("items"), inner, errors);
  if (Array.isArray(schema.items)) {
    for (const [index, item] of schema.items.entries())
      checkNode(item, path.child("items").index(index), inner, errors);
  }
  for (const [name, dependency] of Object.entries(schema.dependencies ?? {})) {
    if (Array.isArray(dependency)) continue;
    checkNode(dependency as StructuralSchema, path.child("dependencies").key(name), inner, errors);
  }
  checkListKeywords(schema, path, errors);
  checkRuleDeclarations(schema, path, errors);
}

function checkProperties(schema: StructuralSchema, path: FieldPath, place: Place, errors: FieldError[]): void {
  const { additionalProperties, properties = {} } = schema;
  if (additionalProperties !== undefined) {
    const additionalPath = path.child("additionalProperties");
    if (hasKeys(properties) && additionalProperties !== true) {
      errors.push(FieldError.forbidden(additionalPath, "additionalProperties and properties are mutual exclusive"));
    }
    const noDefaults = place.isInsideMeta
      ? "inside additionalProperties applying to object metadata"
      : place.noDefaults;
    const additional = additionalSchemaOf(schema);
    if (additional) checkNode(additional, additionalPath, { ...place, isRoot: false, noDefaults }, errors);
  }
  const isResource = place.isRoot || schema["x-kubernetes-embedded-resource"] === true;
  for (const [name, property] of Object.entries(properties)) {
    const isMeta = isResource && metaFields.has(name);
    const inner = {
      isRoot: false,
      isInsideMeta: place.isInsideMeta || isMeta,
      noDefaults: isMeta && place.isRoot ? `in top-level ${name}` : place.noDefaults,
    };
    checkNode(property, path.child("properties").key(name), inner, errors);
  }
}

const knownTypes = ["array", "boolean", "integer", "number", "object", "string"];

function checkOwnKeywords(schema: StructuralSchema, path: FieldPath, place: Place, errors: FieldError[]): void {
  const forbid = (keyword: string, detail: string) => errors.push(FieldError.forbidden(path.child(keyword), detail));
  if (schema.type && !knownTypes.includes(schema.type)) {
    errors.push(FieldError.notSupported(path.child("type"), schema.type, knownTypes));
  }
  if (schema.default != null && place.noDefaults !== undefined)
    forbid("default", `must not be set ${place.noDefaults}`);
  if (schema.id) forbid("id", "id is not supported");
  if (schema.additionalItems !== undefined) forbid("additionalItems", "additionalItems is not supported");
  if (hasKeys(schema.patternProperties)) forbid("patternProperties", "patternProperties is not supported");
  if (hasKeys(schema.definitions)) forbid("definitions", "definitions is not supported");
  if (schema.dependencies !== undefined) forbid("dependencies", "dependencies is not supported");
  if (schema.$ref !== undefined) forbid("$ref", "$ref is not supported");
  if (schema.type === "null") forbid("type", "type cannot be set to null, use nullable as an alternative");
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    forbid("items", "items must be a schema object and not an array");
  }
  if (place.isInsideMeta && schema["x-kubernetes-embedded-resource"]) {
    forbid("x-kubernetes-embedded-resource", "must not be used inside of resource meta");
  }
  if (schema.uniqueItems) {
    forbid("uniqueItems", "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
  }
  if (schema["x-kubernetes-preserve-unknown-fields"] === false) {
    const keyword = "x-kubernetes-preserve-unknown-fields";
    errors.push(FieldError.invalid(path.child(keyword), false, "must be true or undefined"));
  }
}
