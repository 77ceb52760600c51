/** Checks seeds in a thread of its own. Where node:test runs it follows every promise, which would take a third of the time. */
import { parentPort, workerData } from "node:worker_threads";
import { checkSeeds } from "./course.ts";

await checkSeeds(workerData.firstSeed, workerData.seedCount, (seed) => parentPort?.postMessage(seed));
