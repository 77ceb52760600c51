import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { createProgress } from "./progress.ts";

function setUp() {
  const clock = createVirtualClock();
  const written: string[] = [];
  const progress = createProgress({ clock, write: (text) => written.push(text) });
  return { clock, progress, written };
}

test("a line says what goes on as soon as it begins, and how long it took when it is done", async () => {
  const { clock, progress, written } = setUp();
  progress.show();
  progress.begin("one");
  assert.equal(written.join(""), "one … ");
  await clock.advance(999);
  progress.begin("two");
  await clock.advance(1_250);
  progress.end();
  progress.end();
  assert.equal(written.join(""), "one … 999 ms\ntwo … 1.3 s\n");
});

test("what is said meanwhile has a line of its own", async () => {
  const { clock, progress, written } = setUp();
  progress.show();
  progress.begin("one");
  progress.write("a warning\n");
  await clock.advance(5);
  progress.end();
  assert.equal(written.join(""), "one … \na warning\n… 5 ms\n");
});

test("what ends before there was anything to show has said nothing; what ends in a line ends the line", () => {
  const { progress, written } = setUp();
  progress.begin("one");
  progress[Symbol.dispose]();
  assert.deepEqual(written, []);
  progress.show();
  progress[Symbol.dispose]();
  progress[Symbol.dispose]();
  assert.equal(written.join(""), "one … \n");
});
