/** Structural schemas as types of CEL, with the sizes that Kubernetes assumes: as much as the oracle's questions need, no more. */
import type { CelType, SizeOracle } from "@pintle/cel";

export interface CelSchema {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly format?: "byte" | "duration" | "date" | "date-time";
  readonly properties?: Readonly<Record<string, CelSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: CelSchema;
  readonly items?: CelSchema;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly "x-kubernetes-int-or-string"?: true;
}

const maxRequestBytes = 3 * 1024 * 1024;

const formats = {
  byte: { type: { kind: "bytes" }, minBytes: 2, maxLength: maxRequestBytes - 2 },
  duration: { type: { kind: "duration" }, minBytes: 3, maxLength: 32 },
  date: { type: { kind: "timestamp", format: "date" }, minBytes: 12, maxLength: 12 },
  "date-time": { type: { kind: "timestamp" }, minBytes: 21, maxLength: 32 },
} as const;

/** The type of values of the schema. Objects are named after the way to them, as in Kubernetes. */
export function celTypeOf(schema: CelSchema, name = "selfType"): CelType {
  if (schema["x-kubernetes-int-or-string"]) return { kind: "dyn" };
  if (schema.format) return formats[schema.format].type;
  switch (schema.type) {
    case "object":
      return schema.additionalProperties
        ? {
            kind: "map",
            key: { kind: "string" },
            value: celTypeOf(schema.additionalProperties, `${name}.@elem`),
          }
        : objectTypeOf(schema, name);
    case "array":
      return { kind: "list", element: celTypeOf(schema.items ?? {}, `${name}.@idx`) };
    case "integer":
      return { kind: "int" };
    case "number":
      return { kind: "double" };
    case "boolean":
      return { kind: "bool" };
    default:
      return { kind: "string" };
  }
}

function objectTypeOf({ properties = {}, required = [] }: CelSchema, name: string): CelType {
  const types = new Map(
    Object.entries(properties).map(([field, schema]) => [
      field,
      { type: celTypeOf(schema, `${name}.${field}`), jsonName: field, isRequired: required.includes(field) },
    ]),
  );
  return { kind: "object", name, field: (field) => types.get(field), fieldNames: () => types.keys() };
}

/** How large the values of the schema can be: what it says itself, or what fits into a request. */
export function sizesOf(root: CelSchema): SizeOracle {
  return (path) => {
    let at: CelSchema | "key" | undefined = path.length === 0 ? undefined : root;
    for (const step of path.slice(1)) {
      if (at === undefined || at === "key") return undefined;
      if (step === "@items") at = at.items ?? at.additionalProperties;
      else if (step === "@values") at = at.additionalProperties ?? at.items;
      else if (step === "@keys") at = at.additionalProperties && "key";
      else at = at.properties?.[step];
    }
    return at === undefined ? undefined : { min: 0, max: at === "key" ? 0 : maxSize(at) };
  };
}

function maxSize(schema: CelSchema): number {
  if (schema["x-kubernetes-int-or-string"]) return maxRequestBytes - 2;
  if (schema.format) return (schema.format === "byte" && schema.maxLength) || formats[schema.format].maxLength;
  if (schema.type === "string") return schema.maxLength === undefined ? maxRequestBytes - 2 : schema.maxLength * 4;
  if (schema.items) return schema.maxItems ?? fitting(minBytes(schema.items) + 1);
  if (schema.additionalProperties) return schema.maxProperties ?? fitting(minBytes(schema.additionalProperties) + 6);
  return 0;
}

function fitting(bytesEach: number): number {
  return Math.floor((maxRequestBytes - 2) / bytesEach);
}

/** The least that a value of the schema takes as JSON. */
function minBytes(schema: CelSchema): number {
  if (schema["x-kubernetes-int-or-string"]) return 1;
  if (schema.format) return formats[schema.format].minBytes;
  if (schema.type === "boolean") return 4;
  if (schema.type === "integer" || schema.type === "number") return 1;
  let bytes = 2;
  for (const name of schema.required ?? []) bytes += name.length + minBytes(schema.properties?.[name] ?? {}) + 4;
  return bytes;
}
