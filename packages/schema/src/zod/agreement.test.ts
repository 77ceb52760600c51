import assert from "node:assert/strict";
import { test } from "node:test";
import { equalJson, fieldPath, type JsonObject, type JsonValue } from "@pintle/machinery";
import fc from "fast-check";
import { z } from "zod";
import { checkStructuralSchema } from "../check/check-structural-schema.ts";
import { type CompiledSchema, compileSchema } from "../compile/compile-schema.ts";
import { k8s, toStructuralSchema } from "./index.ts";

/** A zod schema with values that fit it or nearly do. */
interface AgreementCase {
  readonly schema: z.ZodType;
  readonly values: fc.Arbitrary<JsonValue>;
}

// Thousands of schemas are parsed a few times each: compiling them would take most of the time.
z.config({ jitless: true });

const plain = { noNullPrototype: true };

type Cases = fc.Arbitrary<AgreementCase>;

/** Of the wrong type for most schemas. Null is left out: see what differs on purpose. */
const junk = fc.constantFrom<JsonValue[]>(true, 0, 1.5, "", "junk", [], {}, [1], { a: 1 });

function mostly(values: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc.oneof({ weight: 9, arbitrary: values }, { weight: 1, arbitrary: junk });
}

function caseOf(schema: z.ZodType, ...values: readonly JsonValue[]): AgreementCase {
  return { schema, values: mostly(fc.constantFrom(...values)) };
}

/** Without lists, which the API server lets pass for any string with a format: see what differs on purpose. */
function formatted(schema: z.ZodType, ...values: readonly JsonValue[]): AgreementCase {
  return { schema, values: fc.constantFrom(...values, "nope", 5, true, {}) };
}

const integers = fc.oneof(
  fc.integer({ min: -6, max: 16 }),
  fc.constantFrom(0.5, 2 ** 31, -(2 ** 31), 2 ** 53, -1e10, 1e21),
);
const fractions = fc.oneof(
  fc.integer({ min: -24, max: 64 }).map((quarters) => quarters / 4),
  fc.constantFrom(-1e10, 1e21, -1e300, 2 ** 53, 5e-324),
);
const limit = fc.integer({ min: -4, max: 12 });

const numbers: Cases = fc
  .tuple(
    fc.constantFrom("int32", "int64", "float"),
    limit,
    limit,
    fc.constantFrom("min", "gt", "lt", "max", "multipleOf", "both", ""),
  )
  .map(([kind, low, high, restriction]) => {
    const schema = k8s[kind as "float"]();
    const restricted = {
      min: () => schema.min(low),
      gt: () => schema.gt(Math.abs(low) + 0.5),
      lt: () => schema.lt(Math.min(high, 0) - 0.5).lt(high),
      max: () => schema.max(high + 0.5).min(low - 0.25),
      multipleOf: () => schema.multipleOf(Math.abs(low) + 1),
      both: () =>
        schema
          .gte(low)
          .lte(high)
          .gt(low - 1),
      "": () => schema,
    }[restriction as "min"]();
    // A large multiple is none to the API server: see what differs on purpose.
    const isWithin = (value: JsonValue) => restriction !== "multipleOf" || Math.abs(Number(value)) < 2 ** 53;
    return { schema: restricted, values: mostly((kind === "float" ? fractions : integers).filter(isWithin)) };
  });

const letters = fc.string({ unit: fc.constantFrom("a", "b", "A", "-", "1", ".", "ä", "😀"), maxLength: 6 });

const strings: Cases = fc
  .tuple(
    fc.nat(3),
    fc.nat(5),
    fc.constantFrom("min", "max", "length", "starts", "ends", "includes", "regex", "lower", "two"),
  )
  .map(([low, high, restriction]) => {
    const schema = {
      min: () => z.string().min(low),
      max: () => z.string().max(high),
      length: () => z.string().length(low),
      starts: () => z.string().startsWith("a."),
      ends: () => z.string().endsWith("b").min(low),
      includes: () => z.string().includes("-"),
      regex: () => z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/),
      lower: () => z.string().lowercase(),
      two: () => z.string().regex(/a/).regex(/b/).max(high),
    }[restriction as "min"]();
    return { schema, values: mostly(letters) };
  });

