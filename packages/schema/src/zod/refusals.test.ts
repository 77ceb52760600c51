import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "@pintle/machinery";
import { z } from "zod";
import { z as z3 } from "zod/v3";
import { float, int32 } from "./scalars.ts";
import { toStructuralSchema } from "./to-structural-schema.ts";
import { type SchemaProblem, UnsupportedSchemaError } from "./unsupported-schema-error.ts";

function problemsOf(schema: z.core.$ZodType): readonly SchemaProblem[] {
  try {
    toStructuralSchema(z.object({ spec: z.object({ value: schema }) }));
  } catch (error) {
    assert.ok(error instanceof UnsupportedSchemaError);
    return error.problems;
  }
  assert.fail("the schema was accepted");
}

/** One problem, at the path, with the words in its reason and remedy. */
function assertRefused(schema: z.core.$ZodType, reason: RegExp, remedy: RegExp, path = "spec.value"): void {
  const problems = problemsOf(schema);
  assert.equal(problems.length, 1, JSON.stringify(problems));
  assert.equal(problems[0]?.path, path);
  assert.match(problems[0]?.reason ?? "", reason);
  assert.match(problems[0]?.remedy ?? "", remedy);
}

test("unions are refused, with the form that Kubernetes has for what they are meant for", () => {
  assertRefused(z.union([z.string(), z.int32()]), /union/, /k8s\.intOrString\(\)/);
  assertRefused(z.union([z.literal("a"), z.literal("b")]), /union/, /z\.enum/);
  assertRefused(z.union([z.string(), z.null()]), /union/, /\.nullable\(\)/);
  assertRefused(z.union([z.string(), z.undefined()]), /union/, /\.optional\(\)/);
  assertRefused(
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    /union/,
    /optional keys.*k8s\.rule/,
  );
  assertRefused(z.xor([z.string(), z.boolean()]), /union/, /one type/);
  assertRefused(z.intersection(z.object({}), z.object({})), /one type/, /\.extend/);
});

test("discriminated unions are refused", () => {
  const options = [z.object({ type: z.literal("a") }), z.object({ type: z.literal("b") })] as const;
  assertRefused(z.discriminatedUnion("type", options), /union/, /optional keys.*k8s\.rule/);
});

test("transforms are refused in all their forms", () => {
  assertRefused(z.string().transform(Number), /does not transform/, /convert it in the reconciler/);
  assertRefused(z.preprocess(String, z.string()), /does not transform/, /form that is stored/);
  assertRefused(z.string().pipe(z.string()), /does not transform/, /form that is stored/);
  assertRefused(z.codec(z.string(), z.int(), { decode: Number, encode: String }), /does not transform/, /stored/);
  assertRefused(z.stringbool(), /does not transform/, /form that is stored/);
  assertRefused(z.string().catch("x"), /does not replace/, /\.default/);
  assertRefused(z.string().trim(), /does not trim/, /\.regex/);
  assertRefused(z.string().toLowerCase(), /rewrite/, /admission\.default/);
  assertRefused(z.coerce.number().int(), /does not convert/, /z\.number\(\)/);
  assertRefused(z.coerce.boolean(), /does not convert/, /z\.boolean\(\)/);
});

test("recursion is refused, by lazy schemas and by getters", () => {
  const tree: z.ZodType = z.object({ children: z.array(z.lazy(() => tree)).optional() });
  assertRefused(tree, /contains itself/, /k8s\.preserveUnknown\(\)/, "spec.value.children[]");
  const node = z.object({
    get next() {
      return node.optional();
    },
  });
  assertRefused(node, /contains itself/, /levels/, "spec.value.next");
});

test("schemas that make new ones for ever, or unfold to millions, are refused in bounded time", () => {
  const grow = (): z.ZodType =>
    z.object({
      get a() {
        return grow().optional();
      },
      get b() {
        return grow().optional();
      },
    });
  const [problem] = problemsOf(grow());
  assert.match(problem?.reason ?? "", /deeper than 200 levels/);
  assert.ok((problem?.path.length ?? 0) < 200);
  let doubled: z.ZodType = z.string();
  for (let level = 0; level < 25; level += 1) doubled = z.object({ left: doubled, right: doubled });
  const problems = problemsOf(doubled);
  assert.equal(problems.length, 1);
  assert.match(problems[0]?.reason ?? "", /more than 20000 parts/);
});

