/**
 * The structural schema of a zod schema: what may be written (`z.input`), in the keywords of a CustomResourceDefinition.
 *
 * Nothing is dropped: whatever the API server cannot enforce is refused, all of it at once, each with its path and what to write
 * instead. Of what was said to people and tools, titles and descriptions are taken over; messages and other metadata are not,
 * since the API server words its own errors.
 */
import type { JsonValue } from "@pintle/machinery";
import { z } from "zod";
import type { StructuralSchema, ValidationRule } from "../structural-schema.ts";
import { isAnyJson } from "./any-json.ts";
import { readDefault } from "./default-value.ts";
import { type KubernetesKeywords, keywordsOfCheck } from "./kubernetes-check.ts";
import { checkListType } from "./list-type.ts";
import { numberKeywords } from "./number-keywords.ts";
import { refuseCheck } from "./refused-check.ts";
import { refuseType, refuseUnion } from "./refused-types.ts";
import { SchemaWalk } from "./schema-walk.ts";
import { listKeywords, stringKeywords } from "./string-keywords.ts";
import { UnsupportedSchemaError } from "./unsupported-schema-error.ts";

/** Throws an `UnsupportedSchemaError` that lists everything that is refused. */
export function toStructuralSchema(schema: z.core.$ZodType): StructuralSchema {
  const walk = new SchemaWalk();
  const structural = readItem(schema, "", "a schema that nothing else holds", walk);
  if (walk.problems.length > 0) throw new UnsupportedSchemaError(walk.problems);
  return structural;
}

const rulesKeyword = "x-kubernetes-validations";
const anything: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true, nullable: true };

function read(schema: z.core.$ZodType, path: string, walk: SchemaWalk): StructuralSchema {
  if (!isSchema(schema)) {
    walk.refuse(path, "what stands here is no schema of zod 4", 'write it with import { z } from "zod", version 4');
    return {};
  }
  return walk.within(schema, path, () => readOpen(schema, path, walk)) ?? {};
}

function readOpen(schema: z.core.$ZodType, path: string, walk: SchemaWalk): StructuralSchema {
  const { def } = schema._zod;
  const carried: KubernetesKeywords[] = [];
  // A type such as z.email() or z.int32() is a check of its own, and is held in its definition.
  const checks: z.core.$ZodCheck[] =
    "check" in def && isCheckable(def.type) ? [schema as unknown as z.core.$ZodCheck] : [];
  for (const check of def.checks ?? []) {
    const keywords = keywordsOfCheck(check);
    if (keywords) carried.push(keywords);
    else checks.push(check);
  }
  const whole = carried.find(({ isWhole }) => isWhole);
  let structural = whole ? {} : readType(schema, checks, carried, path, walk);
  if (whole) for (const check of checks) refuseCheck(check, path, walk);
  for (const { keywords } of carried) structural = merge(structural, keywords);
  if (def.type === "array") checkListType(structural, path, walk);
  const { title, description } = z.globalRegistry.get(schema) ?? {};
  return { ...structural, ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
}

/** People mix in schemas of zod 3, and shapes built by code have holes. */
function isSchema(value: z.core.$ZodType | undefined): boolean {
  return value?._zod !== undefined;
}

function isCheckable(type: string): boolean {
  return type === "string" || type === "number";
}

/** Rules add up, from the inside out; of any other keyword the outermost counts. */
function merge(inner: StructuralSchema, outer: StructuralSchema): StructuralSchema {
  const rules: ValidationRule[] = [...(inner[rulesKeyword] ?? []), ...(outer[rulesKeyword] ?? [])];
  return { ...inner, ...outer, ...(rules.length > 0 && { [rulesKeyword]: rules }) };
}

function readType(
  schema: z.core.$ZodType,
  checks: readonly z.core.$ZodCheck[],
  carried: readonly KubernetesKeywords[],
  path: string,
  walk: SchemaWalk,
): StructuralSchema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ("coerce" in def && def.coerce) {
    walk.refuse(
      path,
      "the API server does not convert values",
      `write z.${def.type}() in place of z.coerce.${def.type}()`,
    );
  }
  switch (def.type) {
    case "string":
      return stringKeywords(checks, path, walk);
    case "number": {
      const isFloat = carried.some(({ keywords }) => keywords.format === "double");
      return numberKeywords(checks, isFloat, path, walk);
    }
    case "array":
      return listKeywords(readItem(def.element, `${path}[]`, "an item of a list", walk), checks, path, walk);
    default:
      // z.custom() is refused as a type; its check would only say so again.
      if (def.type !== "custom") for (const check of checks) refuseCheck(check, path, walk);
      return readUnchecked(schema, path, walk);
  }
}

