import assert from "node:assert/strict";
import { test } from "node:test";
import fc, { type Arbitrary } from "fast-check";
import { FieldSet } from "./field-set.ts";
import {
  type ElementPath,
  fieldElement,
  fieldNamesPath,
  indexElement,
  keyElement,
  type PathElement,
  valueElement,
} from "./path-element.ts";

const path = fieldNamesPath;
const element: Arbitrary<PathElement> = fc.oneof(
  fc.constantFrom("a", "b", "__proto__", "constructor").map(fieldElement),
  fc.constantFrom<PathElement>(keyElement({ a: 1 }), keyElement({ a: 1, b: "x" }), valueElement("x"), indexElement(0)),
);
const paths: Arbitrary<ElementPath[]> = fc.array(fc.array(element, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
const set = paths.map((some) => FieldSet.of(...some));

test("a path is a member, and neither its parents nor its children are", () => {
  const spec = FieldSet.of(path("spec", "template"));

  assert.equal(spec.has(path("spec", "template")), true);
  assert.equal(spec.has(path("spec")), false);
  assert.equal(spec.has(path("spec", "template", "spec")), false);
});

test("the empty path adds nothing, because nobody owns the whole object", () => {
  assert.equal(FieldSet.empty.insert([]), FieldSet.empty);
  assert.equal(FieldSet.of([]).isEmpty(), true);
  assert.equal(FieldSet.of(path("a")).has([]), false);
});

test("a set prints its members level by level, fields before keys before values before indices", () => {
  const mixed = FieldSet.of(
    [fieldElement("list"), indexElement(2)],
    [fieldElement("list"), valueElement("v")],
    [fieldElement("list"), keyElement({ name: "k" })],
    [fieldElement("list"), keyElement({ name: "k" }), fieldElement("name")],
    path("list", "field"),
    path("zone"),
  );

  assert.equal(mixed.toString(), '.zone\n.list.field\n.list[name="k"]\n.list[="v"]\n.list[2]\n.list[name="k"].name');
});

test("difference takes a parent away but leaves its children, recursive difference takes both", () => {
  const owned = FieldSet.of(path("a"), path("a", "b"), path("c"));

  assert.equal(owned.difference(FieldSet.of(path("a"))).toString(), ".c\n.a.b");
  assert.equal(owned.recursiveDifference(FieldSet.of(path("a"))).toString(), ".c");
});

test("leaves are the paths with nothing below them", () => {
  assert.equal(FieldSet.of(path("a"), path("a", "b"), path("c")).leaves().toString(), ".c\n.a.b");
});

test("child gives the paths below an element, and an empty set where there are none", () => {
  const owned = FieldSet.of(path("a", "b"), path("c"));

  assert.equal(owned.child(fieldElement("a")).toString(), ".b");
  assert.equal(owned.child(fieldElement("c")), FieldSet.empty);
  assert.equal(owned.child(fieldElement("constructor")), FieldSet.empty);
});

test("a key element is the same whatever the order of its fields, and an integer is the same as its float", () => {
  const owned = FieldSet.of([keyElement({ port: 80, protocol: "TCP" })]);

  assert.equal(owned.has([keyElement({ protocol: "TCP", port: 80 })]), true);
  assert.equal(FieldSet.of([valueElement(2n ** 60n)]).has([valueElement(2 ** 60)]), true);
  assert.equal(FieldSet.of([valueElement(2n ** 60n + 1n)]).has([valueElement(2n ** 60n)]), false);
});

test("paths with names of Object.prototype are paths like any other", () => {
  const owned = FieldSet.of(path("__proto__", "polluted"), path("constructor"));

  assert.equal(owned.toString(), ".constructor\n.__proto__.polluted");
  assert.equal("polluted" in {}, false);
});

test("operations that change nothing give the set itself", () => {
  fc.assert(
    fc.property(set, set, (left, right) => {
      const both = left.union(right);
      assert.equal(both.union(left), both);
      assert.equal(both.difference(FieldSet.empty), both);
      const rest = left.difference(right);
      assert.equal(rest.difference(right), rest);
      assert.equal(rest.recursiveDifference(FieldSet.empty), rest);
      for (const one of left.paths()) assert.equal(left.insert(one), left);
    }),
  );
});

test("a set holds exactly the paths that were put into it", () => {
  fc.assert(
    fc.property(paths, paths, (members, others) => {
      const owned = FieldSet.of(...members);
      const inserted = members.reduce((grown, one) => grown.insert(one), FieldSet.empty);
      const texts = new Set(members.map((one) => FieldSet.of(one).toString()));

      assert.ok(owned.equals(inserted));
      assert.equal(owned.size(), texts.size);
      assert.deepEqual(new Set(owned.toString().split("\n").filter(Boolean)), texts);
      for (const one of others) assert.equal(owned.has(one), texts.has(FieldSet.of(one).toString()));
    }),
  );
});

test("union, intersection and difference are those of sets of paths", () => {
  fc.assert(
    fc.property(set, set, (left, right) => {
      const [union, intersection, difference] = [left.union(right), left.intersection(right), left.difference(right)];
      for (const one of union.paths()) {
        const inLeft = left.has(one);
        const inRight = right.has(one);
        assert.ok(inLeft || inRight);
        assert.equal(intersection.has(one), inLeft && inRight);
        assert.equal(difference.has(one), inLeft && !inRight);
      }
      assert.equal(union.size(), left.size() + right.size() - intersection.size());
      assert.ok(difference.union(intersection).equals(left));
      assert.ok(left.difference(left).isEmpty() && left.intersection(left).equals(left));
      assert.ok(union.equals(right.union(left)));
    }),
  );
});

test("recursive difference keeps what has no prefix in the other set", () => {
  fc.assert(
    fc.property(set, set, (left, right) => {
      const kept = left.recursiveDifference(right);
      for (const one of left.paths()) {
        const isCovered = one.some((_, index) => right.has(one.slice(0, index + 1)));
        assert.equal(kept.has(one), !isCovered);
      }
    }),
  );
});
