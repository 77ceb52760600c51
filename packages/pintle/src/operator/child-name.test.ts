import assert from "node:assert/strict";
import { test } from "node:test";
import { validateDns1123Label } from "@pintle/machinery";
import fc from "fast-check";
import { childNameOf } from "./child-name.ts";

const alone = { slot: "web", key: undefined, isKindShared: false };

test("a child is named after its owner, with its slot where another has the same kind, and with its key", () => {
  const names = [
    childNameOf({ owner: "a", slot: "web", key: undefined, isKindShared: false }),
    childNameOf({ owner: "a", slot: "web", key: undefined, isKindShared: true }),
    childNameOf({ owner: "a", slot: "extraConfig", key: undefined, isKindShared: true }),
    childNameOf({ owner: "a", slot: "shards", key: "eu", isKindShared: false }),
    childNameOf({ owner: "a", slot: "shards", key: "eu", isKindShared: true }),
  ];
  assert.deepEqual(names, ["a", "a-web", "a-extra-config", "a-eu", "a-shards-eu"]);
});

test("a name that is too long is cut, and two that begin alike stay apart", () => {
  const first = childNameOf({ ...alone, owner: `${"x".repeat(70)}1` });
  const second = childNameOf({ ...alone, owner: `${"x".repeat(70)}2` });
  assert.equal(first.length, 63);
  assert.match(first, /^x{54}-[0-9a-f]{8}$/);
  assert.notEqual(first, second);
  assert.equal(childNameOf({ ...alone, owner: "x".repeat(63) }), "x".repeat(63));
});

test("what no name can hold is replaced, and two that look alike then stay apart", () => {
  const dotted = childNameOf({ ...alone, owner: "my.box" });
  const spaced = childNameOf({ ...alone, owner: "box", key: "my box" });
  assert.match(dotted, /^my-box-[0-9a-f]{8}$/);
  assert.match(spaced, /^box-my-box-[0-9a-f]{8}$/);
  assert.notEqual(childNameOf({ ...alone, owner: "b", key: "x/y" }), childNameOf({ ...alone, owner: "b", key: "x.y" }));
  assert.match(childNameOf({ ...alone, owner: "名称" }), /^x-[0-9a-f]{8}$/);
});

test("whatever the owner and the key are, the name is valid for every kind", () => {
  const parts = fc.record({
    owner: fc.string({ minLength: 1, maxLength: 300 }),
    slot: fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,80}$/),
    key: fc.option(fc.string({ unit: "grapheme" }), { nil: undefined }),
    isKindShared: fc.boolean(),
  });
  fc.assert(fc.property(parts, (given) => assert.deepEqual(validateDns1123Label(childNameOf(given)), [])));
});
