/**
 * Knows when memory runs short, before the process ends for want of it.
 *
 * ```text
 *   less than 85 % ──▶ none
 *   more, and still so without garbage and without the past ──▶ short ──▶ 95 % ──▶ exhausted
 * ```
 *
 * There is no timer: it looks at the gauge once for so many bytes of requests, and while memory is short with each of them. To collect
 * garbage holds up everybody, so that no more than a twentieth of the time goes into it.
 */
import { type Clock, type Logger, track } from "@pintle/machinery";
import { maxBodyBytes } from "../../wire/read-body.ts";
import type { MemoryGauge } from "./memory-gauge.ts";

/** Short: nothing new is taken in. Exhausted: nothing is done that needs much. */
export type MemoryShortage = "none" | "short" | "exhausted";

export interface MemoryGuard {
  readonly shortage: MemoryShortage;
  /** Takes room for a request with a body of so many bytes, or of as many as it may have. Whether there is any. */
  admit(bodyBytes: number): boolean;
  /** The request is over. */
  release(bodyBytes: number): void;
  /** Looks at once, for who wants to know and not to wait. */
  look(): void;
}

export interface MemoryGuardOptions {
  readonly gauge: Pick<MemoryGauge, "heapBytes" | "read" | "collect">;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Lets go of what can be done without: the past that a storage keeps for who is late. */
  readonly forget: () => Promise<void>;
}

const shortShare = 0.85;
const exhaustedShare = 0.95;
/** Between two looks so much may come in. */
const lookBytes = 256 << 10;
/** What a request costs besides its body, as far as looking goes. */
const requestBytes = 2 << 10;
/** A body becomes an object of as much as sixteen times its size, and half of the heap may be work. */
const heapPerBodyByte = 32;
const shortestPauseMs = 1_000;
const pausePerRelief = 20;

export function createMemoryGuard({ gauge, clock, logger, forget }: MemoryGuardOptions): MemoryGuard {
  const maxInFlightBytes = Math.max(gauge.heapBytes / heapPerBodyByte, 2 * maxBodyBytes);
  let shortage: MemoryShortage = "none";
  let inFlightBytes = 0;
  let bytesUntilLook = lookBytes;
  let isRelieving = false;
  let nextReliefMs = Number.NEGATIVE_INFINITY;

  function judge(share: number): void {
    const found = share < shortShare ? "none" : share < exhaustedShare ? "short" : "exhausted";
    if (found === shortage) return;
    if (found === "none") logger.info("there is enough memory again");
    else logger.warn("the server is short of memory", { shortage: found, percent: Math.round(share * 100) });
    shortage = found;
  }

  function look(): void {
    bytesUntilLook = lookBytes;
    const share = gauge.read();
    if (share < shortShare) judge(share);
    else if (!isRelieving && clock.monotonic() >= nextReliefMs) void track(clock, "relief of memory", relieve);
    // It may be garbage, but there is no room left to find out.
    else if (share >= exhaustedShare) judge(share);
  }

  /** Garbage goes before this returns; the past, which others may want, only where that was not enough. */
  async function relieve(): Promise<void> {
    isRelieving = true;
    const startMs = clock.monotonic();
    gauge.collect();
    judge(gauge.read());
    try {
      if (shortage !== "none") {
        await forget();
        gauge.collect();
        judge(gauge.read());
      }
    } catch (error) {
      logger.error("the past could not be forgotten for want of memory", { error });
    }
    isRelieving = false;
    const nowMs = clock.monotonic();
    nextReliefMs = nowMs + Math.max((nowMs - startMs) * pausePerRelief, shortestPauseMs);
  }

  return {
    get shortage() {
      return shortage;
    },
    admit(bodyBytes) {
      bytesUntilLook -= bodyBytes + requestBytes;
      if (bytesUntilLook <= 0 || shortage !== "none") look();
      if (inFlightBytes + bodyBytes > maxInFlightBytes) return false;
      inFlightBytes += bodyBytes;
      return true;
    },
    release(bodyBytes) {
      inFlightBytes -= bodyBytes;
    },
    look,
  };
}
