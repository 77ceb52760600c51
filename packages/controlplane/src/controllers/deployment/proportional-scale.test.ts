import assert from "node:assert/strict";
import { test } from "node:test";
import type { Deployment } from "@pintle/kinds";
import { scaleProportionally } from "./proportional-scale.ts";
import { withSizeAnnotations } from "./revision-annotations.ts";
import { rolling, setOf } from "./sample-objects.test.ts";

/** The sizes of the sets v1, v2, … after the Deployment has changed, in the same order. */
function scaled(before: Deployment, after: Deployment, ...sizes: readonly number[]): readonly number[] {
  const annotations = withSizeAnnotations(before, {});
  const sets = sizes.map((size, index) => setOf(`v${index + 1}`, size, { ...annotations }));
  const found = new Map(scaleProportionally(after, sets).map(({ set, replicas }) => [set.metadata.name, replicas]));
  return sets.map(({ metadata, spec }) => found.get(metadata.name) ?? spec?.replicas ?? -1);
}

test("sets grow and shrink in proportion to their sizes", () => {
  assert.deepEqual(scaled(rolling(5), rolling(10), 3, 2), [6, 4]);
  assert.deepEqual(scaled(rolling(5), rolling(3), 3, 2), [2, 1]);
  assert.deepEqual(scaled(rolling(9), rolling(4), 1, 8), [0, 4]);
  assert.deepEqual(scaled(rolling(7), rolling(10), 2, 3, 2), [3, 4, 3]);
  assert.deepEqual(scaled(rolling(13), rolling(8), 3, 8, 2), [2, 5, 1]);
});

test("what is left over goes to the newest of equals, and is taken from the oldest", () => {
  assert.deepEqual(scaled(rolling(3), rolling(4), 1, 1, 1), [1, 1, 2]);
  assert.deepEqual(scaled(rolling(3), rolling(2), 1, 1, 1), [0, 1, 1]);
  assert.deepEqual(scaled(rolling(4), rolling(5), 2, 2), [2, 3]);
});

test("scaled to nothing, all sets go", () => {
  assert.deepEqual(scaled(rolling(6, 2), rolling(0, 2), 1, 2, 3), [0, 0, 0]);
});

test("the surge is shared as well", () => {
  assert.deepEqual(scaled(rolling(10, 2), rolling(20, 2), 6, 6), [11, 11]);
  assert.deepEqual(scaled(rolling(10, 3), rolling(50, 6), 8, 5), [34, 22]);
});

test("sets that are empty stay empty, and sets of the right size as they are", () => {
  assert.deepEqual(scaled(rolling(7), rolling(14), 0, 4, 3), [0, 8, 6]);
  assert.deepEqual(scaled(rolling(5), rolling(5), 2, 3), [2, 3]);
});

test("without the annotation the size of now is what counts, and without that too the largest takes all", () => {
  const sets = [setOf("v1", 4), setOf("v2", 6)];
  const known = { ...rolling(20), status: { replicas: 10 } };
  assert.deepEqual(
    scaleProportionally(known, sets).map(({ replicas }) => replicas),
    [12, 8],
  );
  assert.deepEqual(
    scaleProportionally(rolling(20), sets).map(({ replicas }) => replicas),
    [16, 4],
  );
});

test("together they never exceed what is allowed, whatever somebody has written into their annotations", () => {
  for (const max of ["", "0", "-5", "1", "99999999999", "many"]) {
    const annotations = { "deployment.kubernetes.io/max-replicas": max };
    const sets = [setOf("v1", 4, annotations), setOf("v2", 6, annotations)];
    const sizes = scaleProportionally(rolling(20, 3), sets).map(({ replicas }) => replicas);
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      23,
    );
  }
});