/** The types that zod has no checks for, other than those written in code. */
function readUnchecked(schema: z.core.$ZodType, path: string, walk: SchemaWalk): StructuralSchema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "boolean":
      return { type: "boolean" };
    case "enum":
      return readValues(z.core.util.getEnumValues(def.entries), path, walk);
    case "literal":
      return readValues(def.values, path, walk);
    case "any":
    case "unknown":
      return anything;
    case "object":
      return readObject(def, path, walk);
    case "record":
      return readRecord(def, path, walk);
    case "optional":
    case "nonoptional":
    case "readonly":
      return read(def.innerType, path, walk);
    case "nullable":
      return readNullable(def.innerType, path, walk);
    case "default":
    case "prefault":
      return readDefaulted(def, path, walk);
    case "lazy":
      return isAnyJson(def) ? anything : read(def.getter(), path, walk);
    case "union":
      refuseUnion(def.options, path, walk);
      return {};
    default:
      refuseType(schema, path, walk);
      return {};
  }
}

function readValues(values: readonly unknown[], path: string, walk: SchemaWalk): StructuralSchema {
  const types = new Set(values.map(typeOfValue));
  const [type] = types;
  if (types.size === 1 && type !== undefined) return { type, enum: [...new Set(values)] as JsonValue[] };
  const remedy =
    "list strings, whole numbers or booleans alone, and write .nullable() or .optional() for null and undefined";
  walk.refuse(path, "the values of an enumeration have one type", remedy);
  return {};
}

function typeOfValue(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return "integer";
  return typeof value === "string" || typeof value === "boolean" ? typeof value : undefined;
}

function readNullable(inner: z.core.$ZodType, path: string, walk: SchemaWalk): StructuralSchema {
  const structural = read(inner, path, walk);
  if (structural.enum) {
    const reason = "the API server refuses null where values are listed, even if it is allowed";
    walk.refuse(path, reason, "write .optional() in place of .nullable(), or add a value that stands for none");
  }
  return { ...structural, nullable: true };
}

function readDefaulted(
  def: z.core.$ZodDefaultDef | z.core.$ZodPrefaultDef,
  path: string,
  walk: SchemaWalk,
): StructuralSchema {
  const before = walk.problems.length;
  const structural = read(def.innerType, path, walk);
  const value = readDefault(def, walk.problems.length === before, path, walk);
  return value === undefined ? structural : { ...structural, default: value };
}

function readObject(def: z.core.$ZodObjectDef, path: string, walk: SchemaWalk): StructuralSchema {
  const properties: { [name: string]: StructuralSchema } = {};
  const required: string[] = [];
  for (const [name, property] of Object.entries(def.shape)) {
    const at = path === "" ? name : `${path}.${name}`;
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) {
      walk.refuse(at, `the key ${JSON.stringify(name)} is not camelCase, as all of Kubernetes' are`, "rename it");
      continue;
    }
    properties[name] = read(property, at, walk);
    if (isSchema(property) && property._zod.optin === undefined) required.push(name);
  }
  return {
    type: "object",
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...readCatchall(def.catchall, path, walk),
  };
}

function readCatchall(catchall: z.core.$ZodType | undefined, path: string, walk: SchemaWalk): StructuralSchema {
  const type = catchall?._zod.def.type;
  if (type === undefined) return {};
  if (type === "unknown" || type === "any") return { "x-kubernetes-preserve-unknown-fields": true };
  if (type === "never") {
    const reason = "the API server prunes keys that are not declared, and refuses them where the client asks for it";
    walk.refuse(path, reason, "write z.object(…) without strict: kubectl asks for it anyway");
  } else {
    const reason = "an object has either keys of its own or a schema for all others";
    walk.refuse(path, reason, "put the others into a key of their own: z.record(z.string(), …)");
  }
  return {};
}

function readRecord(def: z.core.$ZodRecordDef, path: string, walk: SchemaWalk): StructuralSchema {
  const { def: key } = def.keyType._zod;
  if (key.type === "enum" || key.type === "literal") {
    const reason = "the API server cannot restrict the keys of a map";
    walk.refuse(path, reason, "write z.object({ … }) with these keys");
  } else if (
    key.type !== "string" ||
    "check" in key ||
    (key.checks?.length ?? 0) > 0 ||
    ("coerce" in key && key.coerce)
  ) {
    const reason = "the API server cannot restrict the keys of a map";
    const rule = "k8s.rule(…, { rule: \"self.all(key, key.matches('^…$'))\" })";
    walk.refuse(path, reason, `write z.record(z.string(), …), and a CEL rule for the keys: ${rule}`);
  }
  return { type: "object", additionalProperties: readItem(def.valueType, `${path}{}`, "a value of a map", walk) };
}

/** Only a key can be absent: in lists and maps a default or `.optional()` would never come to bear. */
function readItem(schema: z.core.$ZodType, path: string, what: string, walk: SchemaWalk): StructuralSchema {
  if (isSchema(schema) && schema._zod.optin !== undefined) {
    walk.refuse(path, `${what} is always there`, "take .optional(), .default() or .prefault() off it");
  }
  return read(schema, path, walk);
}
