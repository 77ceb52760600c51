import assert from "node:assert/strict";
import { test } from "node:test";
import { validatePortName } from "./port-name.ts";

test("a port's name has a letter, single inner hyphens and no more than 15 bytes", () => {
  for (const name of ["http", "a", "p2p-0", "8080a", "a".repeat(15)])
    assert.deepEqual(validatePortName(name), [], name);
});

test("each fault of a port's name has its complaint, and all are given", () => {
  assert.deepEqual(validatePortName("-1--Ünicode-name-"), [
    "must be no more than 15 characters",
    "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
    "must not contain consecutive hyphens",
    "must not begin or end with a hyphen",
  ]);
  assert.deepEqual(validatePortName("http-"), ["must not begin or end with a hyphen"]);
  assert.deepEqual(validatePortName("8080"), ["must contain at least one letter (a-z)"]);
  assert.deepEqual(validatePortName(""), [
    "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
    "must contain at least one letter (a-z)",
  ]);
});
