/** The same seed gives the same events, byte for byte: a hundred seeds, from another one on with `PINTLE_SEED`. */
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

const seedCount = 100;
const firstSeed = Number(process.env.PINTLE_SEED ?? 1);

test(`each of ${seedCount} seeds takes the same course twice, and no two the same`, async (t) => {
  const thread = new Worker(new URL("./course-thread.ts", import.meta.url), { workerData: { firstSeed, seedCount } });
  thread.on("message", (seed: number) => {
    if (seed % 25 === 0) t.diagnostic(`${seed - firstSeed + 1} of ${seedCount} seeds`);
  });
  await once(thread, "exit");
});
