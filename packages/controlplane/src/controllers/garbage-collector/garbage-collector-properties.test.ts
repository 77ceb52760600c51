import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Made, startOwnersPlane } from "./owners-fixture.test.ts";

const policies = ["Background", "Foreground", "Orphan"] as const;

/** Objects that are owned by some of those before them, and which of them are deleted how, one after the other. */
const histories = fc
  .array(fc.array(fc.record({ owner: fc.nat(7), isBlocking: fc.boolean() }), { maxLength: 3 }), {
    minLength: 2,
    maxLength: 8,
  })
  .chain((owners) =>
    fc.record({
      owners: fc.constant(
        owners.map((each, index) => [...new Map(each.map((one) => [one.owner % Math.max(1, index), one])).entries()]),
      ),
      deletions: fc.array(fc.tuple(fc.nat(owners.length - 1), fc.constantFrom(...policies)), { maxLength: 4 }),
    }),
  );

/** What has to be left: everything but what was deleted, and what all owners of were. */
function predict(
  owners: readonly ReadonlySet<number>[],
  deletions: readonly (readonly [number, string])[],
): ReadonlySet<number> {
  const left = new Map(owners.map((each, index) => [index, new Set(each)]));
  for (const [deleted, policy] of deletions) {
    if (!left.delete(deleted)) continue;
    if (policy === "Orphan") for (const each of left.values()) each.delete(deleted);
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const [index, each] of left) {
        if (each.size === 0 || [...each].some((owner) => left.has(owner))) continue;
        left.delete(index);
        isChanged = true;
      }
    }
    for (const each of left.values()) for (const owner of each) if (!left.has(owner)) each.delete(owner);
  }
  return new Set(left.keys());
}

test("whatever is deleted in whatever way, what is left is what has an owner or never had one", async () => {
  await using plane = await startOwnersPlane();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(histories, async ({ owners, deletions }) => {
      run += 1;
      const made: Made[] = [];
      const named: Set<number>[] = [];
      for (const [index, each] of owners.entries()) {
        const present = each.filter(([owner]) => owner < index);
        named.push(new Set(present.map(([owner]) => owner)));
        const references = present.flatMap(([owner, { isBlocking }]) => {
          const found = made[owner];
          return found ? [isBlocking ? found.blocking : found.reference] : [];
        });
        made.push(await plane.make(`r-${run}-${index}`, { owners: references }));
      }
      for (const [index, policy] of deletions) {
        const target = made[index];
        if (target && (await plane.now(target))) await plane.delete(target, policy);
        await plane.settle();
      }
      const expected = made.filter((_, index) => predict(named, deletions).has(index));
      assert.deepEqual(
        await plane.left(...made),
        expected.map(({ place }) => place.name),
      );
    }),
    { numRuns: 40, seed: 42 },
  );
  assert.deepEqual(plane.complaints, []);
});
