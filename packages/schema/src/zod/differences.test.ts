/** Where the API server and zod differ and are left to: each difference stands here, the rest is held by agreement.test.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { z } from "zod";
import { compileSchema } from "../compile/compile-schema.ts";
import { k8s, toStructuralSchema } from "./index.ts";

function serverAccepts(schema: z.ZodType, value: JsonValue): boolean {
  const compiled = compileSchema(toStructuralSchema(z.object({ value: schema })));
  return compiled.validate(compiled.prepare({ value }).object).length === 0;
}

function assertServerAlone(schema: z.ZodType, ...values: readonly JsonValue[]): void {
  for (const value of values) {
    assert.ok(serverAccepts(schema, value), String(value));
    assert.ok(!schema.safeParse(value).success, String(value));
  }
}

test("keys that are not declared are dropped by both, and only the API server tells of them", () => {
  const root = z.object({ spec: z.object({ name: z.string() }) });
  const object: JsonObject = { spec: { name: "a", nmae: "b" } };
  const prepared = compileSchema(toStructuralSchema(root)).prepare(object);
  assert.deepEqual(prepared, { object: { spec: { name: "a" } }, unknownFields: ["spec.nmae"] });
  assert.deepEqual(root.parse(object), { spec: { name: "a" } });
});

test("the API server drops null, or replaces it by the default, where it is not allowed; zod refuses it", () => {
  const root = z.object({ spec: z.object({ name: z.string().optional(), size: k8s.int32().default(1) }) });
  const compiled = compileSchema(toStructuralSchema(root));
  assert.deepEqual(compiled.prepare({ spec: { name: null, size: null } }).object, { spec: { size: 1 } });
  assert.ok(!root.safeParse({ spec: { name: null, size: null } }).success);
});

test("the API server reads most formats more widely than zod", () => {
  assertServerAlone(z.uuid(), "123e4567e89b42d3a456426614174000");
  assertServerAlone(z.url(), "/path");
  assertServerAlone(z.email(), "a@localhost");
  assertServerAlone(z.iso.datetime(), "2026-01-31T08:00:00+01:00");
  assertServerAlone(z.mac(), "00-11-22-aa-bb-cc");
});

test("the API server takes no empty text for base64", () => {
  assert.ok(!serverAccepts(z.base64(), ""));
  assert.ok(z.base64().safeParse("").success);
});

test("the API server lets a list pass for a string with a format", () => {
  assertServerAlone(z.ipv4(), [], ["x"]);
  assert.ok(!serverAccepts(z.string(), []));
});

test("the API server knows integers that JavaScript's numbers do not hold, where either may stand", () => {
  assertServerAlone(k8s.intOrString(), 2n ** 60n);
  assert.ok(!serverAccepts(k8s.int64(), 2n ** 60n));
});

test("zod takes what an object inherits for a key that is absent", () => {
  const root = z.object({ toString: z.string().optional() });
  assert.deepEqual(compileSchema(toStructuralSchema(root)).validate({}), []);
  assert.ok(!root.safeParse({}).success);
});

test("a multiple beyond 2^53 is none to the API server", () => {
  assert.ok(!serverAccepts(k8s.float().multipleOf(1), 1e21));
  assert.ok(k8s.float().multipleOf(1).safeParse(1e21).success);
});
