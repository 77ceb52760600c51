import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath } from "@pintle/machinery";
import { z } from "zod";
import * as mini from "zod/mini";
import { checkStructuralSchema } from "../check/check-structural-schema.ts";
import { findUnrecognizedFormats } from "../check/unrecognized-formats.ts";
import type { StructuralSchema } from "../structural-schema.ts";
import { float, int32 } from "./scalars.ts";
import { toStructuralSchema } from "./to-structural-schema.ts";

/** The schema of one key, after the API server's own check of the whole. */
function schemaOf(schema: z.core.$ZodType): StructuralSchema {
  const root = toStructuralSchema(z.object({ value: schema }));
  assert.deepEqual(checkStructuralSchema(root, fieldPath("schema")).map(String), []);
  assert.deepEqual(findUnrecognizedFormats(root), []);
  return root.properties?.value ?? {};
}

function assertSchemas(cases: readonly (readonly [z.core.$ZodType, StructuralSchema])[]): void {
  for (const [schema, expected] of cases) assert.deepEqual(schemaOf(schema), expected);
}

test("lengths of strings and lists become keywords, and the tightest counts", () => {
  const items = { type: "string" };
  assertSchemas([
    [z.string(), { type: "string" }],
    [z.string().min(1).min(3).max(9).max(7), { type: "string", minLength: 3, maxLength: 7 }],
    [z.string().length(4), { type: "string", minLength: 4, maxLength: 4 }],
    [z.string().nonempty(), { type: "string", minLength: 1 }],
    [z.array(z.string()), { type: "array", items }],
    [z.array(z.string()).min(1).max(3), { type: "array", items, minItems: 1, maxItems: 3 }],
    [z.array(z.string()).length(2), { type: "array", items, minItems: 2, maxItems: 2 }],
  ]);
});

test("patterns, and what can be said by one, become patterns; from the second on they stand in allOf", () => {
  assertSchemas([
    [z.string().regex(/^a\/b$/), { type: "string", pattern: "^a/b$" }],
    [z.string().startsWith("a.b"), { type: "string", pattern: "^a\\.b" }],
    [z.string().endsWith("(c)"), { type: "string", pattern: "\\(c\\)$" }],
    [z.string().includes("$"), { type: "string", pattern: "\\$" }],
    [z.string().lowercase(), { type: "string", pattern: "^[^A-Z]*$" }],
    [z.string().uppercase(), { type: "string", pattern: "^[^a-z]*$" }],
    [
      z.string().startsWith("a").endsWith("b").regex(/c/),
      { type: "string", pattern: "^a", allOf: [{ pattern: "b$" }, { pattern: "c" }] },
    ],
  ]);
});

test("formats that the API server enforces become formats, in either way of writing them", () => {
  assertSchemas([
    [z.email(), { type: "string", format: "email" }],
    [z.string().email().max(50), { type: "string", format: "email", maxLength: 50 }],
    [z.email({ pattern: /@example\.com$/ }), { type: "string", pattern: "@example\\.com$" }],
    [z.uuid(), { type: "string", format: "uuid" }],
    [z.uuidv4(), { type: "string", format: "uuid4" }],
    [z.guid(), { type: "string", format: "uuid" }],
    [z.url(), { type: "string", format: "uri" }],
    [z.ipv4(), { type: "string", format: "ipv4" }],
    [z.ipv6(), { type: "string", format: "ipv6" }],
    [z.cidrv4(), { type: "string", format: "cidr", pattern: "^[0-9.]+/" }],
    [z.cidrv6(), { type: "string", format: "cidr", pattern: ":" }],
    [z.mac(), { type: "string", format: "mac" }],
    [z.hostname(), { type: "string", format: "hostname" }],
    [z.base64(), { type: "string", format: "byte" }],
    [z.iso.date(), { type: "string", format: "date" }],
    [z.iso.datetime(), { type: "string", format: "date-time" }],
    [z.ipv4().startsWith("10."), { type: "string", format: "ipv4", pattern: "^10\\." }],
  ]);
});

