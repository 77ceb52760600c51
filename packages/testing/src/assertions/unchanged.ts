/** Asserts that operators are content: whatever a test does meanwhile, they change nothing. */
import { AssertionError } from "node:assert";
import type { WriteLog } from "../write-log.ts";

export interface QuietTime {
  readonly work: () => unknown;
  readonly settle: () => Promise<void>;
}

export async function assertNoChanges(writes: WriteLog, { work, settle }: QuietTime): Promise<void> {
  const start = writes.length;
  await work();
  await settle();
  const actual = writes.changesSince(start).map(({ method, path }) => `${method} ${path}`);
  if (actual.length === 0) return;
  const times = actual.length === 1 ? "once" : `${actual.length} times`;
  const message = [`expected the operators to change nothing, but they did ${times}:`, ...actual].join("\n  - ");
  throw new AssertionError({ message, expected: [], actual, operator: "assertUnchanged" });
}
