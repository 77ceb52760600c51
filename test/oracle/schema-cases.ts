/**
 * Seeded schemas and objects. Schemas are mostly sound, some have a keyword where it does not belong; objects mostly follow
 * their schema, with a part here and there that does not.
 */
import type { JsonObject, JsonValue } from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";
import { createDice, type Dice } from "./dice.ts";
import { formatNames, textsOfFormat } from "./schema-texts.ts";

type Draft = { -readonly [Keyword in keyof StructuralSchema]?: StructuralSchema[Keyword] };

export interface ObjectCase {
  readonly schema: StructuralSchema;
  readonly object: JsonObject;
  readonly old?: JsonObject;
}

const names = ["a", "b", "c", "name", "metadata", "kind", "constructor"];
const patterns = ["^a+$", "b", "^[a-z]{1,3}$", "^$", "^(a|b)*$"];
const texts = ["", "a", "aa", "b", "abc", "ABC", "日本", "5", "10%", "a b"];
const numbers = [-7, -1, 0, 1, 2, 3, 5, 10, 100, 1.5, 2.25, -0.5, 2_147_483_648, 1e21];

export function seededSchema(seed: number): { schema: StructuralSchema; status: boolean } {
  const dice = createDice(seed);
  const schema = rootSchema(dice, true);
  if (dice.chance(0.75)) for (let times = 1 + dice.below(2); times > 0; times -= 1) spoil(dice, schema);
  return { schema, status: dice.chance(0.2) };
}

export function seededObject(seed: number): ObjectCase {
  const dice = createDice(seed);
  const schema = rootSchema(dice, false);
  const object = withType(dice, drawValue(dice, schema, 0.08) as JsonObject);
  if (!dice.chance(0.4)) return { schema, object };
  const old = dice.chance(0.3) ? object : withType(dice, changed(dice, object, schema) as JsonObject);
  return { schema, object, old };
}

function withType(dice: Dice, object: JsonObject): JsonObject {
  const metadata = dice.chance(0.3) ? { metadata: { name: "w", labels: { a: "b" }, strange: 1 } } : {};
  return { ...object, apiVersion: "example.com/v1", kind: "Widget", ...metadata };
}

/** An object in which some fields differ from the given one, and others are just as they were. */
function changed(dice: Dice, value: JsonValue, schema: StructuralSchema): JsonValue {
  const other = drawValue(dice, schema, 0.08);
  if (!isObject(value) || !isObject(other)) return dice.chance(0.5) ? value : other;
  const result: JsonObject = { ...value };
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (dice.chance(0.4) && Object.hasOwn(value, name)) result[name] = changed(dice, value[name] ?? null, property);
  }
  return result;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function rootSchema(dice: Dice, hasMeta: boolean): Draft {
  const schema: Draft = objectSchema(dice, 3);
  const properties: Record<string, StructuralSchema> = { ...schema.properties };
  for (const name of ["metadata", "kind", "apiVersion"]) delete properties[name];
  if (hasMeta && dice.chance(0.3)) {
    properties.metadata = dice.pick<StructuralSchema>([
      { type: "object" },
      { type: "object", properties: { name: { type: "string", maxLength: 5 } } },
      { type: "object", properties: { labels: { type: "object" } } },
      { type: "object", default: {} },
      { type: "string" },
    ]);
  }
  if (hasMeta && dice.chance(0.2)) properties.kind = { type: dice.pick(["string", "integer"]) };
  return { ...schema, properties };
}

function anySchema(dice: Dice, depth: number): Draft {
  const schema =
    depth <= 0 ? scalarSchema(dice) : dice.pick([scalarSchema, scalarSchema, objectSchema, listSchema])(dice, depth);
  if (dice.chance(0.15)) schema.nullable = true;
  if (dice.chance(0.2)) schema.default = drawValue(dice, schema, dice.chance(0.2) ? 0.3 : 0);
  if (dice.chance(0.15)) addJunctor(dice, schema, depth);
  return schema;
}