test("integers carry their format, and bounds where the format leaves more than a number holds exactly", () => {
  const int64 = { type: "integer", format: "int64" };
  const [minimum, maximum] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  assertSchemas([
    [z.int32(), { type: "integer", format: "int32" }],
    [z.int(), { ...int64, minimum, maximum }],
    [z.number().int(), { ...int64, minimum, maximum }],
    [z.uint32(), { ...int64, minimum: 0, maximum: 4_294_967_295 }],
    [z.int().min(0), { ...int64, minimum: 0, maximum }],
    [z.int32().positive(), { type: "integer", format: "int32", minimum: 0, exclusiveMinimum: true }],
    [
      z.int32().gt(1).lt(9),
      { type: "integer", format: "int32", minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    ],
    [z.int32().multipleOf(5), { type: "integer", format: "int32", multipleOf: 5 }],
  ]);
});

test("fractions of an integer's limits are rounded inwards, because the API server cuts them off", () => {
  assertSchemas([
    [z.int32().min(1.5).max(7.5), { type: "integer", format: "int32", minimum: 2, maximum: 7 }],
    [z.int32().min(-0.5), { type: "integer", format: "int32", minimum: 0 }],
    [z.int32().gt(-1.5).lt(-0.5), { type: "integer", format: "int32", minimum: -1, maximum: -1 }],
  ]);
});

test("fractional limits of fractions hold for whole numbers too, which the API server compares without the fraction", () => {
  const number = { type: "number", format: "double" };
  assertSchemas([
    [float().min(0.5), { ...number, minimum: 0.5, allOf: [{ minimum: 0, exclusiveMinimum: true }] }],
    [float().max(-1.5), { ...number, maximum: -1.5, allOf: [{ maximum: -1, exclusiveMaximum: true }] }],
    [float().gt(0.5).max(2.5), { ...number, minimum: 0.5, exclusiveMinimum: true, maximum: 2.5 }],
  ]);
});

test("enumerations and literals have one type", () => {
  assertSchemas([
    [z.boolean(), { type: "boolean" }],
    [z.enum(["a", "b"]), { type: "string", enum: ["a", "b"] }],
    [z.enum({ Low: 1, High: 2 }), { type: "integer", enum: [1, 2] }],
    [z.literal("a"), { type: "string", enum: ["a"] }],
    [z.literal([1, 2]), { type: "integer", enum: [1, 2] }],
    [z.literal(true), { type: "boolean", enum: [true] }],
  ]);
});

test("keys are required unless they may be absent, and null is allowed where it is said", () => {
  const schema = z.object({
    must: z.string(),
    may: z.string().optional(),
    exact: z.string().exactOptional(),
    again: z.string().optional().nonoptional(),
    nullable: z.string().nullable(),
    nullish: z.string().nullish(),
    filled: z.string().default("x"),
    anything: z.unknown(),
  });
  const { required, properties } = schemaOf(schema);
  assert.deepEqual(required, ["must", "again", "nullable", "anything"]);
  assert.deepEqual(properties?.nullish, { type: "string", nullable: true });
  assert.deepEqual(properties?.may, { type: "string" });
});

test("defaults are written where they stand, nested ones too, and prefault is what Kubernetes means by a default", () => {
  const inner = { type: "object", properties: { replicas: { type: "integer", format: "int32", default: 1 } } };
  const replicas = int32().default(1);
  assertSchemas([
    [z.string().default("a"), { type: "string", default: "a" }],
    [z.string().optional().default("a"), { type: "string", default: "a" }],
    [z.string().default("a").optional(), { type: "string", default: "a" }],
    [z.array(z.string()).default(["a"]), { type: "array", items: { type: "string" }, default: ["a"] }],
    [z.array(z.string()).default(() => []), { type: "array", items: { type: "string" }, default: [] }],
    [z.object({ replicas }).prefault({}), { ...inner, default: {} }],
    [z.object({ replicas }).default({ replicas: 3 }), { ...inner, default: { replicas: 3 } }],
  ]);
});

test("maps have a schema for their values, and open values keep what is in them", () => {
  const open = { "x-kubernetes-preserve-unknown-fields": true };
  assertSchemas([
    [z.record(z.string(), z.boolean()), { type: "object", additionalProperties: { type: "boolean" } }],
    [z.any(), { ...open, nullable: true }],
    [z.unknown(), { ...open, nullable: true }],
    [z.json(), { ...open, nullable: true }],
    [z.looseObject({}), { type: "object", ...open }],
    [
      z.object({ a: z.string() }).loose(),
      { type: "object", properties: { a: { type: "string" } }, required: ["a"], ...open },
    ],
  ]);
});

test("titles and descriptions are taken over, from the outside in, and stay through further checks", () => {
  assertSchemas([
    [z.string().describe("a name").min(1), { type: "string", minLength: 1, description: "a name" }],
    [
      z.string().meta({ title: "Name", description: "a name" }),
      { type: "string", title: "Name", description: "a name" },
    ],
    [
      z.string().describe("inner").default("x").describe("outer"),
      { type: "string", default: "x", description: "outer" },
    ],
    [z.string().describe("inner").optional(), { type: "string", description: "inner" }],
  ]);
});

test("brands, readonly and lazy schemas that end are looked through", () => {
  assertSchemas([
    [z.string().brand("Name"), { type: "string" }],
    [z.array(z.string()).readonly(), { type: "array", items: { type: "string" } }],
    [z.lazy(() => z.string()), { type: "string" }],
  ]);
});

test("schemas of zod/mini are schemas too", () => {
  assertSchemas([[mini.string().check(mini.minLength(2)), { type: "string", minLength: 2 }]]);
});

test("the same part may stand in several places", () => {
  const part = z.object({ name: z.string() });
  const { properties } = schemaOf(z.object({ left: part, right: part, inner: z.object({ part }) }));
  assert.deepEqual(properties?.left, properties?.right);
});