const uuid = "123e4567-e89b-42d3-a456-426614174000";
const fixed: Cases = fc.constantFrom(
  caseOf(z.boolean(), true, false, "true", 1),
  caseOf(z.enum(["a", "b"]), "a", "b", "c", ""),
  caseOf(z.enum({ One: 1, Two: 2 }), 1, 2, 3, 1.5, "1"),
  caseOf(z.literal(["x", "y"]), "x", "y", "z"),
  caseOf(z.literal(true), true, false),
  caseOf(z.any(), 1, "a", [null], { a: { b: null } }, null),
  caseOf(z.json(), 1, "a", [null], { a: { b: null } }, null),
  formatted(z.email(), "a@b.co", "a@", "nope"),
  formatted(z.uuid(), uuid, "nope", `${uuid}0`),
  formatted(z.url(), "https://a.example/b", "nope", ""),
  formatted(z.ipv4(), "10.0.0.1", "10.0.0.256", "::1"),
  formatted(z.ipv6(), "::1", "fe80::1", ":::", "10.0.0.1"),
  formatted(z.cidrv4(), "10.0.0.0/8", "10.0.0.0/33", "::/0"),
  formatted(z.cidrv6(), "::/0", "fe80::/129", "10.0.0.0/8"),
  formatted(z.mac(), "00:11:22:aa:bb:cc", "00:11:22:aa:bb", "nope"),
  formatted(z.base64(), "aGk=", "****", "aGk"),
  formatted(z.iso.date(), "2026-01-31", "2026-02-31", "nope"),
  formatted(k8s.time(), "2026-01-31T08:00:00Z", "2026-01-31T08:00:00+01:00", "2026-01-31T25:00:00Z", "nope"),
  caseOf(k8s.quantity(), "1", "500m", "1Gi", "1K", "x", 5),
  caseOf(k8s.duration(), "1h30m", "0", "1d", "x"),
  caseOf(k8s.intOrString(), 1, "a", 1.5, true),
  caseOf(k8s.intOrPercent(), 1, "5%", -1, "-5%", "5"),
  caseOf(k8s.preserveUnknown(), { a: 1, b: { c: [null] } }, {}),
  caseOf(k8s.envVars(), [{ name: "A", value: "1" }], [{ name: "A" }, { name: "A" }], [{ value: "1", more: 1 }]),
  caseOf(k8s.servicePorts(), [{ port: 80 }], [{ port: 80 }, { port: 80, protocol: "TCP" }], [{ port: 0 }]),
  caseOf(k8s.resourceRequirements(), { limits: { cpu: 1, memory: "1Gi" } }, { limits: { cpu: "x" } }),
  caseOf(k8s.podTemplate(), { metadata: { labels: { a: "b" } }, spec: { containers: [] } }, { spec: {} }, { more: 1 }),
);

const scalars: Cases = fc.oneof(strings, numbers, fixed);

function listOf({ schema, values }: AgreementCase, sort: string, low: number): AgreementCase {
  const lists = mostly(fc.array(values, { maxLength: 4 }));
  if (sort === "set") return { schema: z.array(schema).max(low + 2), values: lists };
  if (sort === "record") {
    const keys = fc.constantFrom("a", "B-c", "constructor", "toString");
    return { schema: z.record(z.string(), schema), values: mostly(fc.dictionary(keys, values, plain)) };
  }
  return { schema: k8s.atomicList(schema).min(low), values: lists };
}

const uniqueLists: Cases = fc.constantFrom(
  { schema: k8s.listSet(z.string()), values: mostly(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 })) },
  {
    schema: k8s.listMap(z.object({ id: k8s.int32(), zone: z.string().default("x") }), ["id", "zone"]),
    values: mostly(
      fc.array(
        fc.record(
          { id: fc.nat(2), zone: fc.constantFrom("x", "y"), more: fc.nat(1) },
          { requiredKeys: ["id"], ...plain },
        ) as fc.Arbitrary<JsonObject>,
        { maxLength: 3 },
      ),
    ),
  },
);

const presences = [
  "plain",
  "optional",
  "nullable",
  "nullish",
  "default",
  "defaulted",
  "described",
  "readonly",
] as const;