test("refinements are refused wherever they stand, and a CEL rule is advised", () => {
  const refined: z.ZodType[] = [
    z.string().refine(() => true),
    z.string().superRefine(() => {}),
    z.string().check(() => {}),
    z.int32().refine(() => true),
    z.array(z.string()).refine(() => true),
    z.object({}).refine(() => true),
    z.record(z.string(), z.string()).refine(() => true),
    z.enum(["a"]).refine(() => true),
    z
      .string()
      .optional()
      .refine(() => true),
    z
      .string()
      .default("a")
      .refine(() => true),
  ];
  for (const schema of refined) assertRefused(schema, /code/, /k8s\.rule/);
  assertRefused(
    z.custom<string>(() => true),
    /code/,
    /k8s\.rule/,
  );
  assertRefused(z.instanceof(Date), /code/, /k8s\.rule/);
});

test("checks that are not known are refused, never dropped", () => {
  const check = { _zod: { def: { check: "tomorrow" }, check: () => {}, onattach: [] } };
  for (const schema of [z.string(), z.int32(), z.array(z.string()), z.object({}), z.boolean()]) {
    assertRefused((schema as z.ZodType).check(check), /tomorrow/, /k8s\.rule/);
  }
  const unknown = z.string();
  (unknown._zod.def as { type: string }).type = "tomorrow";
  assertRefused(unknown, /tomorrow/, /k8s\.preserveUnknown/);
});

test("schemas of zod 3 and holes in a shape are refused", () => {
  assertRefused(z3.string() as never, /no schema of zod 4/, /version 4/);
  assertRefused(z.array(z3.string() as never), /no schema of zod 4/, /version 4/, "spec.value[]");
  assertRefused(z.object({ a: undefined as never }), /no schema of zod 4/, /version 4/, "spec.value.a");
});

