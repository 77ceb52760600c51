/**
 * Time that moves only when a test moves it, so that hours pass in milliseconds and every run takes the same course.
 *
 * ```text
 *   ┌──▶ run whatever can go on without time
 *   │       │
 *   │       ▼
 *   │    is a work timer pending, or anything in flight? ── no ──▶ settled
 *   │       │ yes
 *   │       ▼
 *   │    is a timer of any kind pending? ── no ──▶ throws: what is in flight waits for ever
 *   │       │ yes
 *   │       ▼
 *   └─── move time to the earliest one and fire it
 * ```
 *
 * Work in flight does not hold time still: a handler that sleeps five seconds is in flight, and only time can finish
 * it. It keeps `settle` open, though, even where only background timers are left to move time on.
 *
 * "Whatever can go on" is not guessed by a number of awaits: Node runs an immediate only when no microtask is left,
 * so after one turn of the event loop each chain of promises has either ended or waits for a timer of this clock.
 * That holds for code that does no real I/O, which is why `settle` needs the in-process transport and a storage in
 * memory. What little of it there is besides, such as loading code, says so and is waited for.
 */
import { UsageError } from "../errors/usage-error.ts";
import { checkDelay } from "./check-delay.ts";
import type { Clock, ClockLabel, ClockTimer, TimerOptions } from "./clock.ts";
import { type Due, DueHeap } from "./due-heap.ts";
import { type AliveReport, NotSettledError } from "./not-settled-error.ts";
import { nextTurn } from "./process-clock.ts";
import { beginMoving, realTimeWork } from "./real-time.ts";
import { sleepByTimer } from "./sleep.ts";

export interface VirtualClock extends Clock {
  /**
   * Runs until nothing is in flight and no work timer is pending. Background timers fire on the way but do not keep
   * it open. It throws a `NotSettledError` after 30 virtual minutes or 100,000 steps, and what a timer's callback
   * throws. A step is a timer that fires, a turn of the event loop, or a piece of work that begins: a loop makes many
   * of them, whatever its kind.
   */
  settle(): Promise<void>;
  /**
   * Moves time on, firing what becomes due in its order; what each timer sets off comes to rest before the next
   * fires.
   */
  advance(delayMs: number): Promise<void>;
  /** Sets the wall clock forward or back, as an administrator or NTP would. Timers do not notice. */
  jump(changeMs: number): void;
  /** What is in flight and which timers are pending now, in words. */
  alive(): AliveReport;
}

export interface VirtualClockOptions {
  /** The wall time at the beginning, in milliseconds since the epoch; the start of 2026 unless told otherwise. */
  readonly start?: number;
  /** For one call of `settle` or `advance`; 100,000 unless told otherwise. */
  readonly stepLimit?: number;
}

export function createVirtualClock(options: VirtualClockOptions = {}): VirtualClock {
  return new SteppedClock(options.start ?? Date.UTC(2026, 0, 1), options.stepLimit ?? 100_000);
}

/** Whether time can be moved on that clock. */
export function isVirtualClock(clock: Clock): clock is VirtualClock {
  return "settle" in clock && "advance" in clock;
}

const settleLimitMs = 30 * 60_000;
const rememberedSteps = 10;

interface PendingTimer extends Due, TimerOptions {
  readonly callback: () => void;
}

class SteppedClock implements VirtualClock {
  readonly #timers = new DueHeap<PendingTimer>();
  readonly #inFlight = new Set<{ label: ClockLabel }>();
  readonly #lastSteps: string[] = [];
  readonly #stepLimit: number;
  #wallMs: number;
  #elapsedMs = 0;
  #created = 0;
  #pendingWork = 0;
  #pendingTurns = 0;
  #steps = 0;
  #moving = false;

  constructor(startMs: number, stepLimit: number) {
    this.#wallMs = startMs;
    this.#stepLimit = stepLimit;
  }

  now = (): number => this.#wallMs + this.#elapsedMs;

  monotonic = (): number => this.#elapsedMs;

