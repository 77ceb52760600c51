import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { CelType } from "./cel-type.ts";
import {
  boolType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  nullType,
  opaqueOf,
  optionalOf,
  parameterOf,
  stringType,
  typeOfType,
} from "./cel-types.ts";
import { formatType } from "./format-type.ts";
import { TypeBindings } from "./type-bindings.ts";
import { equalTypes } from "./type-relations.ts";

const { type } = fc.letrec<{ type: CelType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(intType, stringType, dynType, nullType, durationType, opaqueOf("coin")),
    fc.constantFrom("A", "B", "C").map(parameterOf),
    tie("type").map(listOf),
    tie("type").map(optionalOf),
    tie("type").map(typeOfType),
    fc.tuple(tie("type"), tie("type")).map(([key, value]) => mapOf(key, value)),
  ),
}));

const [a, b] = [parameterOf("A"), parameterOf("B")];

test("a parameter becomes the first type that it meets", () => {
  const bindings = new TypeBindings();
  assert.ok(bindings.fit([listOf(intType), intType], [listOf(a), a]));
  assert.equal(formatType(bindings.resolve(mapOf(a, b))), "map(int, B)");
  assert.equal(formatType(bindings.resolve(mapOf(a, b), true)), "map(int, dyn)");
});

test("a binding becomes more general, not more special", () => {
  const bindings = new TypeBindings();
  assert.ok(bindings.fit([intType, dynType, intType], [a, a, a]));
  assert.equal(formatType(bindings.resolve(a)), "dyn");
});

test("types that do not fit leave nothing behind", () => {
  const bindings = new TypeBindings();
  assert.ok(!bindings.fit([intType, stringType], [a, a]));
  assert.equal(formatType(bindings.resolve(a)), "A");
  assert.ok(bindings.fit([stringType], [a]));
});

test("a parameter is never bound to a type that contains it", () => {
  const bindings = new TypeBindings();
  assert.ok(!bindings.fit([listOf(a)], [a]));
  assert.ok(bindings.fit([listOf(a)], [b]));
  assert.ok(!bindings.fit([listOf(b)], [a]));
});

test("null fits objects, opaque types and times, but no number, bool or string", () => {
  const fits = (other: CelType) => new TypeBindings().fit([nullType], [other]);
  assert.deepEqual([durationType, opaqueOf("coin"), dynType, nullType].map(fits), [true, true, true, true]);
  assert.deepEqual(
    [intType, stringType, boolType, listOf(intType), mapOf(intType, intType)].map(fits),
    Array(5).fill(false),
  );
});

test("every type fits itself and dyn", () => {
  fc.assert(
    fc.property(type, (one) => {
      assert.ok(new TypeBindings().fit([one], [structuredClone(one)]));
      assert.ok(new TypeBindings().fit([one], [dynType]));
    }),
  );
});

test("whether types fit or not, resolving ends, is final the second time, and fails to fit without a trace", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(type, type), { maxLength: 6 }), type, (pairs, probe) => {
      const bindings = new TypeBindings();
      for (const [one, other] of pairs) {
        const before = bindings.resolve(probe);
        if (!bindings.fit([one], [other])) assert.ok(equalTypes(bindings.resolve(probe), before));
        const resolved = bindings.resolve(probe);
        assert.ok(equalTypes(bindings.resolve(resolved), resolved));
        assert.ok(!/[ABC]/.test(formatType(bindings.resolve(probe, true))));
      }
    }),
    { numRuns: 500 },
  );
});

test("instances of a signature share parameters among themselves and with nothing else", () => {
  const bindings = new TypeBindings();
  const [list, element] = bindings.instantiate([listOf(a), a]);
  const [other] = bindings.instantiate([a]);
  assert.ok(list && element && other && bindings.fit([list], [listOf(intType)]));
  assert.equal(formatType(bindings.resolve(element)), "int");
  assert.equal(formatType(bindings.resolve(other, true)), "dyn");
});
