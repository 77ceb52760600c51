import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { createKeyTurns } from "./key-turns.ts";

test("writers of one key come one after the other, those of others at once", async () => {
  const [clock, turns] = [createVirtualClock(), createKeyTurns()];
  const seen: string[] = [];
  const work = async (key: string, name: string): Promise<void> => {
    using _turn = await turns.take(key, clock);
    seen.push(`${name} begins`);
    await clock.sleep(10, { label: name, kind: "work" });
    seen.push(`${name} ends`);
  };
  const all = Promise.all([work("a", "one"), work("a", "two"), work("b", "three")]);
  await clock.settle();
  await all;
  assert.deepEqual(
    seen.filter((text) => !text.startsWith("three")),
    ["one begins", "one ends", "two begins", "two ends"],
  );
  assert.ok(seen.indexOf("three begins") < seen.indexOf("one ends"));
});

test("whoever takes long is passed by", async () => {
  const [clock, turns] = [createVirtualClock(), createKeyTurns()];
  const first = await turns.take("a", clock);
  const second = turns.take("a", clock);
  await clock.advance(100);
  using _turn = await second;
  first[Symbol.dispose]();
});
