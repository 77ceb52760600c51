/**
 * Time as a thing that is passed in: the process clock in production, a virtual clock in tests.
 *
 * Code that waits says two things a plain `setTimeout` cannot. A timer is *work*, something that people wait for to
 * happen (requeue, backoff), or *background*, something that goes on for ever (lease, heartbeat, resync). And what is
 * in flight (a request, a handler, a write) is declared, so that "nothing is going on any more" is a fact, not a
 * guess.
 */
export interface Clock {
  /** Milliseconds since the epoch, for times that people and the API read. It may jump; never measure with it. */
  now(): number;
  /** Milliseconds since some moment in the past. It never jumps and never goes back: durations are measured with it. */
  monotonic(): number;
  /** Calls back once, never early. A delay of zero or less means as soon as possible, never within this call. */
  setTimer(delayMs: number, callback: () => void, options: TimerOptions): ClockTimer;
  /** Resolves after the delay, or rejects with the signal's reason as soon as that is aborted. */
  sleep(delayMs: number, options: SleepOptions): Promise<void>;
  /** Lets everything else that is ready have its turn: I/O and timers, which a chain of promises alone would starve. */
  turn(): Promise<void>;
  /** Declares something in flight until the result is disposed. Costs nothing in production. */
  busy(label: ClockLabel): Disposable;
}

export type TimerKind = "work" | "background";

/** What a report calls a timer or a piece of work. A function is called only when a report is written. */
export type ClockLabel = string | (() => string);

export interface TimerOptions {
  readonly label: ClockLabel;
  readonly kind: TimerKind;
  /** Lets the process end although the timer is pending. */
  readonly unref?: boolean;
}

export interface SleepOptions extends TimerOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A pending timer. To cancel it late, or twice, does nothing. */
export interface ClockTimer extends Disposable {
  cancel(): void;
}

/** Runs the work and declares it in flight until its promise is settled. */
export async function track<Result>(clock: Clock, label: ClockLabel, work: () => Promise<Result>): Promise<Result> {
  using _inFlight = clock.busy(label);
  return await work();
}

/** A signal that aborts after the delay with a `TimeoutError`, as `AbortSignal.timeout` does on the process clock. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/** Dispose of the deadline as soon as it is met: until then its timer is pending. */
export function createDeadline(clock: Clock, delayMs: number, options: TimerOptions): Deadline {
  const controller = new AbortController();
  const expire = () => controller.abort(new DOMException(`no result within ${delayMs} ms`, "TimeoutError"));
  const timer = clock.setTimer(delayMs, expire, options);
  return { signal: controller.signal, [Symbol.dispose]: () => timer.cancel() };
}
