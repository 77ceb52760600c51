import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { toStructuralSchema } from "./to-structural-schema.ts";
import { UnsupportedSchemaError } from "./unsupported-schema-error.ts";

/** One problem, at the path of the string, with the words in its reason and remedy. */
function assertRefused(schema: z.core.$ZodType, reason: RegExp, remedy: RegExp): void {
  assert.throws(
    () => toStructuralSchema(z.object({ spec: z.object({ value: schema }) })),
    (error) => {
      assert.ok(error instanceof UnsupportedSchemaError);
      assert.deepEqual(
        error.problems.map(({ path }) => path),
        ["spec.value"],
      );
      assert.match(error.problems[0]?.reason ?? "", reason);
      assert.match(error.problems[0]?.remedy ?? "", remedy);
      return true;
    },
  );
}

test("flags of regular expressions are refused, but for u, which is what RE2 does anyway", () => {
  for (const expression of [/a/i, /a/g, /^a$/m, /a.b/s, /a/y, /[a]/v, /a/d]) {
    assertRefused(z.string().regex(expression), /flags/, /write/);
  }
  toStructuralSchema(z.string().regex(/^\p{Lu}/u));
});

test("lookaround and back-references are refused", () => {
  for (const expression of [/a(?=b)/, /a(?!b)/, /(?<=a)b/, /(?<!a)b/]) {
    assertRefused(z.string().regex(expression), /lookahead/, /k8s\.rule/);
  }
  assertRefused(z.string().regex(/(a)\1/), /back-references/, /k8s\.rule/);
  assertRefused(z.string().regex(/(?<x>a)\k<x>/), /back-references/, /k8s\.rule/);
});

test("formats that the API server ignores are refused, and so are options that it does not know", () => {
  for (const schema of [
    z.jwt(),
    z.nanoid(),
    z.cuid2(),
    z.ulid(),
    z.emoji(),
    z.e164(),
    z.base64url(),
    z.hex(),
    z.hash("sha1"),
  ]) {
    assertRefused(schema, /does not enforce/, /\.regex/);
  }
  assertRefused(z.iso.duration(), /does not enforce/, /k8s\.duration\(\)/);
  assertRefused(z.iso.time(), /does not enforce/, /k8s\.time\(\)/);
  assertRefused(
    z.stringFormat("hostname", () => true),
    /does not enforce/,
    /\.regex/,
  );
  assertRefused(z.uuidv7(), /no v7/, /z\.uuid\(\)/);
  assertRefused(z.httpUrl(), /no (hostname|protocol)/, /\.regex/);
  assertRefused(z.iso.datetime({ local: true }), /no local/, /\.regex/);
  assertRefused(z.iso.datetime({ precision: 0 }), /no precision/, /\.regex/);
  assertRefused(z.mac({ delimiter: "-" }), /no delimiter/, /\.regex/);
  assertRefused(z.string().includes("a", { position: 2 }), /no position/, /\.regex/);
});
