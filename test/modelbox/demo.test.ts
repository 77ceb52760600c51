/** The demo says what it has seen, and nothing else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { breakAndRepair } from "../../examples/modelbox/demo/break-and-repair.ts";
import { createScreen, type Screen } from "../../examples/modelbox/demo/screen.ts";
import { type BoxPlane, sample, startBoxPlane } from "./box-plane.ts";

async function startWithSample(): Promise<BoxPlane> {
  const plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  return plane;
}

function record(said: string[]): Screen {
  const say = (text: string) => void said.push(text);
  return { step: () => {}, progress: () => {}, done: say, print: say };
}

test("a repair is told step by step", async () => {
  await using plane = await startWithSample();
  const said: string[] = [];
  const { signal } = new AbortController();
  const box = await plane.boxes.get("modelbox-sample");
  const shown = breakAndRepair(plane.client, box, { screen: record(said), signal });
  await plane.settle();
  await shown;
  assert.deepEqual(said, [
    "Service nginx is back",
    "Deployment modelbox-sample has 4 replicas of nginx:1.7.9 again",
    "4 pods are ready, and the one that was deleted is none of them",
  ]);
});

test("what nobody repairs is not told as repaired, and ends in an error", async () => {
  await using plane = await startWithSample();
  const box = await plane.boxes.get("modelbox-sample");
  await plane.stopOperator();
  const said: string[] = [];
  const patience = new AbortController();
  const shown = breakAndRepair(plane.client, box, { screen: record(said), signal: patience.signal });
  shown.catch(() => {});
  await plane.advance("10m");
  patience.abort(new Error("no longer"));
  await assert.rejects(shown, /no longer/);
  assert.deepEqual(said, []);
});

test("in a pipe each line of progress stands by itself, and on a terminal the next is written over it", () => {
  const show = (isTTY: boolean) => {
    const written: string[] = [];
    const stream = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
    const screen = createScreen(stream);
    for (const text of ["1 of 4", "1 of 4", "4 of 4"]) screen.progress(text);
    screen.done("Ready");
    return written.join("");
  };
  assert.equal(show(false), "  1 of 4\n  4 of 4\n  ✓ Ready\n");
  assert.equal(show(true), "\r\x1b[K  1 of 4\r\x1b[K  4 of 4\r\x1b[K  \x1b[32m✓\x1b[0m Ready\n");
});
