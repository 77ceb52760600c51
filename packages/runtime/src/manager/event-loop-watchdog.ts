/**
 * Notices that nothing could happen for a while: code that computes without a pause, a process that was stopped, a machine without CPU.
 *
 * It cannot do anything about it, but it says so, with what was being worked on, and has everything judged whose time may be over by now.
 */
import type { Clock, Logger } from "@pintle/machinery";
import type { Part } from "./part.ts";

export interface EventLoopWatchdogOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** What is being worked on, or was since the moment, by the monotonic clock: what has blocked may be over when it is looked for. */
  readonly keysSince: (sinceMs: number) => readonly string[];
  /** Is called after a block, before anything else that was waiting has its turn. */
  readonly onBlocked: () => void;
}

const beatMs = 1_000;
/** Half of the time that a leader has: whoever is held up for so long is close to losing the Lease. */
const blockedMs = 5_000;
const namedKeys = 10;

export function createEventLoopWatchdog(options: EventLoopWatchdogOptions): Part {
  const { clock, logger, keysSince, onBlocked } = options;
  return {
    name: "event loop watchdog",
    group: "servers",
    async start() {
      const timer = { kind: "background", label: "event loop watchdog", unref: true } as const;
      let expectedMs = clock.monotonic() + beatMs;
      const beat = () => {
        const lateMs = clock.monotonic() - expectedMs;
        if (lateMs > blockedMs) {
          const keys = keysSince(expectedMs - beatMs);
          onBlocked();
          logger.warn(
            "the event loop was blocked: look for code that computes for long without awaiting, or for a lack of CPU",
            {
              seconds: Math.round(lateMs / 1_000),
              reconciling: keys.slice(0, namedKeys),
              reconcilingCount: keys.length,
            },
          );
        }
        expectedMs = clock.monotonic() + beatMs;
        pending = clock.setTimer(beatMs, beat, timer);
      };
      let pending = clock.setTimer(beatMs, beat, timer);
      return { stop: async () => pending.cancel() };
    },
  };
}
