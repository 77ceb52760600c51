import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatJsonPointer, parseArrayIndex, parseJsonPointer } from "./json-pointer.ts";

test("the examples of RFC 6901 are read", () => {
  const examples: [text: string, keys: string[]][] = [
    ["", []],
    ["/foo", ["foo"]],
    ["/foo/0", ["foo", "0"]],
    ["/", [""]],
    ["/a~1b", ["a/b"]],
    ["/c%d", ["c%d"]],
    ['/k"l', ['k"l']],
    ["/ ", [" "]],
    ["/m~0n", ["m~n"]],
    ["/~01", ["~1"]],
  ];
  for (const [text, keys] of examples) {
    assert.deepEqual(parseJsonPointer(text), keys);
    assert.equal(formatJsonPointer(keys), text);
  }
});

test("a text without a slash in front is no pointer", () => {
  assert.equal(parseJsonPointer("a/b"), undefined);
});

test("every pointer that is written is read back", () => {
  const key = fc.oneof(fc.constantFrom("", "~", "/", "~0", "~1", "~01", "__proto__"), fc.string({ unit: "binary" }));
  fc.assert(fc.property(fc.array(key), (keys) => assert.deepEqual(parseJsonPointer(formatJsonPointer(keys)), keys)));
});

test("an index has one way to be written", () => {
  assert.deepEqual(["0", "7", "10"].map(parseArrayIndex), [0, 7, 10]);
  for (const text of ["", "-", "00", "01", "-1", "+1", "1e0", "1.0", " 1", "1 ", "0x1", "\u0661"]) {
    assert.equal(parseArrayIndex(text), undefined, JSON.stringify(text));
  }
});
