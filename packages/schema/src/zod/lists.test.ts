import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { listMap, listSet } from "./lists.ts";
import { toStructuralSchema } from "./to-structural-schema.ts";

function assertRefused(list: z.ZodType, message: RegExp): void {
  assert.throws(() => toStructuralSchema(z.object({ list })), { code: "PINTLE_SCHEMA_UNSUPPORTED", message });
}

test("the keys of a list map are declared scalars that are always there", () => {
  assertRefused(
    listMap(z.object({ name: z.string().optional() }), ["name"]),
    /^list\[\]\.name: .*must be there; .*\.default/,
  );
  assertRefused(
    listMap(z.object({ name: z.string().nullable() }), ["name"]),
    /^list\[\]\.name: .*null; .*\.nullable\(\)/,
  );
  assertRefused(listMap(z.object({ name: z.array(z.string()) }), ["name"]), /^list\[\]\.name: .*is a scalar; .*string/);
  const untyped = z.object({}) as unknown as z.ZodObject<{ name: z.ZodString }>;
  assertRefused(listMap(untyped, ["name"]), /^list\[\]\.name: .*no such key; .*declares/);
  assertRefused(
    listMap(z.object({ name: z.string() }).nullable() as never, ["name"] as never),
    /^list\[\]: .*cannot be null/,
  );
});

test("a problem of a list is told once, whatever is wrapped around it", () => {
  const list = listSet(z.object({})).optional().describe("x");
  assert.throws(() => toStructuralSchema(z.object({ list })), { message: /^list\[\]: [^\n]*$/ });
});

test("a set holds scalars, and never null", () => {
  assertRefused(listSet(z.object({})), /^list\[\]: .*scalars.*; .*k8s\.listMap/);
  assertRefused(listSet(z.string().nullable()), /^list\[\]: .*null; .*\.nullable\(\)/);
});

test("zod tells where a duplicate stands", () => {
  const { error } = listSet(z.string()).safeParse(["a", "b", "a", "a"]);
  assert.deepEqual(
    error?.issues.map(({ path, message }) => [path, message]),
    [
      [[2], "Duplicate item"],
      [[3], "Duplicate item"],
    ],
  );
});

test("long lists are compared in time that grows with their length alone", () => {
  const list = Array.from({ length: 50_000 }, (_, id) => ({ id }));
  assert.ok(listMap(z.object({ id: z.int() }), ["id"]).safeParse(list).success);
});