function objectSchema(dice: Dice, depth: number): Draft {
  const schema: Draft = { type: "object" };
  if (dice.chance(0.2)) schema.additionalProperties = dice.chance(0.25) ? dice.chance(0.7) : anySchema(dice, depth - 1);
  else {
    const chosen = dice.shuffle(names).slice(0, 1 + dice.below(3));
    schema.properties = Object.fromEntries(chosen.map((name) => [name, anySchema(dice, depth - 1)]));
    if (dice.chance(0.3)) schema.required = [dice.pick(names)];
  }
  if (dice.chance(0.15)) schema["x-kubernetes-preserve-unknown-fields"] = true;
  if (dice.chance(0.08) && depth < 3) schema["x-kubernetes-embedded-resource"] = true;
  if (dice.chance(0.1)) schema["x-kubernetes-map-type"] = dice.pick(["atomic", "granular"]);
  if (dice.chance(0.1)) schema.maxProperties = dice.below(3);
  if (dice.chance(0.1)) schema.minProperties = dice.below(3);
  return schema;
}

function listSchema(dice: Dice, depth: number): Draft {
  const schema: Draft = { type: "array", items: anySchema(dice, depth - 1) };
  if (dice.chance(0.15)) schema.maxItems = dice.below(3);
  if (dice.chance(0.15)) schema.minItems = dice.below(3);
  if (dice.chance(0.35)) {
    schema["x-kubernetes-list-type"] = "map";
    schema["x-kubernetes-list-map-keys"] = dice.chance(0.3) ? ["a", "b"] : ["a"];
    const key = { type: dice.pick(["string", "integer"]) };
    const properties = { a: key, b: { type: "string", default: "b" }, c: anySchema(dice, depth - 1) };
    schema.items = { type: "object", properties, required: ["a"] };
  } else if (dice.chance(0.3)) {
    schema["x-kubernetes-list-type"] = "set";
    schema.items = scalarSchema(dice);
  }
  return schema;
}

function scalarSchema(dice: Dice): Draft {
  switch (dice.below(6)) {
    case 0:
    case 1:
      return textSchema(dice);
    case 2:
      return { type: "boolean" };
    case 3:
      return dice.chance(0.5)
        ? {
            "x-kubernetes-int-or-string": true,
            ...numberLimits(dice),
            ...(dice.chance(0.3) ? { pattern: "^[0-9]+%?$" } : {}),
          }
        : { "x-kubernetes-preserve-unknown-fields": true };
    case 4:
      return { type: "integer", ...numberLimits(dice), ...format(dice, ["int32", "int64", "double", "date"]) };
    default:
      return { type: "number", ...numberLimits(dice), ...format(dice, ["float", "double", "int32"]) };
  }
}

function format(dice: Dice, formats: readonly string[]): Draft {
  return dice.chance(0.3) ? { format: dice.pick(formats) } : {};
}

function textSchema(dice: Dice): Draft {
  const schema: Draft = { type: "string" };
  if (dice.chance(0.2)) schema.maxLength = dice.below(3);
  if (dice.chance(0.2)) schema.minLength = dice.below(3);
  if (dice.chance(0.2)) schema.pattern = dice.pick(patterns);
  if (dice.chance(0.2)) schema.enum = dice.shuffle(texts).slice(0, 2);
  if (dice.chance(0.3)) schema.format = dice.pick(formatNames);
  return schema;
}

function numberLimits(dice: Dice): Draft {
  const limits: Draft = {};
  if (dice.chance(0.25)) limits.maximum = dice.pick(numbers);
  if (dice.chance(0.25)) limits.minimum = dice.pick(numbers);
  if (dice.chance(0.2)) limits.multipleOf = dice.pick([0.5, 2, 3, 1.5, 0, 0.1]);
  if (dice.chance(0.1)) limits.exclusiveMaximum = true;
  if (dice.chance(0.1)) limits.exclusiveMinimum = true;
  if (dice.chance(0.15)) limits.enum = dice.shuffle<JsonValue>([1, 2, 1.5, "A", 65, null]).slice(0, 3);
  return limits;
}