/** A key: required, optional, nullable or with a default that is one of its valid values. */
function withPresence(one: AgreementCase, presence: (typeof presences)[number], value: JsonValue): AgreementCase {
  const { schema } = one;
  const orNull = fc.oneof({ weight: 4, arbitrary: one.values }, { weight: 1, arbitrary: fc.constant(null) });
  const isListed = /^(enum|literal)$/.test(schema.type);
  switch (presence) {
    case "optional":
      return { ...one, schema: schema.optional() };
    case "nullable":
    case "nullish":
      if (isListed) return one;
      return { schema: presence === "nullish" ? schema.nullish() : schema.nullable(), values: orNull };
    case "default": {
      const parsed = schema.safeParse(value);
      if (!parsed.success || value === null) return { ...one, schema: schema.optional() };
      const isComplete = equalJson(parsed.data as JsonValue, value);
      return { ...one, schema: isComplete ? schema.default(value) : schema.prefault(value) };
    }
    case "defaulted":
      return { ...one, schema: k8s.defaulted(schema) };
    case "described":
      return { ...one, schema: schema.describe("said").optional() };
    case "readonly":
      return { ...one, schema: schema.readonly() };
    default:
      return one;
  }
}

function objectsOf(inner: Cases): Cases {
  const key = fc.tuple(inner, fc.constantFrom(...presences), fc.nat()).map(([one, presence, seed]) => {
    const [value = null] = fc.sample(one.values, { seed, numRuns: 1 });
    return withPresence(one, presence, pruned(one.schema, value));
  });
  return fc
    .tuple(
      fc.dictionary(fc.constantFrom("alpha", "bravo", "charlie", "delta"), key, { minKeys: 1, maxKeys: 3, ...plain }),
      fc.boolean(),
    )
    .map(([keys, isLoose]) => {
      const shape = Object.fromEntries(Object.entries(keys).map(([name, { schema }]) => [name, schema]));
      const arbitraries = Object.fromEntries(Object.entries(keys).map(([name, { values }]) => [name, values]));
      const unknown = fc.constantFrom<JsonValue[]>(1, "x", { y: [null] });
      const objects = fc.record({ ...arbitraries, unknown }, { requiredKeys: [], ...plain }) as fc.Arbitrary<JsonValue>;
      return { schema: isLoose ? z.looseObject(shape) : z.object(shape), values: mostly(objects) };
    });
}

/** A default with keys that nobody declared is refused by the API server. What zod fills in is left out again. */
function pruned(schema: z.ZodType, value: JsonValue): JsonValue {
  const parsed = schema.safeParse(value);
  if (!parsed.success || schema.type !== "object") return parsed.success ? (parsed.data as JsonValue) : value;
  return schema.safeParse({}).success ? {} : (parsed.data as JsonValue);
}

const agreementCases: Cases = fc.letrec<{ any: AgreementCase; object: AgreementCase; list: AgreementCase }>((tie) => ({
  any: fc.oneof({ maxDepth: 2 }, scalars, uniqueLists, tie("object"), tie("list")),
  object: objectsOf(tie("any")),
  list: fc
    .tuple(tie("any"), fc.constantFrom("set", "record", "atomic"), fc.nat(2))
    .map(([one, sort, low]) => listOf(one, sort, low)),
})).object;

interface Verdict {
  readonly isAccepted: boolean;
  readonly result: JsonValue;
  readonly text: string;
}

function verdictOfServer(compiled: CompiledSchema, object: JsonObject): Verdict {
  const prepared = compiled.prepare(object).object;
  const errors = compiled.validate(prepared).map(String);
  return { isAccepted: errors.length === 0, result: prepared, text: errors.join("; ") };
}

function verdictOfZod(root: z.ZodType, object: JsonObject): Verdict {
  const { success, data, error } = root.safeParse(object);
  return { isAccepted: success, result: data as JsonValue, text: String(error) };
}

test("zod and the API server accept the same objects and complete them alike", () => {
  let accepted = 0;
  const cases = fc.sample(agreementCases, { seed: 42, numRuns: 1_500 });
  for (const { schema, values } of cases) {
    const root = z.object({ spec: schema });
    const structural = toStructuralSchema(root);
    assert.deepEqual(
      checkStructuralSchema(structural, fieldPath("schema")).map(String),
      [],
      JSON.stringify(structural),
    );
    const compiled = compileSchema(structural);
    for (const spec of fc.sample(values, { seed: 7, numRuns: 8 })) {
      const [ours, zods] = [verdictOfServer(compiled, { spec }), verdictOfZod(root, { spec })];
      const about = `${JSON.stringify(structural)}\n${JSON.stringify(spec)}\n${ours.text}\n${zods.text}`;
      assert.equal(ours.isAccepted, zods.isAccepted, about);
      if (!ours.isAccepted) continue;
      accepted += 1;
      assert.deepEqual(ours.result, zods.result, about);
    }
  }
  assert.ok(accepted > 2_000 && accepted < 9_000, `${accepted} of ${cases.length * 8} accepted`);
});
