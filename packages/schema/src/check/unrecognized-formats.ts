/** Formats that nobody enforces: who creates a definition with one gets the warning `unrecognized format "…"`. */
import { isSupportedFormat } from "../formats/formats.ts";
import { assertSchemaSize } from "../schema-size.ts";
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";

export function findUnrecognizedFormats(schema: StructuralSchema): string[] {
  assertSchemaSize(schema);
  const found: string[] = [];
  collect(schema, found);
  return found;
}

function collect(schema: StructuralSchema, found: string[]): void {
  const { format, type } = schema;
  if (format && !isSupportedFormat(format, type || undefined)) found.push(format);
  const below = [
    itemsOfSchema(schema),
    additionalSchemaOf(schema),
    schema.not,
    ...Object.values(schema.properties ?? {}),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  for (const inner of below) if (inner) collect(inner, found);
}