test("keys of maps cannot be restricted", () => {
  assertRefused(z.record(z.string().min(2), z.string()), /keys of a map/, /self\.all\(key/);
  assertRefused(z.record(z.email(), z.string()), /keys of a map/, /self\.all\(key/);
  assertRefused(z.record(z.int(), z.string()), /keys of a map/, /z\.string\(\)/);
  assertRefused(z.record(z.enum(["a", "b"]), z.string()), /keys of a map/, /z\.object/);
  assertRefused(z.partialRecord(z.enum(["a"]), z.string()), /keys of a map/, /z\.object/);
});

test("bigints are refused, z.int64() among them", () => {
  assertRefused(z.int64(), /bigint/, /k8s\.int64\(\)/);
  assertRefused(z.uint64(), /bigint/, /k8s\.int64\(\)/);
  assertRefused(z.bigint(), /bigint/, /k8s\.int64\(\)/);
  assertRefused(z.literal(1n), /one type/, /whole numbers/);
});

test("fractions need k8s.float(), which is not for integers", () => {
  for (const schema of [z.number(), z.number().min(0), z.float32(), z.float64()]) {
    assertRefused(schema, /fractions/, /k8s\.float\(\)/);
  }
  assertRefused(float().int(), /whole numbers/, /k8s\.int32\(\)/);
});

test("limits that the API server could not hold values against are refused", () => {
  assertRefused(int32().max(2 ** 40), /1099511627776/, /between/);
  assertRefused(z.int().max(Number.POSITIVE_INFINITY), /Infinity/, /between/);
  assertRefused(z.string().max(1e308), /1e\+308/, /whole numbers/);
  assertRefused(z.array(z.string()).max(1.5), /1\.5/, /whole numbers/);
  assertRefused(int32().multipleOf(0.5), /multiple of 0\.5/, /positive whole/);
  assertRefused(float().multipleOf(0.1), /multiple of 0\.1/, /positive whole/);
  assertRefused(float().lt(0.5), /refuse 0 for the limit 0\.5/, /\.max/);
  assertRefused(float().gt(-1.5), /refuse -1 for the limit -1\.5/, /\.min/);
  assertRefused(float().multipleOf(-1), /multiple of -1/, /positive whole/);
});

test("keys are camelCase, and __proto__ is none", () => {
  for (const key of ["foo-bar", "FooBar", "foo_bar", "1st", "", "é"]) {
    assertRefused(z.object({ [key]: z.string() }), /camelCase/, /rename/, `spec.value.${key}`);
  }
  const shape = JSON.parse('{"__proto__": 1}');
  Object.defineProperty(shape, "__proto__", { value: z.string(), enumerable: true });
  assertRefused(z.object(shape), /camelCase/, /rename/, "spec.value.__proto__");
});

test("a default that skips the defaults inside it is refused in favour of prefault", () => {
  const inner = z.object({ replicas: int32().default(1) });
  // @ts-expect-error zod's default is the output, in which replicas is there.
  assertRefused(inner.default({}), /\{"replicas":1\}/, /\.prefault\(\{\}\)/);
  assertRefused(z.array(inner).default([{}] as never), /replicas/, /\.prefault\(\[\{\}\]\)/);
});

test("defaults are JSON, constant and valid", () => {
  let count = 0;
  assertRefused(
    z.string().default(() => `x${++count}`),
    /each time/,
    /k8s\.defaulted/,
  );
  assertRefused(z.string().min(3).default("a"), /does not fit/, /one that does/);
  assertRefused(
    z.object({ a: z.string().min(3) }).prefault({ a: "a" }),
    /does not fit its own schema at a/,
    /one that does/,
  );
  assertRefused(z.string().nullable().default(null), /null for none/, /\.nullish\(\)/);
  assertRefused(z.unknown().default(new Date(0)), /not plain JSON/, /stored/);
});

test("lists and maps hold values, not absence", () => {
  assertRefused(z.array(z.string().optional()), /always there/, /\.optional/, "spec.value[]");
  assertRefused(z.array(z.string().default("a")), /always there/, /\.default/, "spec.value[]");
  assert.throws(() => toStructuralSchema(z.string().optional()), /always there; take \.optional\(\)/);
  assertRefused(z.record(z.string(), z.string().optional()), /always there/, /\.optional/, "spec.value{}");
});

test("null cannot stand beside listed values", () => {
  assertRefused(z.enum(["a"]).nullable(), /refuses null/, /\.optional\(\)/);
  assertRefused(z.literal(["a", null]), /one type/, /\.nullable\(\)/);
});

test("objects are neither strict nor of two sorts of keys", () => {
  assertRefused(z.strictObject({ a: z.string() }), /prunes/, /without strict/);
  assertRefused(z.object({ a: z.string() }).catchall(z.string()), /schema for all others/, /z\.record/);
});

test("what JSON cannot hold is refused, each with what to write instead", () => {
  const cases: readonly (readonly [z.ZodType, RegExp])[] = [
    [z.date(), /k8s\.time\(\)/],
    [z.map(z.string(), z.string()), /z\.record/],
    [z.set(z.string()), /k8s\.listSet/],
    [z.tuple([z.string()]), /z\.array/],
    [z.symbol(), /leave/],
    [z.undefined(), /leave/],
    [z.void(), /leave/],
    [z.nan(), /leave/],
    [z.never(), /leave/],
    [z.null(), /\.nullable\(\)/],
    [z.promise(z.string()), /itself/],
    [z.file(), /z\.base64\(\)/],
    [z.templateLiteral(["a", z.string()]), /\.regex/],
  ];
  for (const [schema, remedy] of cases) assertRefused(schema, /./, remedy);
});

test("all problems are told at once, each with its path through objects, lists and maps", () => {
  const schema = z.object({
    ports: z.array(z.object({ protocol: z.union([z.literal("TCP"), z.literal("UDP")]) })),
    weights: z.record(z.string(), z.number()),
    at: z.date().optional(),
  });
  const problems = problemsOf(schema);
  assert.deepEqual(
    problems.map(({ path }) => path),
    ["spec.value.ports[].protocol", "spec.value.weights{}", "spec.value.at"],
  );
});

test("the error is a UsageError whose message has every path and remedy", () => {
  const error = new UnsupportedSchemaError(problemsOf(z.object({ a: z.date(), b: z.bigint() })));
  assert.ok(error instanceof UsageError);
  assert.equal(error.code, "PINTLE_SCHEMA_UNSUPPORTED");
  assert.match(
    error.message,
    /^2 parts .*\n {2}spec\.value\.a: .*k8s\.time\(\)\n {2}spec\.value\.b: .*k8s\.int64\(\)$/,
  );
  assert.throws(
    () => toStructuralSchema(z.date()),
    /^UnsupportedSchemaError: the schema: JSON has no dates; write k8s\.time\(\)$/,
  );
});
