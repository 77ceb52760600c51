/**
 * Where the two versions of OpenAPI differ in how a schema is written.
 *
 * Version 3 says all that a definition says, and spells out what an int-or-string is. Version 2 has no junctors and no `nullable`, and
 * kubectl refuses what stands beside known fields, so everything of which a part is unknown loses its type and its fields.
 */
import type { JsonObject } from "@pintle/machinery";
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";
import { isSilent } from "./is-silent.ts";

export interface Dialect {
  readonly prefix: "#/components/schemas/" | "#/definitions/";
  /** Changes one node; those below it come later. */
  adapt(schema: StructuralSchema): StructuralSchema;
  /** Whether fields may be added to an object that takes unknown ones: kubectl would take those for all that are allowed. */
  readonly completesUnknown: boolean;
  /** A reference that has a description of its own. */
  refer(description: string, name: string): JsonObject;
}

export const openApiV3: Dialect = {
  prefix: "#/components/schemas/",
  adapt: unfoldIntOrString,
  completesUnknown: true,
  // Readers of version 3 ignore what stands beside a reference.
  refer: (description, name) => ({ description, allOf: [{ $ref: `#/components/schemas/${name}` }] }),
};

export const openApiV2: Dialect = {
  prefix: "#/definitions/",
  adapt: reduceToV2,
  completesUnknown: false,
  refer: (description, name) => ({ description, $ref: `#/definitions/${name}` }),
};

/** `$ref` and `allOf` of version 3 as version 2 writes them, and without defaults, for types that are known in version 3. */
export function lowerToV2(schema: JsonObject): JsonObject {
  const { default: _, allOf, $ref, properties, items, additionalProperties, ...rest } = schema;
  const lowered: JsonObject = { ...rest };
  const target = $ref ?? (allOf as JsonObject[] | undefined)?.[0]?.$ref;
  if (typeof target === "string") lowered.$ref = target.replace(openApiV3.prefix, openApiV2.prefix);
  if (items !== undefined) lowered.items = lowerToV2(items as JsonObject);
  if (properties !== undefined) {
    const fields = Object.entries(properties as JsonObject);
    lowered.properties = Object.fromEntries(fields.map(([name, field]) => [name, lowerToV2(field as JsonObject)]));
  }
  if (additionalProperties !== undefined) lowered.additionalProperties = lowerToV2(additionalProperties as JsonObject);
  return lowered;
}

const intOrString: readonly StructuralSchema[] = [{ type: "integer" }, { type: "string" }];

function unfoldIntOrString(schema: StructuralSchema): StructuralSchema {
  if (!schema["x-kubernetes-int-or-string"]) return schema;
  const { anyOf = [], allOf = [] } = schema;
  if (isIntOrString(anyOf) || isIntOrString(allOf[0]?.anyOf ?? [])) return schema;
  if (anyOf.length === 0) return { ...schema, anyOf: intOrString };
  return { ...schema, allOf: [{ anyOf: intOrString }, ...allOf] };
}

function isIntOrString(schemas: readonly StructuralSchema[]): boolean {
  return (
    schemas.length === intOrString.length &&
    schemas.every((schema, index) => schema.type === intOrString[index]?.type && saysOnlyItsType(schema))
  );
}

function saysOnlyItsType({ type: _, ...rest }: StructuralSchema): boolean {
  return Object.values(rest).every(isSilent);
}

type Keyword = keyof StructuralSchema;

/** Defaults are among them because those of built-in kinds, with which the document is shared, are left out as well. */
const unknownToV2: readonly Keyword[] = ["allOf", "anyOf", "oneOf", "not", "nullable", "default"];

function reduceToV2(schema: StructuralSchema): StructuralSchema {
  const { type, nullable = false } = schema;
  const keepsUnknown = schema["x-kubernetes-preserve-unknown-fields"] === true;
  const isHidden = nullable || keepsUnknown;
  const losesType =
    nullable ||
    (type === "object" && keepsUnknown) ||
    (type === "array" && (keepsUnknown || itemsOfSchema(schema) === undefined));
  const reduced = without(schema, [
    ...unknownToV2,
    ...(isHidden ? (["items", "properties"] as const) : []),
    ...(losesType ? (["type"] as const) : []),
  ]);
  return { ...reduced, required: requiredInV2(reduced) };
}

function without(schema: StructuralSchema, keywords: readonly Keyword[]): StructuralSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword as Keyword)));
}

/** A field that may be null has no type any more, and kubectl would not accept the null that stands for it. */
function requiredInV2(schema: StructuralSchema): readonly string[] {
  if (additionalSchemaOf(schema)?.nullable) return [];
  const { properties = {}, required = [] } = schema;
  return required.filter((name) => !(Object.hasOwn(properties, name) && properties[name]?.nullable));
}
