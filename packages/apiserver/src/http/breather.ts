/**
 * How often a watch is written to at most. A write to a socket costs far more than the event in it, and at thousands of events a
 * second to a hundred watches that is all a server does. The first event after a quiet moment goes out at once.
 */
import type { Clock } from "@pintle/machinery";

/** Nobody sees such a delay, and a burst becomes one write. */
const breathMs = 5;

export class Breather {
  readonly #clock: Clock;
  #breath: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends for all who take it at the same time, so that there is one timer and not one for each watch. */
  breath(): Promise<void> {
    this.#breath ??= this.#breathe();
    return this.#breath;
  }

  async #breathe(): Promise<void> {
    await this.#clock.sleep(breathMs, { label: "events are gathered", kind: "background", unref: true });
    this.#breath = undefined;
  }
}
