/**
 * Lets requests from outside and timers have their turn now and then. Controllers write within the process, so that one thing leads to the
 * next without any I/O between them, and a thousand Deployments would keep everybody waiting until the last pod is there.
 */
import type { Clock } from "@pintle/machinery";

/** Work goes on for so long before others have their turn. On a virtual clock no time passes, and nobody waits. */
const longestMs = 5;

/** Call it between two pieces of work, and wait for what it gives, if anything. */
export function createTurns(clock: Pick<Clock, "monotonic" | "turn">): () => Promise<void> | undefined {
  let sinceMs = clock.monotonic();
  return () => {
    if (clock.monotonic() - sinceMs < longestMs) return undefined;
    return clock.turn().then(() => {
      sinceMs = clock.monotonic();
    });
  };
}
