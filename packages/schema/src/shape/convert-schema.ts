/**
 * One node of a published schema as a shape. Definitions and OpenAPI documents differ in where other types are found, so that
 * part is left to the caller.
 */
import { type Field, type PatchDirective, type Shape, setOwn } from "@pintle/machinery";

/** The keywords that decide on a shape; everything else only validates. */
export interface PublishedSchema {
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly properties?: { readonly [name: string]: PublishedSchema };
  readonly additionalProperties?: PublishedSchema | boolean;
  readonly items?: PublishedSchema | readonly PublishedSchema[];
  readonly allOf?: readonly PublishedSchema[];
  readonly $ref?: string;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly "x-kubernetes-embedded-resource"?: boolean;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: string;
  readonly "x-kubernetes-patch-strategy"?: string;
  readonly "x-kubernetes-patch-merge-key"?: string;
}

/** Gives the shape of a schema below the one that is converted; `keepsUnknown` passes on what its ancestors said. */
export type ShapeOf = (schema: PublishedSchema, keepsUnknown: boolean) => Shape;

const any: Shape = { type: "any" };

/** A schema that keeps unknown fields does so for all its descendants. */
export function convertSchema(schema: PublishedSchema, inherited: boolean, shapeOf: ShapeOf): Shape {
  const keepsUnknown = inherited || schema["x-kubernetes-preserve-unknown-fields"] === true;
  switch (schema.type) {
    case "object":
      return convertMap(schema, keepsUnknown, shapeOf);
    case "array":
      return convertList(schema, keepsUnknown, shapeOf);
    case "string":
      return hasPlainText(schema) ? { type: "scalar", scalar: "string" } : { type: "scalar" };
    case "integer":
    case "number":
      return { type: "scalar", scalar: "number" };
    case "boolean":
      return { type: "scalar", scalar: "boolean" };
    default:
      if (schema["x-kubernetes-int-or-string"]) return { type: "scalar" };
      return schema.properties ? convertMap(schema, keepsUnknown, shapeOf) : any;
  }
}

/** Texts of other formats may be written in other types as well: int-or-string, date-time. */
function hasPlainText({ format = "", ...schema }: PublishedSchema): boolean {
  return (format === "" || format === "byte") && !schema["x-kubernetes-int-or-string"];
}

function convertMap(schema: PublishedSchema, keepsUnknown: boolean, shapeOf: ShapeOf): Shape {
  const fields: { [name: string]: Field } = {};
  const names = Object.keys(schema.properties ?? {});
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const shape = shapeOf(property, keepsUnknown);
    const value = property.default;
    setOwn(fields, name, isScalar(value) ? { shape, default: value } : { shape });
  }
  const values = valuesOf(schema, names.length > 0, keepsUnknown, shapeOf);
  const patch = patchOf(schema);
  return {
    type: "map",
    ...(names.length > 0 ? { fields } : {}),
    ...(values ? { values } : {}),
    ...(schema["x-kubernetes-map-type"] === "atomic" ? { map: "atomic" } : {}),
    ...(patch ? { patch } : {}),
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Objects of which nothing is said are free in form. */
function valuesOf(
  { additionalProperties }: PublishedSchema,
  hasFields: boolean,
  keepsUnknown: boolean,
  shapeOf: ShapeOf,
): Shape | undefined {
  if (typeof additionalProperties === "object") return shapeOf(additionalProperties, keepsUnknown);
  if (additionalProperties === undefined) return keepsUnknown || !hasFields ? any : undefined;
  return additionalProperties ? any : undefined;
}

function convertList(schema: PublishedSchema, keepsUnknown: boolean, shapeOf: ShapeOf): Shape {
  const { items } = schema;
  const patch = patchOf(schema);
  return {
    type: "list",
    items: items === undefined || Array.isArray(items) ? any : shapeOf(items as PublishedSchema, keepsUnknown),
    ...mergingOf(schema, patch),
    ...(patch ? { patch } : {}),
  };
}

/** A list without a type merges as its strategic patches do. */
function mergingOf(
  schema: PublishedSchema,
  patch: PatchDirective | undefined,
): { list: "atomic" | "set" } | { list: "map"; keys: readonly string[] } {
  const listType = schema["x-kubernetes-list-type"];
  if (listType === "map") return { list: "map", keys: schema["x-kubernetes-list-map-keys"] ?? [] };
  if (listType !== undefined) return { list: listType === "set" ? "set" : "atomic" };
  if (!patch?.strategies.some((strategy) => strategy === "merge")) return { list: "atomic" };
  return patch.mergeKey === undefined ? { list: "set" } : { list: "map", keys: [patch.mergeKey] };
}

function patchOf(schema: PublishedSchema): PatchDirective | undefined {
  const written = schema["x-kubernetes-patch-strategy"];
  const mergeKey = schema["x-kubernetes-patch-merge-key"];
  if (written === undefined && mergeKey === undefined) return undefined;
  const strategies = (written ?? "").split(",").filter(isStrategy);
  return mergeKey === undefined ? { strategies } : { strategies, mergeKey };
}

function isStrategy(name: string): name is "merge" | "replace" | "retainKeys" {
  return name === "merge" || name === "replace" || name === "retainKeys";
}
