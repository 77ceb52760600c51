import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Due, DueHeap } from "./due-heap.ts";

const createItem = (dueMs: number, order: number): Due => ({ dueMs, order, heapIndex: -1 });

test("what is due comes out by time, then by the order of creation, and the rest stays", () => {
  const heap = new DueHeap<Due>();
  const [late, second, first] = [createItem(30, 0), createItem(10, 2), createItem(10, 1)];
  for (const item of [late, second, first]) heap.push(item);

  assert.deepEqual([...heap.takeDue(20)], [first, second]);
  assert.deepEqual(heap.sorted(), [late]);
});

test("to remove an item that is not in the heap does nothing", () => {
  const heap = new DueHeap<Due>();
  const item = createItem(1, 0);
  heap.remove(item);
  heap.push(item);
  heap.remove(item);
  heap.remove(item);
  assert.equal(heap.size, 0);
});

test("the item that fills the gap of a removed one may have to rise, when it comes from another branch", () => {
  const heap = new DueHeap<Due>();
  //                     1
  //             10             2
  //         11     12       3     4
  //       20  21 22 23     5
  const dues = [1, 10, 2, 11, 12, 3, 4, 20, 21, 22, 23, 5];
  const items = dues.map((dueMs, order) => createItem(dueMs, order));
  for (const item of items) heap.push(item);
  const removed = items[8];
  assert.ok(removed);
  heap.remove(removed);
  const expected = dues.filter((dueMs) => dueMs !== removed.dueMs).toSorted((left, right) => left - right);
  assert.deepEqual(
    [...heap.takeDue(100)].map(({ dueMs }) => dueMs),
    expected,
  );
});

test("after any pushes and removals the heap gives what a sorted array would", () => {
  const step = fc.record({ remove: fc.boolean(), at: fc.nat(30), dueMs: fc.nat(50) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: "max" }), (steps) => {
      const heap = new DueHeap<Due>();
      const model: Due[] = [];
      for (const [order, { remove, at, dueMs }] of steps.entries()) {
        const chosen = remove ? model[at] : undefined;
        if (chosen) {
          heap.remove(chosen);
          model.splice(at, 1);
        } else {
          const item = createItem(dueMs, order);
          heap.push(item);
          model.push(item);
        }
        assert.equal(heap.size, model.length);
      }
      model.sort((left, right) => left.dueMs - right.dueMs || left.order - right.order);
      assert.deepEqual(heap.sorted(), model);
      assert.deepEqual([...heap.takeDue(50)], model);
    }),
  );
});
