/** Whatever object of a built-in kind the real server printed, our form of it is the same, fields in their order. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { normalizeBuiltIn, typeNameOf } from "@pintle/apiserver";
import { parseGroupVersion } from "@pintle/machinery";
import type { Json } from "../conformance/answer.ts";

/** The recorded answers of a file; where a mask has another type than the value, a value is put in its place. */
function readAnswers(path: string): Json[] {
  const text = readFileSync(path, "utf8")
    .replaceAll('"<time>"', '"2026-01-02T15:04:05Z"')
    .replaceAll('"<nodePort>"', "30000");
  return JSON.parse(text).sequences.flatMap(({ answers }: Json) => answers);
}

test("objects that the real server printed are in their final form", (context) => {
  let compared = 0;
  for (const path of globSync(fileURLToPath(new URL("recorded/{kinds,invalid}-*.json", import.meta.url)))) {
    for (const { request, body } of readAnswers(path)) {
      if (!body?.kind || !body.apiVersion || body.kind === "Table") continue;
      const type = typeNameOf({ ...parseGroupVersion(body.apiVersion), kind: body.kind });
      if (type === undefined) continue;
      assert.equal(JSON.stringify(normalizeBuiltIn(body, type)), JSON.stringify(body), request);
      compared += 1;
    }
  }
  context.diagnostic(`${compared} answers`);
  assert.ok(compared > 3_500);
});
