/**
 * How whoever has a plane moves its time: where that is virtual, and where the plane waits for nothing else. What comes by sockets or from
 * files comes when it likes, and nobody could say that nothing is left to be done.
 */
import type { Storage } from "@pintle/apiserver";
import {
  type Clock,
  InvalidScalarError,
  isVirtualClock,
  parseDurationMs,
  UsageError,
  type VirtualClock,
} from "@pintle/machinery";
import type { ControlPlane } from "./control-plane.ts";

export interface PlaneTimeOptions {
  readonly clock: Clock;
  readonly storage: Storage;
  readonly isListening: boolean;
}

export function createPlaneTime(options: PlaneTimeOptions): Pick<ControlPlane, "settle" | "advance"> {
  return {
    settle: async () => movableClock(options).settle(),
    advance: async (duration) => movableClock(options).advance(readDelayMs(duration)),
  };
}

function movableClock({ clock, storage, isListening }: PlaneTimeOptions): VirtualClock {
  if (!isVirtualClock(clock)) {
    throw new UsageError(
      "PINTLE_CLOCK_NOT_VIRTUAL",
      "only virtual time can be moved: start the plane with clock: createVirtualClock()",
    );
  }
  if (isListening) throw waitsForOthers("the plane listens: start it without listen, and use plane.transport");
  if (storage.hasOwnIo) throw waitsForOthers("the storage has I/O of its own: start the plane with one in memory");
  return clock;
}

function waitsForOthers(why: string): UsageError {
  return new UsageError("PINTLE_PLANE_HAS_IO", `time can be moved only where nothing else is waited for, and ${why}`);
}

function readDelayMs(duration: string | number): number {
  if (typeof duration === "number") return duration;
  try {
    // Clocks count whole milliseconds, and no timer is early.
    return Math.ceil(parseDurationMs(duration));
  } catch (error) {
    if (!(error instanceof InvalidScalarError)) throw error;
    throw new UsageError("PINTLE_DELAY_INVALID", `${error.message}: write "90s" or "1h30m", or give milliseconds`);
  }
}
