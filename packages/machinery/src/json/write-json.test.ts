import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { equalJson, type JsonObject, type JsonValue } from "./json-value.ts";
import { readJson } from "./read-json.ts";
import { writeJson } from "./write-json.ts";

const text = fc.string({ unit: "binary" });
const { value: values } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false, 0, -0, 2 ** 53, 2 ** 60, -(2 ** 69), 1e20, 1e21, 5e-324, "__proto__"),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.maxSafeInteger(),
    fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
    text,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom("__proto__", "toJSON", "1")), tie("value"), {
      maxKeys: 5,
      noNullPrototype: true,
    }),
  ),
}));

test("reading what was written gives the value back, to the last digit and the sign of zero", () => {
  fc.assert(
    fc.property(values, (value) => {
      const written = writeJson(value);
      const { value: read, problems } = readJson(written);
      assert.deepEqual(problems, []);
      assert.ok(equalJson(read, value), written);
      assert.equal(writeJson(read), written);
      assert.deepEqual(signsOfZero(read), signsOfZero(value));
    }),
    { numRuns: 2_000 },
  );
});

function signsOfZero(value: JsonValue): number[] {
  if (value === 0 || value === 0n) return [Number(Object.is(value, -0))];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(signsOfZero) : [];
}

test("where JSON.stringify is exact, the text is its text", () => {
  const value = { b: [1, "é\n\u2028\0", 1.5e-9, null], a: { "": true, __proto__: null }, toJSON: "a key" };
  assert.equal(writeJson(value), JSON.stringify(value));
  assert.equal(writeJson([value, -0]), `[${JSON.stringify(value)},-0]`);
});

test("keys that hold undefined are left out, beside bigints too", () => {
  const object = { a: undefined, b: 1, c: undefined } as unknown as JsonObject;
  assert.equal(writeJson(object), '{"b":1}');
  assert.equal(writeJson([object, 1n]), '[{"b":1},1]');
});

test("an integer beyond 2^53 is written with its own digits, not with rounded ones", () => {
  assert.equal(
    writeJson([2 ** 60, 2n ** 60n, -(2 ** 69)]),
    "[1152921504606846976,1152921504606846976,-590295810358705651712]",
  );
});

test("an own __proto__ is written like any key", () => {
  const value: JsonObject = JSON.parse('{"__proto__":{"a":1},"b":2}');
  assert.equal(writeJson(value), '{"__proto__":{"a":1},"b":2}');
  assert.equal(writeJson([value, 1n]), '[{"__proto__":{"a":1},"b":2},1]');
});

test("objects without prototype and of another realm are plain objects", () => {
  assert.equal(writeJson(Object.assign(Object.create(null), { a: 1 })), '{"a":1}');
  assert.equal(writeJson(runInNewContext("({ a: [{}] })")), '{"a":[{}]}');
});

test("a backslash before ud800 is no surrogate", () => {
  assert.equal(writeJson("\\ud800"), '"\\\\ud800"');
});

class Point {
  x = 1;
}

for (const [what, value, message] of [
  ["NaN", { spec: { a: [Number.NaN] } }, "spec.a[0] is NaN"],
  ["Infinity", [-Infinity], "[0] is -Infinity"],
  ["a bigint that could not be read back", 10n ** 309n, "the value is a bigint beyond 1.8e308"],
  ["undefined", undefined, "the value is undefined"],
  ["undefined in a list", { a: [undefined] }, "a[0] is undefined"],
  ["a hole in a list", { a: new Array(1) }, "a[0] is undefined"],
  ["a function", { a: () => 1 }, "a is a function"],
  ["a toJSON method", { a: { toJSON: () => 1 } }, "a.toJSON is a function"],
  ["a symbol", [Symbol("a")], "[0] is a symbol"],
  ["a date", { at: new Date(0) }, "at is an instance of Date"],
  ["a map", new Map(), "the value is an instance of Map"],
  ["an instance of a class", { point: new Point() }, "point is an instance of Point"],
  ["half a surrogate pair", ["a\ud800"], "[0] is a string with half of a surrogate pair"],
  ["half a surrogate pair in a key", { "\udc00": 1 }, "\udc00 is a key with half of a surrogate pair"],
] as const) {
  test(`${what} is refused with its path`, () => {
    assert.throws(
      () => writeJson(value as unknown as JsonValue),
      (error: Error & { code?: string }) =>
        error.code === "PINTLE_JSON_UNWRITABLE" && error.message.startsWith(`${message}`),
    );
  });
}

test("a value that contains itself is refused, not followed for ever", () => {
  const value: JsonObject = { a: { b: [] } };
  value.a = { b: [value, value] };
  assert.throws(() => writeJson(value), / a\.b\[0\]\.a\.b.*… is nested deeper than 1000 levels, or contains itself/);
});
