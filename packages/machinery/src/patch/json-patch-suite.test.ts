import assert from "node:assert/strict";
import { describe, test } from "node:test";
import specTests from "json-patch-test-suite/spec_tests.json" with { type: "json" };
import suiteTests from "json-patch-test-suite/tests.json" with { type: "json" };
import type { JsonValue } from "../json/json-value.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { JsonPatchError } from "./json-patch-error.ts";
import { parseJsonPatch } from "./json-patch-operation.ts";

interface SuiteCase {
  comment?: string;
  doc: JsonValue;
  patch: JsonValue;
  /** Left out where only success counts. */
  expected?: JsonValue;
  error?: string;
  disabled?: boolean;
}

/** Disabled there because it depends on the language whether they make sense; both do here. */
const enabledHere = ["Toplevel scalar values OK?", "Whole document"];

for (const [file, cases] of Object.entries({ "spec_tests.json": specTests, "tests.json": suiteTests })) {
  describe(`json-patch-test-suite, ${file}`, () => {
    for (const [index, { comment, doc, patch, expected, error, disabled }] of (cases as SuiteCase[]).entries()) {
      if (disabled && !enabledHere.includes(comment ?? "")) continue;
      test(comment ?? `case ${index}: ${error ?? JSON.stringify(patch)}`, () => {
        const before = structuredClone(doc);
        const apply = () => applyJsonPatch(doc, parseJsonPatch(patch));
        if (error === undefined) {
          const result = apply();
          if (expected !== undefined) assert.deepEqual(result, expected);
        } else assert.throws(apply, JsonPatchError);
        assert.deepEqual(doc, before, "the original must stay as it was");
      });
    }
  });
}
