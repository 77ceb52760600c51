/**
 * One life of an operator in this process, which can end at any moment as by SIGKILL: nothing of it runs any more, not even a `finally`.
 *
 * A crash is not an error that is thrown, since code could catch that and write once more. It is a server that never answers again, and time
 * that does not pass: whatever waits, waits for ever. What it still tries to send is counted, and goes nowhere.
 */
import { type Client, createClient } from "@pintle/client";
import type { Clock, ClockTimer, Transport, TransportRequest, TransportResponse } from "@pintle/machinery";
import type { RuntimePlane } from "./plane.ts";

export interface Incarnation {
  readonly client: Client;
  readonly clock: Clock;
  readonly isDead: boolean;
  /** Writes that were tried after the end. */
  readonly zombieWrites: readonly string[];
  kill(): void;
}

/** What happens with a write: it is done, or this life ends before it arrives, or after it was done and before the answer comes. */
export type Fate = "done" | "dies before" | "dies after";

export interface IncarnationOptions {
  /** Decides on each write, in order; all are done unless said. */
  readonly fateOf?: (write: TransportRequest) => Fate;
}

export function createIncarnation(
  plane: RuntimePlane,
  { fateOf = () => "done" }: IncarnationOptions = {},
): Incarnation {
  const life = new Life(plane.clock);
  const zombieWrites: string[] = [];
  const server = plane.running.transport;

  const transport: Transport = {
    async request(request) {
      const isWrite = request.method !== "GET";
      if (life.isOver) {
        if (isWrite) zombieWrites.push(`${request.method} ${request.path}`);
        return await life.forever();
      }
      const fate = isWrite ? fateOf(request) : "done";
      if (fate === "dies before") life.end();
      const signal = request.signal ? AbortSignal.any([request.signal, life.signal]) : life.signal;
      const response = await life.whileAlive(() => server.request({ ...request, signal }));
      if (fate !== "dies after") return life.deliver(response);
      life.end();
      return await life.forever();
    },
  };
  return {
    client: createClient({ transport }, { clock: life.clock, random: plane.random }),
    clock: life.clock,
    get isDead() {
      return life.isOver;
    },
    zombieWrites,
    kill: () => life.end(),
  };
}

/** Everything that keeps code running: timers, turns, what is in flight, and what comes over the wire. */
class Life {
  readonly clock: Clock;
  readonly #gone = new AbortController();
  readonly #open = new Set<Disposable>();

  constructor(base: Clock) {
    const setTimer: Clock["setTimer"] = (delayMs, callback, options) => {
      if (this.isOver) return this.#keep({ [Symbol.dispose]: () => {} });
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
        if (this.isOver) await this.forever();
      },
      busy: (label) => (this.isOver ? { [Symbol.dispose]: () => {} } : this.#keep(base.busy(label))),
    };
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  end(): void {
    this.#gone.abort(new Error("killed"));
    for (const each of this.#open) each[Symbol.dispose]();
    this.#open.clear();
  }

  forever(): Promise<never> {
    return new Promise(() => {});
  }

  /** The result, unless this life is over by then. */
  async whileAlive<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isOver) await this.forever();
    try {
      const result = await work();
      return this.isOver ? await this.forever() : result;
    } catch (error) {
      if (this.isOver) await this.forever();
      throw error;
    }
  }

  /** The answer as long as there is somebody to read it. The server sees the connection go when that ends. */
  deliver(response: TransportResponse): TransportResponse {
    const life = this;
    async function* body(): AsyncGenerator<Uint8Array> {
      const chunks = response.body[Symbol.asyncIterator]();
      try {
        for (;;) {
          const next = await life.whileAlive(() => chunks.next());
          if (next.done) return;
          yield next.value;
        }
      } finally {
        await chunks.return?.();
      }
    }
    return { ...response, body: body() };
  }

  #keep(open: Disposable): ClockTimer {
    const cancel = () => {
      if (this.#open.delete(open)) open[Symbol.dispose]();
    };
    this.#open.add(open);
    return { cancel, [Symbol.dispose]: cancel };
  }
}