/** What may stand below a junctor: restrictions of what the schema itself describes. */
function restriction(dice: Dice, schema: StructuralSchema, depth: number): StructuralSchema {
  if (schema.properties && dice.chance(0.6)) {
    const [name = "a", property = {}] = dice.pick(Object.entries(schema.properties)) ?? [];
    const inner = depth > 0 ? restriction(dice, property, depth - 1) : {};
    return dice.chance(0.5) ? { required: [name] } : { properties: { [name]: inner } };
  }
  if (!Array.isArray(schema.items) && schema.items && dice.chance(0.5)) {
    return { items: restriction(dice, schema.items as StructuralSchema, depth - 1) };
  }
  return dice.pick<() => StructuralSchema>([
    () => ({ enum: dice.shuffle<JsonValue>(["a", "b", 1, 2, true]).slice(0, 2) }),
    () => ({ pattern: dice.pick(patterns) }),
    () => ({ maximum: dice.pick(numbers) }),
    () => ({ minLength: dice.below(3), maxItems: dice.below(3) }),
    () => ({ format: dice.pick(formatNames) }),
    () => ({ minProperties: dice.below(3) }),
    () => ({}),
  ])();
}

function addJunctor(dice: Dice, schema: Draft, depth: number): void {
  const branches = () => Array.from({ length: 1 + dice.below(3) }, () => restriction(dice, schema, depth));
  if (schema["x-kubernetes-int-or-string"]) schema.anyOf = [{ type: "integer" }, { type: "string" }];
  else if (dice.chance(0.3)) schema.anyOf = branches();
  else if (dice.chance(0.4)) schema.oneOf = branches();
  else if (dice.chance(0.5)) schema.allOf = branches();
  else schema.not = restriction(dice, schema, depth);
}

/** A value for the schema; with the given probability, each part of it is something else. */
function drawValue(dice: Dice, schema: StructuralSchema, strangeness: number): JsonValue {
  if (schema.nullable && dice.chance(0.2)) return null;
  if (dice.chance(strangeness)) return strangeValue(dice);
  if (schema.enum && schema.enum.length > 0 && dice.chance(0.7)) return dice.pick(schema.enum);
  if (schema["x-kubernetes-int-or-string"]) return dice.chance(0.5) ? dice.pick(texts) : dice.pick(numbers);
  switch (schema.type) {
    case "object":
      return objectOf(dice, schema, strangeness);
    case "array":
      return Array.from({ length: dice.below(4) }, () =>
        drawValue(dice, schema.items as StructuralSchema, strangeness),
      );
    case "string":
      return schema.format && dice.chance(0.9) ? dice.pick(textsOfFormat(schema.format)) : dice.pick(texts);
    case "boolean":
      return dice.chance(0.5);
    case "integer":
      return dice.pick(numbers.filter(Number.isSafeInteger));
    case "number":
      return dice.pick(numbers);
    default:
      return strangeValue(dice);
  }
}

function objectOf(dice: Dice, schema: StructuralSchema, strangeness: number): JsonObject {
  const object: JsonObject = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (dice.chance(0.75)) object[name] = drawValue(dice, property, strangeness);
  }
  const values = schema.additionalProperties;
  for (let count = values === undefined ? 0 : dice.below(3); count > 0; count -= 1) {
    object[dice.pick(names)] = typeof values === "object" ? drawValue(dice, values, strangeness) : strangeValue(dice);
  }
  if (schema["x-kubernetes-embedded-resource"]) Object.assign(object, embeddedMeta(dice));
  if (dice.chance(strangeness > 0 ? 0.25 : 0)) object[dice.pick([...names, "x", "y"])] = strangeValue(dice);
  return object;
}

