import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { JsonValue } from "../json/json-value.ts";
import { compareUtf8 } from "../text/utf8-order.ts";
import {
  comparePathElements,
  equalPathElements,
  fieldElement,
  formatElementPath,
  indexElement,
  keyElement,
  valueElement,
} from "./path-element.ts";
import { compareValues, equalValues } from "./value-order.ts";

test("a path reads as in conflict messages", () => {
  const port = keyElement({ protocol: "TCP", containerPort: 80 });
  const path = [
    fieldElement("spec"),
    fieldElement("containers"),
    keyElement({ name: "x" }),
    fieldElement("ports"),
    port,
  ];

  assert.equal(formatElementPath(path), '.spec.containers[name="x"].ports[containerPort=80,protocol="TCP"]');
  assert.equal(
    formatElementPath([fieldElement("a.b/c"), valueElement('x"\n'), indexElement(3)]),
    '.a.b/c[="x\\"\\n"][3]',
  );
  assert.equal(formatElementPath([valueElement(null), valueElement(1.5), valueElement(true)]), "[=null][=1.5][=true]");
  assert.equal(formatElementPath([valueElement([1, "a"]), valueElement({ b: 1, a: null })]), '[=[1,"a"]][=a=nullb=1]');
});

test("strings are ordered by their UTF-8 bytes", () => {
  const sorted = ["", "A", "a", "a\0", "aa", "é", "\ud7ff", "\ue000", "\uffee", "\u{10000}", "\u{1f600}"];
  assert.deepEqual(sorted.toReversed().sort(compareUtf8), sorted);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), (left, right) => {
      assert.equal(Math.sign(compareUtf8(left, right)), Buffer.compare(Buffer.from(left), Buffer.from(right)));
    }),
  );
});

test("values are ordered by kind first: numbers, strings, booleans, lists, objects, null", () => {
  const sorted: JsonValue[] = [
    -1,
    0,
    1.5,
    2n ** 60n,
    2 ** 61,
    "",
    "a",
    false,
    true,
    [],
    [1],
    [1, 1],
    [2],
    {},
    { a: 1 },
    { a: 1, b: 1 },
    { a: 2 },
    { b: 0 },
    null,
  ];
  assert.deepEqual(sorted.toReversed().sort(compareValues), sorted);
});

test("a bigint equals the float that it rounds to, and no other bigint", () => {
  assert.equal(equalValues(9007199254740993n, 9007199254740992), true);
  assert.equal(equalValues(9007199254740993n, 9007199254740992n), false);
  assert.equal(equalValues({ a: [9007199254740993n] }, { a: [9007199254740992] }), true);
  assert.equal(equalValues(1, "1"), false);
});

test("integers beyond 64 bits are floats", () => {
  assert.equal(compareValues(2n ** 70n, 2n ** 70n + 1n), 0);
});

test("order and equality of elements agree", () => {
  const value = fc.oneof(
    fc.constantFrom<JsonValue>("a", "b", 1, 2, 1.5, true, null),
    fc.constantFrom<JsonValue>({ a: 1 }, { b: 1 }, [1], []),
  );
  const element = fc.oneof(
    fc.constantFrom("a", "b").map(fieldElement),
    fc.dictionary(fc.constantFrom("a", "b"), value).map(keyElement),
    value.map(valueElement),
    fc.nat(2).map(indexElement),
  );
  fc.assert(
    fc.property(element, element, element, (a, b, c) => {
      assert.equal(comparePathElements(a, b) === 0, equalPathElements(a, b));
      assert.equal(Math.sign(comparePathElements(a, b)), -Math.sign(comparePathElements(b, a)) || 0);
      if (comparePathElements(a, b) <= 0 && comparePathElements(b, c) <= 0) assert.ok(comparePathElements(a, c) <= 0);
    }),
  );
});
