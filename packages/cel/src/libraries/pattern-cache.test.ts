import assert from "node:assert/strict";
import test from "node:test";
import { createPatternCache } from "./pattern-cache.ts";

test("a pattern is compiled once", () => {
  const pattern = createPatternCache();
  assert.equal(pattern("a+"), pattern("a+"));
});

test("the cache forgets the oldest patterns instead of growing", () => {
  const pattern = createPatternCache();
  const first = pattern("x0");
  for (let index = 1; index <= 600; index += 1) pattern(`x${index}`);
  assert.notEqual(pattern("x0"), first);
});

test("a pattern that RE2 does not know is refused in Go's words", () => {
  assert.throws(() => createPatternCache()("a(?=b)"), {
    message: /^error parsing regexp: invalid or unsupported Perl syntax/,
  });
});

test("a pattern that would take JavaScript forever takes no time", () => {
  assert.equal(createPatternCache()("^(a+)+$").matches(`${"a".repeat(5_000)}b`), false);
});

test("an empty match that touches the match before it is not one", () => {
  assert.deepEqual(createPatternCache()("a*").findAll("baaac", -1), ["", "aaa", ""]);
});
