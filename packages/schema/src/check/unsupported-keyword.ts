/** Keywords of JSON schema that no structural schema can have: with one of them there is no structure to look at. */
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";

/** In upstream's words, the first such keyword anywhere in the schema. */
export function unsupportedKeyword(schema: StructuralSchema): string | undefined {
  const here = keywordIn(schema);
  if (here !== undefined) return here;
  const below = [
    ...(schema.not ? [schema.not] : []),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...[itemsOfSchema(schema), additionalSchemaOf(schema)].filter((inner) => inner !== undefined),
    ...Object.values(schema.properties ?? {}),
  ];
  for (const inner of below) {
    const found = unsupportedKeyword(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

function keywordIn(schema: StructuralSchema): string | undefined {
  const named = (
    [
      ["id", Boolean(schema.id)],
      ["schema", Boolean(schema.$schema)],
      ["$ref", Boolean(schema.$ref)],
      ["patternProperties", hasKeys(schema.patternProperties)],
      ["dependencies", hasKeys(schema.dependencies)],
      ["additionalItems", schema.additionalItems !== undefined],
      ["definitions", hasKeys(schema.definitions)],
    ] as const
  ).find(([, isSet]) => isSet);
  if (named) return `OpenAPIV3Schema '${named[0]}' is not supported`;
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  }
  if (schema["x-kubernetes-preserve-unknown-fields"] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  return undefined;
}

export function hasKeys(object: object | undefined): boolean {
  return object !== undefined && Object.keys(object).length > 0;
}
