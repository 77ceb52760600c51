/** The schema of a resource with the fields that every resource has, so that rules can name them. */
import { getOwn } from "@pintle/machinery";
import type { StructuralSchema } from "../structural-schema.ts";

const text: StructuralSchema = { type: "string" };
const metadata: StructuralSchema = { type: "object", properties: { name: text, generateName: text } };

/** The schema itself where it declares them already. Otherwise they replace whatever it says about them; of metadata, names alone are seen. */
export function withObjectMeta(schema: StructuralSchema): StructuralSchema {
  if (declaresObjectMeta(schema)) return schema;
  const { items: _items, ...rest } = schema;
  return { ...rest, properties: { ...schema.properties, apiVersion: text, kind: text, metadata } };
}

function declaresObjectMeta({ properties = {} }: StructuralSchema): boolean {
  const typeAt = (name: string, from = properties) => getOwn(from, name)?.type;
  const inMetadata = getOwn(properties, "metadata")?.properties ?? {};
  return (
    typeAt("apiVersion") === "string" &&
    typeAt("kind") === "string" &&
    typeAt("metadata") === "object" &&
    typeAt("name", inMetadata) === "string" &&
    typeAt("generateName", inMetadata) === "string"
  );
}
