import assert from "node:assert/strict";
import { test } from "node:test";
import { readCompatibility, refresh } from "./compatibility-rows.ts";

test("docs/compatibility.md lists what the tests list: `make compatibility-rows` writes it", () => {
  const text = readCompatibility();
  assert.equal(text, refresh(text));
});
