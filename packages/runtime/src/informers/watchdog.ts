/**
 * Cuts a stream that has been silent for too long: a server that is alive sends at least a bookmark a minute, and of a connection that only
 * this side believes in nothing else is ever heard.
 */
import type { Clock, ClockTimer } from "@pintle/machinery";

export const maxSilenceMs = 90_000;

export class SilentWatchError extends Error {
  static {
    SilentWatchError.prototype.name = "SilentWatchError";
  }
}

export class Watchdog implements Disposable {
  readonly #clock: Clock;
  readonly #label: string;
  readonly #outer: AbortSignal;
  readonly #controller = new AbortController();
  #timer: ClockTimer;
  #heardAtMs: number;
  #isSilent = false;
  #isOver = false;

  /** Ends with the signal, too. */
  constructor(clock: Clock, label: string, signal: AbortSignal) {
    this.#clock = clock;
    this.#label = label;
    this.#outer = signal;
    this.#heardAtMs = clock.monotonic();
    this.#timer = this.#setTimer(maxSilenceMs);
    signal.addEventListener("abort", this.#abort, { once: true });
    if (signal.aborted) this.#abort();
  }

  /** For the request. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  heard(nowMs: number): void {
    this.#heardAtMs = nowMs;
  }

  /** Throws where the stream was cut for its silence. */
  check(): void {
    if (this.#isSilent) throw new SilentWatchError(`nothing was heard of ${this.#label} for ${maxSilenceMs / 1_000} s`);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#timer.cancel();
    this.#outer.removeEventListener("abort", this.#abort);
  }

  /** Set once for many chunks: that one has come is seen when the time is over. */
  #setTimer(delayMs: number): ClockTimer {
    const options = { kind: "background", label: () => `watchdog of ${this.#label}`, unref: true } as const;
    return this.#clock.setTimer(delayMs, () => void this.#look(), options);
  }

  async #look(): Promise<void> {
    // If this process was held up itself, what came meanwhile may be there and not read yet.
    await this.#clock.turn();
    if (this.#isOver) return;
    const leftMs = this.#heardAtMs + maxSilenceMs - this.#clock.monotonic();
    if (leftMs > 0) {
      this.#timer = this.#setTimer(leftMs);
      return;
    }
    this.#isSilent = true;
    this.#controller.abort();
  }

  #abort = (): void => this.#controller.abort(this.#outer.reason);
}
