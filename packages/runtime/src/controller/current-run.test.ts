import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

const fixture = new URL("workers-fixture.test.ts", import.meta.url);
const currentRun = new URL("current-run.ts", import.meta.url);

/** Such an error ends a process, so that it takes one of its own to look at it. */
const program = `
import { startTestWorkers } from "${fixture}";
import { currentRun } from "${currentRun}";
process.on("unhandledRejection", (error) => console.log(error.message, currentRun()?.controller, currentRun()?.key));
process.on("uncaughtException", (error) => console.log(error.message, currentRun()?.controller, currentRun()?.key));
const { clock, queue } = startTestWorkers(async ({ name }) => {
  if (name === "forgets") void Promise.reject(new Error("nobody awaits this"));
  else process.nextTick(() => { throw new Error("nobody catches this"); });
  await clock.turn();
}, { count: 2 });
queue.add("default/forgets");
queue.add("default/throws");
await clock.settle();
`;

test("an error that nobody caught can be told with the run that it came from", async () => {
  const options = ["--conditions=pintle-source", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  assert.deepEqual(stdout.trim().split("\n").toSorted(), [
    "nobody awaits this test default/forgets",
    "nobody catches this test default/throws",
  ]);
});
