/**
 * Many deadlines on one timer: a look at all of them each second, as long as there are any.
 *
 * They may be noticed up to a second late, which is good enough for those who dawdle, and costs a server nothing for each of the thousands
 * who do not.
 */
import type { Clock, ClockTimer } from "@pintle/machinery";

const lookEveryMs = 1_000;

export interface SharedDeadline {
  dueMs: number;
  expire(): void;
}

export class SharedDeadlines {
  readonly #clock: Clock;
  readonly #pending = new Set<SharedDeadline>();
  #timer: ClockTimer | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(deadline: SharedDeadline, delayMs: number): void {
    deadline.dueMs = this.#clock.monotonic() + delayMs;
    this.#pending.add(deadline);
    this.#timer ??= this.#lookLater();
  }

  remove(deadline: SharedDeadline): void {
    this.#pending.delete(deadline);
  }

  /** Nothing expires any more. */
  close(): void {
    this.#pending.clear();
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #lookLater(): ClockTimer {
    const options = { label: "bodies of requests", kind: "background", unref: true } as const;
    return this.#clock.setTimer(lookEveryMs, () => this.#look(), options);
  }

  #look(): void {
    const nowMs = this.#clock.monotonic();
    for (const deadline of this.#pending) {
      if (deadline.dueMs > nowMs) continue;
      this.#pending.delete(deadline);
      deadline.expire();
    }
    this.#timer = this.#pending.size > 0 ? this.#lookLater() : undefined;
  }
}
