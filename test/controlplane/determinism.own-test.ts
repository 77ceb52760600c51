/** The same seed gives the same events, byte for byte: a hundred seeds, from another one on with `PINTLE_SEED`. */
import { test } from "node:test";
import { checkSeeds } from "./course.ts";

const seedCount = 100;
const firstSeed = Number(process.env.PINTLE_SEED ?? 1);

test(`each of ${seedCount} seeds takes the same course twice, and no two the same`, async (t) => {
  await checkSeeds(firstSeed, seedCount, (seed) => {
    if (seed % 25 === 0) t.diagnostic(`${seed - firstSeed + 1} of ${seedCount} seeds`);
  });
});
