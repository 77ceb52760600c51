import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "@pintle/machinery";
import { findByPath } from "./find-by-path.ts";
import { JsonPathError, parseJsonPath } from "./parse-json-path.ts";

const object: JsonValue = {
  list: ["p", "q", "r"],
  numbers: [1, 2, 3],
  items: [{ n: 1 }, { n: 2, on: true }, { n: 2.5 }],
  nothing: null,
  inner: { z: { n: 7 } },
};
const find = (path: string) => findByPath(parseJsonPath(path), object);

test("fields, indexes, slices and unions find what they name", () => {
  assert.deepEqual(find(".list[0]"), ["p"]);
  assert.deepEqual(find(".list[-2:]"), ["q", "r"]);
  assert.deepEqual(find(".list[0:3:2]"), ["p", "r"]);
  assert.deepEqual(find(".list[0,2]"), ["p", "r"]);
  assert.deepEqual(find("['inner'].z.n"), [7]);
  assert.deepEqual(find(".items[*].n"), [1, 2, 2.5]);
});

test("a key that is not there finds nothing, nor does anything inside null", () => {
  for (const path of [".absent", ".absent.deeper", ".nothing.deeper", ".nothing[0]", ".list[0:0]"]) {
    assert.deepEqual(find(path), [], path);
  }
});

test("filters compare values of one type, and whole numbers are another type than fractions", () => {
  assert.deepEqual(find('.list[?(@=="q")]'), ["q"]);
  assert.deepEqual(find(".items[?(@.on==true)].n"), [2]);
  assert.deepEqual(find(".items[?(@.on)].n"), [2]);
  assert.deepEqual(find(".numbers[?(@>=2)]"), [2, 3]);
  assert.throws(() => find(".items[?(@.n==2)]"), JsonPathError, "2.5 cannot be compared with 2");
});

test("a descent visits everything that has an inside, texts included", () => {
  assert.deepEqual(find("..n"), [1, 2, 2.5, 7]);
  assert.deepEqual(find(".list..").length, 4);
  assert.throws(() => find(".list..[0]"), JsonPathError, "a text has no items");
});

test("a brace ends a path early, if what follows can be read", () => {
  assert.deepEqual(find(".list[0]}, {.list[1]"), ["p"]);
  assert.throws(() => parseJsonPath(".list} {.list["), JsonPathError);
});

test("what cannot be read says so", () => {
  for (const path of [".a[", ".a[b]", ".a[?(@.b", ".a[?(@.b)", "'open", ".a....b", "!", ".a\n", "-", "1.2.3"]) {
    assert.throws(() => parseJsonPath(path), JsonPathError, JSON.stringify(path));
  }
  assert.throws(() => find(".a range"), /unrecognized identifier range/);
});
