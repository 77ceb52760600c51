/** What must hold between the operations on typed values, whatever the values. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc, { type Arbitrary } from "fast-check";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { compareTyped, isSameComparison } from "./compare-typed.ts";
import { mergeTyped } from "./merge-typed.ts";
import { ensureNamedFieldsAreMembers } from "./named-fields.ts";
import { extractItems, removeItems } from "./select-items.ts";
import { toFieldSet } from "./to-field-set.ts";
import { validateTyped } from "./validate-typed.ts";
import { equalValues } from "./value-order.ts";

const text: Shape = { type: "scalar", scalar: "string" };
const ports: Shape = {
  type: "list",
  list: "map",
  keys: ["port", "protocol"],
  items: {
    type: "map",
    fields: {
      port: { shape: { type: "scalar", scalar: "number" } },
      protocol: { shape: text, default: "TCP" },
      tags: { shape: { type: "list", list: "set", items: text } },
    },
  },
};
const shape: Shape = {
  type: "map",
  fields: {
    image: { shape: text },
    args: { shape: { type: "list", list: "atomic", items: text } },
    selector: { shape: { type: "map", map: "atomic", values: text } },
    finalizers: { shape: { type: "list", list: "set", items: text } },
    ports: { shape: ports },
    labels: { shape: { type: "map", values: text } },
    raw: { shape: { type: "any" } },
  },
};

const name = fc.constantFrom("a", "b", "c", "__proto__", "constructor");

/** Built from entries, because a generated record would lose `__proto__`. */
function objectWith(values: Arbitrary<JsonValue>, minLength: number): Arbitrary<JsonObject> {
  return fc.array(fc.tuple(name, values), { minLength, maxLength: 3 }).map((entries) => Object.fromEntries(entries));
}

/** Empty granular lists are owned by nobody, so values that shall be found again have none. */
const set = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });
const port = fc.record(
  { port: fc.nat(3), protocol: fc.constantFrom("TCP", "UDP"), tags: set },
  { requiredKeys: ["port"], noNullPrototype: true },
);
const raw: Arbitrary<JsonValue> = fc.oneof(
  name,
  fc.constant(null),
  objectWith(fc.oneof(name, objectWith(fc.nat(2), 0)), 0),
);
const value: Arbitrary<JsonObject> = fc.record(
  {
    image: fc.oneof(name, fc.constant(null)),
    args: fc.array(name, { maxLength: 2 }),
    selector: objectWith(name, 0),
    finalizers: set,
    ports: fc.uniqueArray(port, {
      minLength: 1,
      maxLength: 3,
      selector: (one) => `${one.port}/${one.protocol ?? "TCP"}`,
    }),
    labels: objectWith(name, 0),
    raw,
  },
  { requiredKeys: [], noNullPrototype: true },
) as Arbitrary<JsonObject>;

test("generated values are valid", () => {
  fc.assert(fc.property(value, (one) => assert.deepEqual(validateTyped(one, shape), [])));
});

test("a value merged with itself is itself, and merging twice is merging once", () => {
  fc.assert(
    fc.property(value, value, (left, right) => {
      assert.equal(mergeTyped(left, structuredClone(left), shape), left);
      const merged = mergeTyped(left, right, shape);
      assert.equal(mergeTyped(merged, right, shape), merged);
    }),
  );
});

test("a value compared with a copy of itself has no changes", () => {
  fc.assert(fc.property(value, (one) => isSameComparison(compareTyped(one, structuredClone(one), shape))));
});

test("the other way round, added is removed and modified is modified", () => {
  fc.assert(
    fc.property(value, value, (left, right) => {
      const there = compareTyped(left, right, shape);
      const back = compareTyped(right, left, shape);
      assert.ok(there.added.equals(back.removed));
      assert.ok(there.removed.equals(back.added));
      assert.ok(there.modified.equals(back.modified));
    }),
  );
});

test("nothing changes where values agree, and something does where they differ", () => {
  fc.assert(
    fc.property(value, value, (left, right) => {
      // Lists that merge by key have no order to speak of.
      const isSame = isSameComparison(compareTyped(left, right, shape));
      if (equalValues(left, right)) assert.ok(isSame);
      if (isSame) assert.ok(toFieldSet(left, shape).equals(toFieldSet(right, shape)));
    }),
  );
});

test("a merge removes nothing, and takes over everything from the right side", () => {
  fc.assert(
    fc.property(value, value, (left, right) => {
      const merged = mergeTyped(left, right, shape);
      const owned = toFieldSet(right, shape);
      const { modified, added } = compareTyped(merged, mergeTyped(merged, right, shape), shape);
      assert.ok(modified.isEmpty() && added.isEmpty());
      assert.ok(compareTyped(merged, right, shape).modified.intersection(owned.leaves()).isEmpty());
    }),
  );
});

test("the leaves of what a value fills in bring the value back", () => {
  fc.assert(
    fc.property(value, (one) => {
      const extracted = extractItems(one, toFieldSet(one, shape).leaves(), shape);
      assert.ok(equalValues(extracted ?? {}, one), JSON.stringify(extracted));
    }),
  );
});

test("a value without all that it fills in is null", () => {
  fc.assert(
    fc.property(value, (one) => {
      const owned = ensureNamedFieldsAreMembers(toFieldSet(one, shape), shape);
      assert.equal(removeItems(one, owned, shape), null);
    }),
  );
});

test("inputs are never changed", () => {
  const frozen = value.map((one) => deepFreeze(one));
  fc.assert(
    fc.property(frozen, frozen, (left, right) => {
      const owned = toFieldSet(right, shape);
      mergeTyped(left, right, shape);
      compareTyped(left, right, shape);
      removeItems(left, owned, shape);
      extractItems(left, owned, shape, { appendKeyFields: true });
    }),
  );
});

function deepFreeze<Value extends JsonValue>(one: Value): Value {
  if (typeof one === "object" && one !== null) Object.values(one).forEach(deepFreeze);
  return Object.freeze(one);
}
