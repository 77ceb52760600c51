/** One timer for each pod: to look at it again, at another time than was said before or not at all. */
import type { Clock, ClockTimer } from "@pintle/machinery";

export class PodTimers implements Disposable {
  readonly #clock: Clock;
  readonly #ring: (key: string) => void;
  readonly #timers = new Map<string, ClockTimer>();

  constructor(clock: Clock, ring: (key: string) => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  set(key: string, delayMs: number, isBackground: boolean): void {
    this.cancel(key);
    const ring = () => {
      this.#timers.delete(key);
      this.#ring(key);
    };
    const kind = isBackground ? "background" : "work";
    this.#timers.set(key, this.#clock.setTimer(delayMs, ring, { label: () => `kubelet: ${key}`, kind, unref: true }));
  }

  cancel(key: string): void {
    this.#timers.get(key)?.cancel();
    this.#timers.delete(key);
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
  }
}
