/**
 * One life of a program in this process, for tests: it can end at any moment as by SIGKILL, and nothing of it runs any more, not even a `finally`.
 *
 * A crash is not an error that is thrown, since code could catch that and write once more. It is a server that never answers again, and time
 * that does not pass: whatever waits, waits for ever, and what is still sent goes nowhere.
 */
import type { Clock, ClockLabel, ClockTimer } from "./clock.ts";
import type { Transport, TransportResponse } from "./transport.ts";

export interface LifeOptions {
  /** Timers of these labels are never set: what looks every second whether the process is held up has nothing to see in virtual time. */
  readonly withoutTimers?: readonly ClockLabel[];
}

export class Life {
  /** Stands still once this life is over. */
  readonly clock: Clock;
  readonly #gone = new AbortController();
  /** Timers that are pending, and what is in flight. */
  readonly #open = new Set<Disposable>();

  constructor(base: Clock, { withoutTimers = [] }: LifeOptions = {}) {
    const setTimer: Clock["setTimer"] = (delayMs, callback, options) => {
      if (this.isOver || withoutTimers.includes(options.label)) return nothing;
      const ring = () => {
        held.cancel();
        callback();
      };
      const held = this.#keep(base.setTimer(delayMs, ring, options));
      return held;
    };
    this.clock = {
      now: () => base.now(),
      monotonic: () => base.monotonic(),
      setTimer,
      sleep: async (delayMs, { signal, ...options }) => {
        signal?.throwIfAborted();
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const timer = setTimer(delayMs, resolve, options);
        const abort = () => {
          timer.cancel();
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", abort, { once: true });
        await promise.finally(() => signal?.removeEventListener("abort", abort));
      },
      turn: async () => {
        await base.turn();
        if (this.isOver) await forever();
      },
      busy: (label) => (this.isOver ? nothing : this.#keep(base.busy(label))),
    };
  }

  get isOver(): boolean {
    return this.#gone.signal.aborted;
  }

  end(): void {
    this.#gone.abort(new Error("this life of the program is over"));
    for (const each of this.#open) each[Symbol.dispose]();
    this.#open.clear();
  }

  /** The way to a server for as long as this life lasts. The server sees connections go when it ends. */
  carry(transport: Transport): Transport {
    return {
      request: async (request) => {
        const { signal } = this.#gone;
        const either = request.signal ? AbortSignal.any([request.signal, signal]) : signal;
        const response = await this.#whileAlive(() => transport.request({ ...request, signal: either }));
        return { ...response, body: this.#deliver(response) };
      },
    };
  }

  /** The result, unless this life is over by then. */
  async #whileAlive<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isOver) await forever();
    try {
      const result = await work();
      return this.isOver ? await forever() : result;
    } catch (error) {
      if (this.isOver) await forever();
      throw error;
    }
  }

  async *#deliver(response: TransportResponse): AsyncGenerator<Uint8Array> {
    const chunks = response.body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#whileAlive(() => chunks.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await chunks.return?.();
    }
  }

  #keep(open: Disposable): ClockTimer {
    const cancel = () => {
      if (this.#open.delete(open)) open[Symbol.dispose]();
    };
    this.#open.add(open);
    return { cancel, [Symbol.dispose]: cancel };
  }
}

/** A timer of somebody who will not be there when it is due. */
const nothing: ClockTimer = { cancel: () => {}, [Symbol.dispose]: () => {} };

function forever(): Promise<never> {
  return new Promise(() => {});
}
