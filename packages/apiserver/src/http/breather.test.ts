import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { Breather } from "./breather.ts";

test("all who take a breath at the same time end it at the same time, and the next one is a new one", async () => {
  const clock = createVirtualClock();
  const breather = new Breather(clock);
  const first = breather.breath();
  await clock.advance(2);
  assert.equal(breather.breath(), first);

  await clock.advance(3);
  await first;
  assert.notEqual(breather.breath(), first);
});
