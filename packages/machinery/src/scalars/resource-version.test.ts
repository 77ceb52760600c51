import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { InvalidScalarError } from "./invalid-scalar-error.ts";
import { compareResourceVersion, isResourceVersion } from "./resource-version.ts";

test("versions are ordered as numbers, whatever their length", () => {
  assert.equal(compareResourceVersion("9", "10"), -1);
  assert.equal(compareResourceVersion("10", "9"), 1);
  assert.equal(compareResourceVersion("7", "7"), 0);
  assert.equal(compareResourceVersion("9007199254740993", "9007199254740992"), 1);
});

test("what is never the version of an object is refused, on either side", () => {
  for (const text of ["", "0", "01", "-1", "+1", "1.0", "1e3", " 1", "1\n", "１", "abc"]) {
    const refusal = new InvalidScalarError(`resource version is not well formed: ${text}`);
    assert.equal(isResourceVersion(text), false, text);
    assert.throws(() => compareResourceVersion(text, "1"), refusal);
    assert.throws(() => compareResourceVersion("1", text), refusal);
  }
});

test("the order is that of the integers", () => {
  const version = fc.bigInt({ min: 1n, max: 2n ** 70n });
  fc.assert(
    fc.property(version, version, (left, right) => {
      const expected = left < right ? -1 : left > right ? 1 : 0;
      assert.equal(compareResourceVersion(String(left), String(right)), expected);
    }),
  );
});
