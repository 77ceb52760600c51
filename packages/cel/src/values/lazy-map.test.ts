import assert from "node:assert/strict";
import { test } from "node:test";
import { dynType } from "../check/cel-types.ts";
import { createCelEnvironment } from "../environment.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelValue } from "./cel-value.ts";
import { createLazyMap } from "./lazy-map.ts";

const environment = createCelEnvironment({ variables: { lazy: dynType } });

function createEntries(computed: string[]): ReadonlyMap<string, () => CelValue> {
  const entry = (name: string, compute: () => CelValue): [string, () => CelValue] => [
    name,
    () => {
      computed.push(name);
      return compute();
    },
  ];
  return new Map([
    entry("one", () => 1),
    entry("nothing", () => null),
    entry("broken", () => {
      throw new CelEvaluationError("out of order");
    }),
  ]);
}

function evaluate(source: string, computed: string[] = []): CelValue {
  return environment.compile(source).evaluate({ lazy: createLazyMap(createEntries(computed)) }).value;
}

test("an entry is computed when it is first read, and once", () => {
  const computed: string[] = [];
  assert.equal(evaluate("lazy.one == 1 && lazy['one'] == 1 && lazy.nothing == null", computed), true);
  assert.deepEqual(computed, ["one", "nothing"]);
});

test("what nobody reads is not computed", () => {
  const computed: string[] = [];
  assert.equal(evaluate("'broken' in lazy && lazy.size() == 3 && !('other' in lazy)", computed), true);
  assert.deepEqual(computed, []);
});

test("an entry that cannot be computed is a failure like any other", () => {
  assert.throws(() => evaluate("lazy.broken == 1"), /out of order/);
  assert.equal(evaluate("lazy.broken == 1 || true"), true);
  assert.throws(() => evaluate("lazy.absent == 1"), /no such key: absent/);
});

test("a mistake in the code behind an entry is not taken for a failure", () => {
  const lazy = createLazyMap(new Map([["wrong", () => assert.fail("a mistake")]]));
  assert.throws(() => environment.compile("lazy.wrong == 1 || true").evaluate({ lazy }), /a mistake/);
});
