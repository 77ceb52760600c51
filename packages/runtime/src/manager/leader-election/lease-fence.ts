/**
 * The right of a leader to write, for one term.
 *
 * ```text
 *   renewal sent        +10 s                +15 s
 *   ──┼───────────────────┼────────────────────┼──────▶  this process's own monotonic time
 *     │  writes allowed   │  nobody writes     │  others may lead
 * ```
 *
 * The time runs from the moment in which the last successful renewal was *sent*: whoever else wants to lead has seen it later than that,
 * and waits for longer. Nothing has to happen for the right to end: it is worked out anew at every question, so that a process that was
 * stopped, or whose event loop was blocked, has lost it before its first line of code runs again.
 *
 * The client asks last on an open connection, right before it hands the bytes to the kernel. A process that is stopped within those few dozen
 * microseconds sends them when it goes on, and what the network has taken it may deliver late: only the server could refuse that. Writes
 * that must not land then carry the uid and resourceVersion of what they are meant for.
 */
import type { Clock, ClockTimer } from "@pintle/machinery";
import { type Fence, FencedError } from "../fence.ts";

export class LeaseFence implements Fence {
  readonly #clock: Clock;
  readonly #lease: string;
  readonly #controller = new AbortController();
  #openUntilMs: number;
  #timer: ClockTimer;

  /** The time is the clock's monotonic one. */
  constructor(clock: Clock, lease: string, openUntilMs: number) {
    this.#clock = clock;
    this.#lease = lease;
    this.#openUntilMs = openUntilMs;
    this.#timer = this.#setTimer();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isOpen(): boolean {
    this.judge();
    return !this.signal.aborted;
  }

  /** Closes it if its time is over, which nobody may have noticed yet. */
  judge(): void {
    if (this.signal.aborted || this.#clock.monotonic() < this.#openUntilMs) return;
    this.close(`the lease ${this.#lease} was not renewed in time`);
  }

  check(): void {
    if (!this.isOpen) throw this.signal.reason;
  }

  /** A closed fence stays closed: what was refused must not be allowed again within the same term. */
  extend(openUntilMs: number): void {
    this.#openUntilMs = Math.max(this.#openUntilMs, openUntilMs);
  }

  close(reason: string): void {
    this.#timer.cancel();
    if (!this.signal.aborted) this.#controller.abort(new FencedError(reason));
  }

  /** One timer for the whole term: renewals come every other second, and each only moves the time at which it looks again. */
  #setTimer(): ClockTimer {
    const judge = () => {
      if (this.isOpen) this.#timer = this.#setTimer();
    };
    return this.#clock.setTimer(this.#openUntilMs - this.#clock.monotonic(), judge, {
      kind: "background",
      label: `the end of the lease ${this.#lease}`,
    });
  }
}
