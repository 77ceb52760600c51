import assert from "node:assert/strict";
import { test } from "node:test";
import { SharedJoin } from "./shared-join.ts";

const [a, b, c] = ["a", "b", "c"].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

test("Who waits for the same pieces gets the same bytes, joined once", () => {
  const join = new SharedJoin();
  const first = join.join([a, b], 2);
  assert.equal(String(first), "ab");
  assert.equal(join.join([a, b], 2), first);
});

test("Other pieces are joined anew, also where some are the same", () => {
  const join = new SharedJoin();
  join.join([a, b], 2);
  assert.equal(String(join.join([a, c], 2)), "ac");
  assert.equal(String(join.join([a, b, c], 3)), "abc");
});

test("A single piece goes out as it is", () => {
  assert.equal(new SharedJoin().join([a], 1), a);
});