function embeddedMeta(dice: Dice): JsonObject {
  const meta: JsonObject = {};
  if (dice.chance(0.85)) meta.apiVersion = dice.pick<JsonValue>(["v1", "apps/v1", "a/b/c", "", 1]);
  if (dice.chance(0.85)) meta.kind = dice.pick<JsonValue>(["Pod", "pod", "P od", "", true]);
  if (dice.chance(0.6)) {
    meta.metadata = dice.pick<JsonValue>([
      { name: "a", strange: 1 },
      { name: "a/b", labels: { a: "b" } },
      { name: "x", labels: { "a b": "c" }, annotations: {} },
      { name: 1 },
      { namespace: "N", finalizers: ["a.b/c"], creationTimestamp: null },
    ]);
  }
  return meta;
}

function strangeValue(dice: Dice): JsonValue {
  const values: JsonValue[] = [
    null,
    true,
    1,
    1.5,
    "a",
    "",
    [],
    [1, "a"],
    {},
    { a: 1 },
    { x: { y: null } },
    [{ a: null }],
  ];
  return dice.pick(values);
}

const strangeKeywords: readonly StructuralSchema[] = [
  { type: "" },
  { type: "null" },
  { type: "strange" },
  { type: "array" },
  { type: "object" },
  { type: "string" },
  { nullable: true },
  { default: "a" },
  { default: { a: 1, unknown: 2 } },
  { default: [1] },
  { default: 7 },
  { pattern: "(" },
  { pattern: "(?=a)" },
  { uniqueItems: true },
  { additionalProperties: { type: "string", default: "a" } },
  { additionalProperties: false },
  { additionalProperties: true },
  { properties: { a: { type: "string" } } },
  { properties: { metadata: { type: "object", properties: { name: { type: "string" }, a: { type: "string" } } } } },
  { items: { type: "string", nullable: true } },
  { items: { type: "object", properties: { a: { type: "object" } } } },
  { "x-kubernetes-list-type": "set" },
  { "x-kubernetes-list-type": "map" },
  { "x-kubernetes-list-type": "strange" },
  { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "a", "zz"] },
  { "x-kubernetes-list-map-keys": ["a"] },
  { "x-kubernetes-map-type": "strange" },
  { "x-kubernetes-map-type": "atomic" },
  { "x-kubernetes-preserve-unknown-fields": false },
  { "x-kubernetes-preserve-unknown-fields": true },
  { "x-kubernetes-embedded-resource": true },
  { "x-kubernetes-int-or-string": true },
  { anyOf: [{ type: "integer" }, { type: "string" }] },
  { allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { properties: { zz: { minLength: 1 } } }] },
  { oneOf: [{ properties: { metadata: { maxProperties: 1 } } }, { title: "a", description: "b", nullable: true }] },
  { not: { additionalProperties: { maxLength: 1 }, default: 1, "x-kubernetes-list-type": "set" } },
  { anyOf: [{ items: { items: { minLength: 1 } } }] },
  { $ref: "#/definitions/a" },
  { definitions: { a: { type: "string", uniqueItems: true } } },
  { patternProperties: { a: { type: "string" } } },
  { dependencies: { a: ["b"] } },
  { additionalItems: true },
  { id: "a" },
  { items: [{ type: "string" }] },
];

/** Lays a keyword over some node of the schema. */
function spoil(dice: Dice, schema: Draft): void {
  const below: StructuralSchema[] = [
    ...Object.values(schema.properties ?? {}),
    ...[schema.items, schema.additionalProperties].filter(
      (inner) => typeof inner === "object" && !Array.isArray(inner),
    ),
    ...(dice.chance(0.2)
      ? [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.not ? [schema.not] : [])]
      : []),
  ] as StructuralSchema[];
  if (below.length > 0 && dice.chance(0.7)) spoil(dice, dice.pick(below));
  else Object.assign(schema, structuredClone(dice.pick(strangeKeywords)));
}
