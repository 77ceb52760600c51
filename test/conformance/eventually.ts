/** For what happens a moment later: retries an assertion until it holds or the time is over. */
import { setTimeout as sleep } from "node:timers/promises";

const pauseMs = 50;

/** Gives back what the attempt that held gave; the error of the last attempt says what never came to be. */
export async function eventually<Result>(attempt: () => Promise<Result> | Result, withinMs = 15_000): Promise<Result> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await sleep(pauseMs);
  }
}
