/** A schema of 120 KB, as large definitions have them, and objects of it. */
import type { JsonObject } from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";

/** Sections with parts with a dozen fields each: about 2,200 nodes. */
const sections = 10;
const partsOfSection = 14;

const part: StructuralSchema = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 63, pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" },
    image: { type: "string", maxLength: 255 },
    policy: { type: "string", enum: ["Always", "Never", "IfNotPresent"], default: "IfNotPresent" },
    replicas: { type: "integer", format: "int32", minimum: 0, default: 1 },
    weight: { type: "number", maximum: 100 },
    enabled: { type: "boolean" },
    port: { "x-kubernetes-int-or-string": true },
    labels: { type: "object", additionalProperties: { type: "string" } },
    args: { type: "array", "x-kubernetes-list-type": "atomic", items: { type: "string" } },
    since: { type: "string", format: "date-time", nullable: true },
    ports: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["port"],
      items: { type: "object", required: ["port"], properties: { port: { type: "integer" } } },
    },
  },
};

const filled: JsonObject = {
  name: "web-1",
  image: "registry.example.com/web:1.2.3",
  policy: "Always",
  replicas: 3,
  weight: 12.5,
  enabled: true,
  port: "http",
  labels: { app: "web" },
  args: ["--verbose"],
  since: "2026-01-02T03:04:05Z",
  ports: [{ port: 80 }],
};

function repeat<Value>(prefix: string, count: number, value: Value): { [name: string]: Value } {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]));
}

const section: StructuralSchema = { type: "object", properties: repeat("part", partsOfSection, part) };
const spec: StructuralSchema = { type: "object", properties: repeat("section", sections, section) };

export const schemaText = JSON.stringify({ type: "object", properties: { spec } } satisfies StructuralSchema);

/** Every node of the schema is reached by it. */
export const wholeObject: JsonObject = {
  apiVersion: "example.com/v1",
  kind: "Large",
  metadata: { name: "a" },
  spec: repeat("section", sections, repeat("part", partsOfSection, filled)),
};

/** What people write: 2.8 KB. */
export const usualObject: JsonObject = {
  ...wholeObject,
  spec: { section0: repeat("part", 11, filled) },
};
