import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ElementMap } from "./element-map.ts";
import {
  equalPathElements,
  fieldElement,
  indexElement,
  keyElement,
  type PathElement,
  valueElement,
} from "./path-element.ts";

test("the value last set for an equal element is found", () => {
  const map = new ElementMap<string>();
  map.set(keyElement({ a: 1, b: "x" }), "first");
  map.set(keyElement({ b: "x", a: 1 }), "second");

  assert.equal(map.get(keyElement({ a: 1, b: "x" })), "second");
  assert.equal(map.has(keyElement({ a: 1 })), false);
  assert.equal([...map].length, 1);
});

test("a bigint is found by the float that equals it", () => {
  const map = new ElementMap<string>();
  map.set(valueElement(2n ** 60n), "large");

  assert.equal(map.get(valueElement(2 ** 60)), "large");
});

test("elements that look alike are told apart", () => {
  const alike: PathElement[] = [
    fieldElement("1"),
    valueElement("1"),
    valueElement(1),
    indexElement(1),
    keyElement({ a: 1 }),
    keyElement({ b: 1 }),
    keyElement({ a: "x,y", b: "z" }),
    keyElement({ a: "x", b: "y,z" }),
    keyElement({ a: [1] }),
    keyElement({ a: "[1]" }),
    valueElement(null),
    valueElement("null"),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(alike), (elements) => {
      const map = new ElementMap<PathElement>();
      for (const element of elements) map.set(element, element);
      for (const element of alike)
        assert.equal(
          map.get(element),
          elements.find((one) => equalPathElements(one, element)),
        );
      assert.equal([...map].length, elements.length);
    }),
  );
});
