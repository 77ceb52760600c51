import assert from "node:assert/strict";
import { test } from "node:test";
import { JsonError } from "./json-error.ts";
import { readJson } from "./read-json.ts";
import type { Shape } from "./shape.ts";

const scalar: Shape = { type: "scalar" };
const pod: Shape = {
  type: "map",
  fields: {
    metadata: { shape: { type: "map", fields: { labels: { shape: { type: "map", values: scalar } } } } },
    spec: {
      shape: {
        type: "map",
        fields: {
          containers: {
            shape: {
              type: "list",
              list: "map",
              keys: ["name"],
              items: { type: "map", fields: { name: { shape: scalar } } },
            },
          },
          anything: { shape: { type: "any" } },
        },
      },
    },
  },
};

function messages(text: string, shape?: Shape): string[] {
  return readJson(text, shape).problems.map((problem) => problem.message);
}

function refusal(input: string | Uint8Array): JsonError {
  try {
    readJson(input);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  return assert.fail("the text was accepted");
}

test("bytes and strings are read alike", () => {
  const text = '{"a": [1, "é😀", true, null, {"b": -1.5e-3}]}';
  assert.deepEqual(readJson(text), { value: { a: [1, "é😀", true, null, { b: -0.0015 }] }, problems: [] });
  assert.deepEqual(readJson(new TextEncoder().encode(text)), readJson(text));
});

test("of a key that is written twice the last value wins, and the problem has its path", () => {
  const { value, problems } = readJson('{"spec":{"a":1,"b":2,"a":3}}');
  assert.deepEqual(value, { spec: { a: 3, b: 2 } });
  assert.deepEqual(problems, [{ type: "duplicate field", path: "spec.a", message: 'duplicate field "spec.a"' }]);
});

test("a key is written twice however it is escaped", () => {
  assert.deepEqual(messages('{"a":1,"\\u0061":2}'), ['duplicate field "a"']);
});

test("duplicates are found at every depth, also in values that are replaced later", () => {
  assert.deepEqual(messages('[{"a":{"b":1,"b":2},"a":{"c":[0,{"d":1,"d":2}]}}]'), [
    'duplicate field "[0].a.b"',
    'duplicate field "[0].a"',
    'duplicate field "[0].a.c[1].d"',
  ]);
});

test("each problem is told once and no more than 100 are", () => {
  assert.deepEqual(messages('{"a":1,"a":2,"a":3}'), ['duplicate field "a"']);
  assert.deepEqual(messages('{"a.b":1,"a.b":2,"a":{"b":1,"b":2}}'), ['duplicate field "a.b"']);
  const many = Array.from({ length: 150 }, (_, index) => `"k${index}":1,"k${index}":2`);
  assert.equal(messages(`{${many.join(",")}}`).length, 100);
});

test("a path in a message is quoted like in Go", () => {
  assert.deepEqual(messages('{"q\\"\\u0007\\u00a0é":1,"q\\"\\u0007\\u00a0é":2}'), [
    'duplicate field "q\\"\\a\\u00a0é"',
  ]);
});

test("fields that the shape does not know are reported and stay in the value", () => {
  const text = '{"spec":{"containers":[{"name":"a","nmae":"b"}],"x":1},"Spec":{}}';
  assert.deepEqual(messages(text, pod), [
    'unknown field "spec.containers[0].nmae"',
    'unknown field "spec.x"',
    'unknown field "Spec"',
  ]);
  assert.deepEqual(readJson(text, pod).value, JSON.parse(text));
});

test("a name that objects inherit is an unknown field, and a plain key in a map", () => {
  assert.deepEqual(messages('{"constructor":1,"__proto__":2}', pod), [
    'unknown field "constructor"',
    'unknown field "__proto__"',
  ]);
  assert.deepEqual(messages('{"metadata":{"labels":{"constructor":"a","__proto__":"b"}}}', pod), []);
});

test("an unknown field that is written twice is unknown, and its content is nobody's business", () => {
  assert.deepEqual(messages('{"x":{"a":1,"a":2},"x":1}', pod), ['unknown field "x"']);
});

test("a known field that is written twice is a duplicate, and both its values are looked into", () => {
  assert.deepEqual(messages('{"spec":{"x":1},"spec":{"y":1}}', pod), [
    'unknown field "spec.x"',
    'duplicate field "spec"',
    'unknown field "spec.y"',
  ]);
});

test("content that nobody described has no unknown fields but may have duplicates", () => {
  assert.deepEqual(messages('{"spec":{"anything":{"a":1,"b":[{"c":1,"c":2}]}}}', pod), [
    'duplicate field "spec.anything.b[0].c"',
  ]);
});

test("a value of another type than the shape's is left to validation", () => {
  assert.deepEqual(messages('{"metadata":[{"a":1}],"spec":{"containers":{"a":1}}}', pod), []);
});

test("a refusal says where it is and what was expected", () => {
  const error = refusal('{\n  "é": 1,\n  "b" 2\n}');
  assert.equal(error.message, 'line 3, column 7: expected ":" after a key, found "2"');
  assert.deepEqual([error.name, error.line, error.column, error.offset], ["JsonError", 3, 7, 19]);
});

for (const [text, message] of [
  ["", "line 1, column 1: expected a value, found the end of the text"],
  ["nil", 'line 1, column 1: expected a value, found "nil"'],
  ["\ufeff{}", 'line 1, column 1: expected a value, found "\ufeff"'],
  ["{} x", 'line 1, column 4: expected nothing after the value, found "x"'],
  ["[1 2]", 'line 1, column 4: expected "," or "]" after a value, found "2"'],
  ["[1,]", 'line 1, column 4: expected a value, found "]"'],
  ['{"a":1', 'line 1, column 7: expected "," or "}" after a value, found the end of the text'],
  ['{"a":1,}', 'line 1, column 8: expected a key in double quotes, found "}"'],
  ["{a:1}", 'line 1, column 2: expected a key in double quotes, found "a"'],
  ["01", 'line 1, column 2: expected nothing after the value, found "1"'],
  ["-x", 'line 1, column 2: expected a digit, found "x"'],
  ["1.e5", 'line 1, column 3: expected a digit, found "e5"'],
  ["[1e400]", 'line 1, column 2: a number beyond 1.8e308, found "1e400"'],
  ['"a', "line 1, column 3: expected a double quote that ends the string, found the end of the text"],
  ['"a\\"', "line 1, column 5: expected a double quote that ends the string, found the end of the text"],
  ['"\\x"', 'line 1, column 2: unknown escape in a string, found "\\\\x"'],
  ['"\\u12g4"', 'line 1, column 2: expected four hexadecimal digits after \\u, found "\\\\u"'],
  ['"a\tb"', 'line 1, column 3: a control character in a string has to be escaped, found "\\t"'],
  ['"a\\ud800b"', 'line 1, column 3: half of a surrogate pair in a string, found "\\\\ud800"'],
] as const) {
  test(`${JSON.stringify(text)} is refused: ${message}`, () => assert.equal(refusal(text).message, message));
}

test("an error shows no more of a string than the character in question", () => {
  const error = refusal('{"password":"hunter2\nhunter3"}');
  assert.doesNotMatch(error.message, /hunter/);
});
