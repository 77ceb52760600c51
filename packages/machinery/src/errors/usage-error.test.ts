import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "./usage-error.ts";

test("a usage error carries its code and prints under its name", () => {
  const cause = new Error("why");
  const error = new UsageError("PINTLE_SOMETHING", "do this instead", { cause });

  assert.equal(error.code, "PINTLE_SOMETHING");
  assert.equal(String(error), "UsageError: do this instead");
  assert.equal(error.cause, cause);
  assert.ok(!Object.keys(error).includes("name"));
});
