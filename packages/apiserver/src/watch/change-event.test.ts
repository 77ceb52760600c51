import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { ChangeEvent } from "./change-event.ts";

const key = "/registry/things/a";

function bytes(step: number): Uint8Array {
  return Buffer.from(`{"metadata":{"name":"a","resourceVersion":0},"step":${step}}`);
}

test("a change is ADDED, MODIFIED or DELETED by what was there before and after", () => {
  const previous = { key, value: bytes(1), revision: 3 };
  const types = [
    new ChangeEvent({ key, value: bytes(2), revision: 5, previous: undefined }),
    new ChangeEvent({ key, value: bytes(2), revision: 5, previous }),
    new ChangeEvent({ key, value: undefined, revision: 5, previous }),
  ].map(({ type }) => type);
  assert.deepEqual(types, ["ADDED", "MODIFIED", "DELETED"]);
});

test("objects before and after have their own versions; the last of a deleted one has that of the deletion", () => {
  const previous = { key, value: bytes(1), revision: 3 };
  const modified = new ChangeEvent({ key, value: bytes(2), revision: 5, previous });
  assert.deepEqual(modified.object, { metadata: { name: "a", resourceVersion: "5" }, step: 2 });
  assert.deepEqual(modified.previous, { metadata: { name: "a", resourceVersion: "3" }, step: 1 });
  const deleted = new ChangeEvent({ key, value: undefined, revision: 6, previous });
  assert.deepEqual(deleted.object, { metadata: { name: "a", resourceVersion: "6" }, step: 1 });
});

test("an object is parsed once until it is forgotten, and a form is made once", () => {
  const event = new ChangeEvent({ key, value: bytes(1), revision: 2, previous: undefined });
  const { object } = event;
  assert.equal(event.object, object);
  event.forgetParsed();
  assert.notEqual(event.object, object);
  assert.deepEqual(event.object, object);
  let made = 0;
  const make = () => {
    made += 1;
    return made;
  };
  assert.deepEqual([event.remember("a", make), event.remember("a", make), event.remember("b", make)], [1, 1, 2]);
});