  setTimer = (delayMs: number, callback: () => void, { label, kind }: TimerOptions): ClockTimer => {
    const dueMs = this.#elapsedMs + checkDelay(delayMs);
    const timer: PendingTimer = { callback, label, kind, dueMs, order: this.#created++, heapIndex: -1 };
    this.#timers.push(timer);
    if (kind === "work") this.#pendingWork += 1;
    const cancel = () => this.#take(timer);
    return { cancel, [Symbol.dispose]: cancel };
  };

  sleep: Clock["sleep"] = (delayMs, options) => sleepByTimer(this.setTimer, delayMs, options);

  turn = async (): Promise<void> => {
    this.#pendingTurns += 1;
    await nextTurn();
    this.#pendingTurns -= 1;
  };

  busy = (label: ClockLabel): Disposable => {
    const entry = { label };
    this.#steps += 1;
    this.#inFlight.add(entry);
    return { [Symbol.dispose]: () => this.#inFlight.delete(entry) };
  };

  async settle(): Promise<void> {
    const lastMs = this.#elapsedMs + settleLimitMs;
    await this.#move("settle", async () => {
      for (;;) {
        await this.#rest();
        if (this.#pendingWork === 0 && this.#inFlight.size === 0) return;
        const next = this.#timers.peek();
        if (next === undefined) {
          throw this.#notSettled("work is in flight that no timer can move: it waits for ever, or for I/O of its own");
        }
        if (next.dueMs > lastMs) throw this.#notSettled("30 virtual minutes went by");
        this.#fire(next);
      }
    });
  }

  async advance(delayMs: number): Promise<void> {
    if (!(delayMs >= 0)) throw new UsageError("PINTLE_DELAY_INVALID", `advance(${delayMs}): time only moves forward`);
    const lastMs = this.#elapsedMs + checkDelay(delayMs);
    await this.#move("advance", async () => {
      await this.#rest();
      for (let next = this.#timers.peek(); next !== undefined && next.dueMs <= lastMs; next = this.#timers.peek()) {
        this.#fire(next);
        await this.#rest();
      }
      this.#elapsedMs = lastMs;
    });
  }

  jump(changeMs: number): void {
    if (!Number.isFinite(changeMs))
      throw new UsageError("PINTLE_DELAY_INVALID", `jump(${changeMs}) needs milliseconds`);
    this.#wallMs += changeMs;
  }

  alive(): AliveReport {
    return {
      inFlight: [...this.#inFlight].map(({ label }) => formatLabel(label)),
      timers: this.#timers
        .sorted()
        .map(({ kind, label, dueMs }) => `${kind} timer due in ${dueMs - this.#elapsedMs} ms: ${formatLabel(label)}`),
      lastSteps: [...this.#lastSteps],
    };
  }

  async #move(name: string, run: () => Promise<void>): Promise<void> {
    if (this.#moving) {
      throw new UsageError(
        "PINTLE_CLOCK_MOVING",
        `${name}() while the clock is moving: await the call before, or sleep()`,
      );
    }
    using _moving = beginMoving();
    this.#moving = true;
    this.#steps = 0;
    try {
      await run();
    } finally {
      this.#moving = false;
    }
  }

  /**
   * Lets everything run that needs no time of this clock. A turn that somebody asked for may start more of it, and so may what takes time of
   * the process.
   */
  async #rest(): Promise<void> {
    for (let mayGoOn = true; mayGoOn; ) {
      this.#steps += 1;
      if (this.#steps > this.#stepLimit) throw this.#notSettled(`${this.#stepLimit} steps were taken`);
      await nextTurn();
      const outside = realTimeWork();
      if (outside) await outside;
      mayGoOn = outside !== undefined || this.#pendingTurns > 0;
    }
  }

  #fire(timer: PendingTimer): void {
    this.#take(timer);
    this.#steps += 1;
    this.#elapsedMs = timer.dueMs;
    this.#lastSteps.push(`at ${timer.dueMs} ms: ${formatLabel(timer.label)}`);
    if (this.#lastSteps.length > rememberedSteps) this.#lastSteps.shift();
    timer.callback();
  }

  #take(timer: PendingTimer): void {
    if (timer.heapIndex < 0) return;
    this.#timers.remove(timer);
    if (timer.kind === "work") this.#pendingWork -= 1;
  }

  #notSettled(why: string): NotSettledError {
    return new NotSettledError(why, this.alive());
  }
}

function formatLabel(label: ClockLabel): string {
  return typeof label === "string" ? label : label();
}
