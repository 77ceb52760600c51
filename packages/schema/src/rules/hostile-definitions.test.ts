import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath } from "@pintle/machinery";
import { checkStructuralSchema } from "../check/check-structural-schema.ts";
import type { StructuralSchema } from "../structural-schema.ts";

/** Generous, because others share the processor; what runs away takes minutes. */
const maxCpuMs = 5_000;

function check(spec: StructuralSchema): string[] {
  const start = process.cpuUsage();
  const schema: StructuralSchema = { type: "object", properties: { spec } };
  const errors = checkStructuralSchema(schema, fieldPath("schema")).map(String);
  const { user, system } = process.cpuUsage(start);
  assert.ok((user + system) / 1_000 < maxCpuMs, `took ${(user + system) / 1_000} ms`);
  return errors;
}

function ruled(schema: StructuralSchema, ...rules: string[]): StructuralSchema {
  return { ...schema, "x-kubernetes-validations": rules.map((rule) => ({ rule })) };
}

const number: StructuralSchema = { type: "integer" };

test("a rule as long as allowed is compiled and estimated in bounded time", () => {
  assert.deepEqual(check(ruled(number, Array(8_000).fill("self > 1").join(" && "))), []);
  assert.deepEqual(check(ruled(number, `self in [${Array(30_000).fill("1").join(",")}]`)), []);
});

test("a rule that is longer is not read", () => {
  assert.match(check(ruled(number, `${"self+".repeat(20_000)}self > 1`))[0] ?? "", /code point size exceeds limit/);
});

test("a rule with thousands of mistakes tells a hundred", () => {
  assert.match(
    check(ruled(number, Array(8_000).fill("nope").join(" || ")))[0] ?? "",
    /7900 more errors were truncated$/,
  );
});

test("a rule that opens and never closes is refused", () => {
  assert.match(check(ruled(number, "(".repeat(90_000)))[0] ?? "", /expression recursion limit exceeded: 250$/);
});

test("thousands of rules are checked, in one place or many", () => {
  const rules = Array.from({ length: 2_000 }, (_, index) => `self.a != ${index}`);
  assert.deepEqual(check(ruled({ type: "object", properties: { a: number } }, ...rules)), []);
  const fields = Array.from({ length: 2_000 }, (_, index) => [`f${index}`, ruled(number, "self > 1")] as const);
  assert.deepEqual(check({ type: "object", properties: Object.fromEntries(fields) }), []);
});

test("loops within loops cost what cannot be counted, and are refused", () => {
  const rule = `${"self.all(a, ".repeat(12)}true${")".repeat(12)}`;
  assert.match(check(ruled({ type: "array", items: number }, rule))[0] ?? "", /more than 100x/);
});

test("rules at both ends of a deep schema are typed without a deep stack", () => {
  for (const around of [
    (inner: StructuralSchema): StructuralSchema => ({ type: "array", maxItems: 1, items: inner }),
    (inner: StructuralSchema): StructuralSchema => ({ type: "object", maxProperties: 1, additionalProperties: inner }),
  ]) {
    let schema = ruled(number, "self > 1");
    for (let depth = 0; depth < 800; depth += 1) schema = around(schema);
    assert.deepEqual(check(ruled(schema, "true")), []);
  }
});

test("keys and names of JavaScript's own are plain names", () => {
  const properties: Record<string, StructuralSchema> = { constructor: number, toString: number };
  Object.defineProperty(properties, "__proto__", { value: number, enumerable: true });
  const schema: StructuralSchema = { type: "object", properties };
  const names = ["constructor", "toString", "__underscores__proto__underscores__"];
  assert.deepEqual(check(ruled(schema, names.map((name) => `self.${name} > 0`).join(" && "))), []);
  assert.match(check(ruled(schema, "self.hasOwnProperty > 0"))[0] ?? "", /undefined field 'hasOwnProperty'/);
});
