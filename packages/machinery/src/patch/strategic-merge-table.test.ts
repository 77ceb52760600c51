import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { copyJson, type JsonObject } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { createTwoWayStrategicPatch } from "./strategic-diff.ts";
import { strategicMerge } from "./strategic-merge.ts";
import { StrategicConflictError } from "./strategic-patch-error.ts";
import { createThreeWayStrategicPatch } from "./strategic-three-way.ts";

interface Input {
  kind?: string;
  shape?: string;
  original: JsonObject;
  patch?: JsonObject;
  modified?: JsonObject;
  current?: JsonObject;
  overwrite?: boolean;
}

interface Table {
  shared: { shapes: Record<string, Shape> };
  cases: { name: string; input: Input; expected: { value: JsonObject } | { error: string } }[];
}

const testdata = new URL("../../testdata/", import.meta.url);
const table: Table = readJson("strategic-merge.table.json");

for (const { name, input, expected } of table.cases) {
  test(name, () => {
    const before = copyJson({ ...input } as unknown as JsonObject);
    if ("value" in expected) assert.deepEqual(answer(input), expected.value);
    else
      assert.throws(
        () => answer(input),
        (error: Error) => hasText(error, expected.error),
      );
    assert.deepEqual(input, before, "the input is left alone");
  });
}

function readJson(path: string) {
  return JSON.parse(readFileSync(new URL(path, testdata), "utf8"));
}

function shapeFor({ kind, shape = "" }: Input): Shape {
  return kind ? readJson(`shapes/${kind.toLowerCase()}.json`) : (table.shared.shapes[shape] as Shape);
}

function answer(input: Input): JsonObject {
  const { original, patch, modified = {}, current, overwrite = true } = input;
  const shape = shapeFor(input);
  if (patch) return strategicMerge(original, patch, shape);
  if (!current) return createTwoWayStrategicPatch(original, modified, shape);
  return createThreeWayStrategicPatch(original, modified, current, shape, { overwrite });
}

function hasText(error: Error, expected: string): boolean {
  // Conflicts are printed as JSON here and as YAML upstream; a struct's name is not known to a shape.
  if (error instanceof StrategicConflictError) assert.match(expected, /conflicts with changes made from original/);
  else if (expected.includes("in struct")) assert.match(error.message, /^unable to find api field "/);
  else assert.equal(error.message, expected);
  return true;
}
