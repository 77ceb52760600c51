/**
 * The parts of one group while they run: started together, watched for failures, stopped together.
 *
 * A group is used once. It stops whatever has come up, also what comes up while it is being stopped.
 */
import type { Clock, ClockTimer, Logger } from "@pintle/machinery";
import type { Fence } from "./fence.ts";
import type { Part, RunningPart } from "./part.ts";

export interface RunningGroupOptions {
  readonly fence: Fence;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Is told of a part that fails after it has started. */
  readonly onFailure: (error: unknown) => void;
}

export class RunningGroup {
  readonly #options: RunningGroupOptions;
  readonly #startAbort = new AbortController();
  readonly #starts = new Map<Part, Promise<RunningPart>>();
  /** A part is stopped once, whoever asks for it. */
  readonly #stops = new Map<Part, Promise<void>>();
  #isStopping = false;

  constructor(options: RunningGroupOptions) {
    this.#options = options;
  }

  /** Resolves when all of them do their work, and rejects as soon as one cannot. */
  async start(parts: Iterable<Part>): Promise<void> {
    await Promise.all(Array.from(parts, (part) => this.startOne(part)));
  }

  async startOne(part: Part): Promise<void> {
    const started = this.#start(part);
    this.#starts.set(part, started);
    const { ended } = await started;
    ended?.catch((error: unknown) => {
      // What ends because it is stopped may say so in any way it likes.
      if (this.#isStopping) return;
      this.#options.logger.error("a part of the manager failed", { part: part.name, error });
      this.#options.onFailure(error);
    });
  }

  /** The names of those that still run when patience is over. */
  async stop(patience: AbortSignal): Promise<readonly string[]> {
    this.#isStopping = true;
    this.#startAbort.abort(new Error("the manager stops"));
    const left: string[] = [];
    const stopping = Array.from(this.#starts, async ([part, started]) => {
      const stopped = this.#stops.get(part) ?? this.#stop(part, started, patience);
      this.#stops.set(part, stopped);
      if (!(await isDoneBefore(patience, stopped, this.#options.clock))) left.push(part.name);
    });
    await Promise.all(stopping);
    return left;
  }

  async #start(part: Part): Promise<RunningPart> {
    const { fence } = this.#options;
    // Leadership may end while it starts.
    const signal = AbortSignal.any([this.#startAbort.signal, fence.signal]);
    signal.throwIfAborted();
    return await part.start({ signal, fence });
  }

  async #stop(part: Part, started: Promise<RunningPart>, patience: AbortSignal): Promise<void> {
    let running: RunningPart;
    try {
      running = await started;
    } catch {
      // Whoever started it has been told.
      return;
    }
    try {
      await running.stop({ signal: patience });
    } catch (error) {
      if (!patience.aborted)
        this.#options.logger.error("a part of the manager failed to stop", { part: part.name, error });
    }
  }
}

/** For what only waits to be told that patience is over. */
const lastMomentMs = 1_000;

/** Whether the work, which must not reject, was done before patience was over, or as soon as it was. */
async function isDoneBefore(patience: AbortSignal, work: Promise<void>, clock: Clock): Promise<boolean> {
  const over = Promise.withResolvers<boolean>();
  let lastMoment: ClockTimer | undefined;
  const end = () => {
    const label = "the last moment of a part that stops";
    lastMoment = clock.setTimer(lastMomentMs, () => over.resolve(false), { kind: "background", label });
  };
  if (patience.aborted) end();
  else patience.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([work.then(() => true), over.promise]);
  } finally {
    lastMoment?.cancel();
    patience.removeEventListener("abort", end);
  }
}
