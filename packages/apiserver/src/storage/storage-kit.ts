/**
 * The contract of `Storage` as tests on node:test, which every storage passes, whatever it keeps its bytes in.
 *
 * ```ts
 * import { describeStorage } from "@pintle/apiserver/storage-kit";
 *
 * describeStorage("my storage", ({ clock }) => createMyStorage({ clock }));
 * ```
 *
 * Each test gets a storage of its own, empty, on a virtual clock, and closes it. Answers may come at any time: what has to be told is
 * waited for, and what must not be told is shown by a later change that is told alone.
 */
import { describe } from "node:test";
import { compactionTests } from "./kit/compaction-tests.ts";
import { lifetimeTests } from "./kit/lifetime-tests.ts";
import { listTests } from "./kit/list-tests.ts";
import { raceTests } from "./kit/race-tests.ts";
import type { CreateStorage } from "./kit/subject.ts";
import { swapTests } from "./kit/swap-tests.ts";
import { watchTests } from "./kit/watch-tests.ts";

export type { CreateStorage } from "./kit/subject.ts";

/** Declares the tests. Call it in a test file of the storage. */
export function describeStorage(name: string, create: CreateStorage): void {
  describe(name, () => {
    swapTests(create);
    listTests(create);
    watchTests(create);
    compactionTests(create);
    lifetimeTests(create);
    raceTests(create);
  });
}
