import assert from "node:assert/strict";
import { test } from "node:test";
import { validateEnvVarName } from "./env-var-name.ts";

test("an environment variable takes any printable ASCII but the equals sign", () => {
  for (const name of ["PATH", "1", "my.env-name", "with space", "~!:/", ".."])
    assert.deepEqual(validateEnvVarName(name), [], name);
  for (const name of ["A=B", "=", "é", "a\n", "\x7f", "\0"]) {
    assert.deepEqual(validateEnvVarName(name), [
      "a valid environment variable name must consist only of printable ASCII characters other than '='",
    ]);
  }
  assert.deepEqual(validateEnvVarName(""), ["environment variable name must be non-empty"]);
});
