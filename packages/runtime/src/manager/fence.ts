/**
 * Keeps writes from landing after the right to write has ended: leadership is lost, a run took too long, the process stops.
 *
 * The question is asked at every write, not only when something happens: a process that was stopped for a minute has heard of nothing.
 */

export interface Fence {
  /** Aborted when the fence closes, for what is in flight. */
  readonly signal: AbortSignal;
  /** Throws a `FencedError` unless writes are allowed now. */
  check(): void;
}

/** A write that was not sent, because who wanted it may not write any more. */
export class FencedError extends Error {
  static {
    FencedError.prototype.name = "FencedError";
  }
}

/**
 * A fence that is open until it is closed, or until one of those around it is.
 *
 * Each run of a controller has one, so it is light: the signal, and the listening to those around, come when somebody asks for the signal.
 */
export class Gate implements Fence, Disposable {
  readonly #outer: readonly Fence[];
  #controller: AbortController | undefined;
  #closedBecause: string | undefined;
  #stopListening: (() => void) | undefined;

  constructor(...outer: readonly Fence[]) {
    this.#outer = outer;
  }

  get signal(): AbortSignal {
    this.#controller ??= this.#makeController();
    return this.#controller.signal;
  }

  /** Whether writes are allowed now. */
  get isOpen(): boolean {
    try {
      this.check();
      return true;
    } catch {
      return false;
    }
  }

  check(): void {
    for (const fence of this.#outer) fence.check();
    if (this.#closedBecause !== undefined) throw new FencedError(this.#closedBecause);
    // Whoever is around may abort first and refuse later.
    if (this.#controller?.signal.aborted) throw asFencedError(this.#controller.signal.reason);
  }

  /** What is in flight ends with the error, for who closes so many gates that one for each of them would cost too much. */
  close(reason: string, error?: FencedError): void {
    if (this.#closedBecause !== undefined) return;
    this.#closedBecause = reason;
    this.#stopListening?.();
    this.#controller?.abort(error ?? new FencedError(reason));
  }

  [Symbol.dispose](): void {
    this.close("the run is over");
  }

  #makeController(): AbortController {
    const controller = new AbortController();
    if (this.#closedBecause !== undefined) {
      controller.abort(new FencedError(this.#closedBecause));
      return controller;
    }
    const signals = this.#outer.map(({ signal }) => signal);
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted) controller.abort(asFencedError(aborted.reason));
    else this.#stopListening = follow(controller, signals);
    return controller;
  }
}

/** As `AbortSignal.any`, at a small part of its cost: it can be ended. */
function follow(controller: AbortController, signals: readonly AbortSignal[]): () => void {
  const abort = (event: Event) => {
    stop();
    controller.abort(asFencedError((event.target as AbortSignal).reason));
  };
  const stop = () => {
    for (const signal of signals) signal.removeEventListener("abort", abort);
  };
  for (const signal of signals) signal.addEventListener("abort", abort, { once: true });
  return stop;
}

function asFencedError(reason: unknown): FencedError {
  return reason instanceof FencedError ? reason : new FencedError("writes have ended", { cause: reason });
}
