/** Calls back in the next turn of the event loop, all together: what happens in one turn is then told at once. */
import type { Clock } from "@pintle/machinery";

export class NextTurn {
  readonly #clock: Clock;
  #callbacks: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  call(callback: () => void): void {
    if (this.#callbacks.push(callback) === 1) void this.#run();
  }

  async #run(): Promise<void> {
    await this.#clock.turn();
    const callbacks = this.#callbacks;
    this.#callbacks = [];
    for (const callback of callbacks) callback();
  }
}
