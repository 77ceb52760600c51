/**
 * Calls back in the next turn of the event loop, all together: what happens in one turn is then told at once.
 *
 * Where many are told of several events, that takes a while, and more will have happened meanwhile. Then it rests for as long afterwards: half
 * of the time is left to those who write, and what they write is told together, since to send ten events at once costs little more than to
 * send one. Who is told of one event alone never waits for it.
 */
import type { Clock } from "@pintle/machinery";

/** Nobody waits longer than that because others were told. */
const maxRestMs = 5;

export class NextTurn {
  readonly #clock: Clock;
  #callbacks: (() => void)[] = [];
  #events = 0;
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Something happened that is to be told. */
  noteEvent(): void {
    this.#events += 1;
  }

  call(callback: () => void): void {
    this.#callbacks.push(callback);
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    await this.#clock.turn();
    while (this.#callbacks.length > 0) {
      const startMs = this.#clock.monotonic();
      const [callbacks, events] = [this.#callbacks, this.#events];
      this.#callbacks = [];
      this.#events = 0;
      for (const callback of callbacks) callback();
      // Those who were called go on in microtasks, and have written what they had to by the next turn.
      await this.#clock.turn();
      const restMs = Math.min(this.#clock.monotonic() - startMs, maxRestMs);
      if (events > 1 && restMs >= 1) {
        await this.#clock.sleep(restMs, { label: "watchers are told together", kind: "work" });
      }
    }
    this.#isRunning = false;
  }
}
