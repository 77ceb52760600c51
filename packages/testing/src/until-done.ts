/** Lets virtual time pass until something is done that may need some: a start, or an end. */
import { NotSettledError, type VirtualClock } from "@pintle/machinery";

/**
 * Most of what is waited for needs no time at all, so that little passes at first. In the end it is more than the two minutes after which a
 * controller says what it waits for in vain.
 */
const stepsMs = [0, 10, 100, 1_000, 10_000, 120_000];

export async function untilDone<Result>(clock: VirtualClock, what: string, work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const watched = work.finally(() => {
    isDone = true;
  });
  // Whoever called gets the error from the result.
  watched.catch(() => {});
  for (const stepMs of stepsMs) {
    if (!isDone) await clock.advance(stepMs);
  }
  if (!isDone) throw new NotSettledError(`${what} took more than two virtual minutes`, clock.alive());
  return await watched;
}
