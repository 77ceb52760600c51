import assert from "node:assert/strict";
import { test } from "node:test";
import { createSeededRandom, createVirtualClock } from "@pintle/machinery";
import fc from "fast-check";
import { cutText } from "./cut-text.ts";
import { createEventNames } from "./event-name.ts";
import { RecentMap } from "./recent-map.ts";
import { SimilarEvents } from "./similar-events.ts";
import { SpamFilter } from "./spam-filter.ts";

test("a text that fits is left alone, one that does not ends in an ellipsis and is as long as it may be", () => {
  assert.equal(cutText("abc", 3), "abc");
  assert.equal(cutText("abcdef", 5), "ab…");
  assert.equal(cutText("ééé", 5), "é…");
  assert.equal(cutText("a🙂b🙂", 8), "a🙂…");
  assert.equal(cutText("x".repeat(10_000_000), 1_024).length, 1_022);
});

test("a cut text fits, has whole characters only, and begins as the text does", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 3, max: 80 }), (text, maxBytes) => {
      const cut = cutText(text, maxBytes);
      const whole = text.toWellFormed();
      assert.ok(Buffer.byteLength(cut) <= maxBytes);
      assert.ok(cut.isWellFormed());
      if (cut === whole) return;
      assert.ok(cut.endsWith("…") && whole.startsWith(cut.slice(0, -1)));
      assert.ok(Buffer.byteLength(cut) > maxBytes - 4, "no more is cut than has to be");
    }),
  );
});

test("events are named after the object and the moment, and no two have one name", () => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) });
  const newName = createEventNames(clock, createSeededRandom(1));
  const names = Array.from({ length: 1_000 }, () => newName("web"));
  assert.equal(new Set(names).size, 1_000);
  for (const name of names) assert.match(name, /^web\.[0-9a-f]{16}$/);
  const nanoseconds = BigInt(`0x${names[0]?.slice(4)}`);
  assert.equal(Number(nanoseconds / 1_000_000n), Date.UTC(2026, 0, 1));
});

test("two instances that speak of one object at one time choose different names", () => {
  const clock = createVirtualClock();
  const [first, second] = [1, 2].map((seed) => createEventNames(clock, createSeededRandom(seed))("web"));
  assert.notEqual(first, second);
});

test("an object whose name no Event may have gets a name without it", () => {
  const newName = createEventNames(createVirtualClock(), createSeededRandom(1));
  for (const name of ["system:node", "Upper", "a".repeat(253)]) assert.match(newName(name), /^[0-9a-f-]{36}$/);
});

test("what was not used for the longest time goes first", () => {
  const map = new RecentMap<number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.get("a");
  assert.equal(map.set("c", 3), 2);
  assert.equal(map.get("b"), undefined);
  assert.equal(map.get("a"), 1);
  assert.equal(map.size, 2);
});

test("events are combined from the tenth text on within ten minutes, not from the tenth time of one text", () => {
  const similar = new SimilarEvents();
  for (let time = 0; time < 20; time += 1) assert.equal(similar.isOneOfMany("k", "same", 0), false);
  for (let text = 1; text < 9; text += 1) assert.equal(similar.isOneOfMany("k", `t${text}`, 0), false);
  assert.equal(similar.isOneOfMany("k", "t9", 600_000), true);
  assert.equal(similar.isOneOfMany("k", "t10", 1_200_000), true, "each one begins the ten minutes anew");
  assert.equal(similar.isOneOfMany("other", "t9", 1_200_000), false);
  assert.equal(similar.isOneOfMany("k", "t11", 1_800_001), false, "after a silence it begins again");
});

test("25 at once and then one in five minutes", () => {
  const filter = new SpamFilter();
  const accepted = (atMs: number) =>
    Array.from({ length: 100 }, () => filter.accepts("k", atMs)).filter(Boolean).length;
  assert.equal(accepted(0), 25);
  assert.equal(accepted(299_999), 0);
  assert.equal(accepted(300_000), 1);
  assert.equal(accepted(900_000), 2);
  assert.equal(accepted(900_000_000), 25, "what is not used is not saved up for ever");
  assert.equal(filter.accepts("another", 0), true);
});
