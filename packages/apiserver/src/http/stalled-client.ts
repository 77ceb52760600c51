/**
 * Clients that ask for something and then do not read it: they hold memory and a connection for as long as they are let.
 *
 * An answer is cut off when nothing of it could be sent for a minute. What is meant to last, such as a watch or a log in a pager, decides
 * itself how much may wait for its reader, who may take hours; only when it has ended is its client told to hurry.
 */
import type { Writable } from "node:stream";
import type { Clock, ClockTimer } from "@pintle/machinery";

/** How long a client may read nothing of what waits for it. */
const stalledMs = 60_000;
/** As long as upstream lets connections of pods be idle. */
const lastingStalledMs = 4 * 3_600_000;
/** The same for what has ended by itself, of which little is left. */
const endedMs = 10_000;
/** Slower than so many bytes each millisecond is as good as not reading. */
const leastBytesPerMs = 16;
const timerOptions = { label: "stalled client", kind: "background", unref: true } as const;

/** Cuts an answer off that waits for its reader for too long at once. One timer serves all waits, since a long list has hundreds. */
export class StalledClient {
  readonly #response: Writable;
  readonly #clock: Clock;
  readonly #limitMs: number;
  #waitsSinceMs: number | undefined;
  #timer: ClockTimer | undefined;

  constructor(response: Writable, clock: Clock, isLongRunning: boolean) {
    this.#response = response;
    this.#clock = clock;
    this.#limitMs = isLongRunning ? lastingStalledMs : stalledMs;
  }

  async during(wait: Promise<void>): Promise<void> {
    this.#waitsSinceMs = this.#clock.monotonic();
    if (this.#timer === undefined) this.#lookAfter(this.#limitMs);
    await wait;
    this.#waitsSinceMs = undefined;
  }

  /** Nothing is waited for any more. */
  close(): void {
    this.#timer?.cancel();
  }

  #lookAfter(delayMs: number): void {
    this.#timer = this.#clock.setTimer(delayMs, () => this.#look(), timerOptions);
  }

  #look(): void {
    this.#timer = undefined;
    if (this.#waitsSinceMs === undefined) return;
    const leftMs = this.#waitsSinceMs + this.#limitMs - this.#clock.monotonic();
    if (leftMs > 0) this.#lookAfter(leftMs);
    else this.#response.destroy();
  }
}

/** Cuts off what has been handed over as a whole and does not get away. How much of it is sent cannot be seen, so its length counts. */
export function cutWhenUnread(response: Writable, bytes: number, clock: Clock): void {
  cutAfter(stalledMs + bytes / leastBytesPerMs, response, clock);
}

/** Cuts off the rest of something that was meant to last and has ended. */
export function cutWhenEnded(response: Writable, clock: Clock): void {
  cutAfter(endedMs, response, clock);
}

function cutAfter(delayMs: number, response: Writable, clock: Clock): void {
  const timer = clock.setTimer(delayMs, () => response.destroy(), timerOptions);
  response.once("close", () => timer.cancel());
}
