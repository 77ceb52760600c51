/** The shape of the objects that a definition's schema describes, for apply, patches and strict reading. */
import type { Field, MapShape, Shape } from "@pintle/machinery";
import { assertSchemaSize } from "../schema-size.ts";
import type { StructuralSchema } from "../structural-schema.ts";
import { convertSchema, type PublishedSchema } from "./convert-schema.ts";
import { objectMetaShape } from "./object-meta-shape.ts";

/** Type and metadata stand in every resource, also in those inside others, whatever the schema says about them. */
export function toShape(schema: StructuralSchema): Shape {
  assertSchemaSize(schema);
  const shape = convertSchema(schema as PublishedSchema, false, convert);
  return withMeta(shape);
}

function convert(schema: PublishedSchema, keepsUnknown: boolean): Shape {
  const shape = convertSchema(schema, keepsUnknown, convert);
  return schema["x-kubernetes-embedded-resource"] ? withMeta(shape) : shape;
}

const meta: { readonly [name: string]: Field } = {
  apiVersion: { shape: { type: "scalar", scalar: "string" } },
  kind: { shape: { type: "scalar", scalar: "string" } },
  metadata: { shape: objectMetaShape },
};

function withMeta(shape: Shape): Shape {
  if (shape.type !== "map") return shape;
  const complete: MapShape = { ...shape, fields: { ...shape.fields, ...meta } };
  return complete;
}
