/** A value that has to be got again now and then: when it is no longer fresh, or when somebody found it to be wrong. */
import { untilAborted } from "@pintle/machinery";

export interface Loaded<Value> {
  readonly value: Value;
  readonly isFresh: () => boolean;
}

/** However many ask at once, it is loaded once, and who stops waiting does not stop it for the others. */
export class RenewedValue<Value> {
  readonly #load: (previous: Value | undefined) => Promise<Loaded<Value>>;
  #loaded: Loaded<Value> | undefined;
  #running: Promise<Value> | undefined;

  /** What is loaded may build on the previous value, or be it; a value that was dropped is no previous one. */
  constructor(load: (previous: Value | undefined) => Promise<Loaded<Value>>) {
    this.#load = load;
  }

  async get(signal?: AbortSignal): Promise<Value> {
    signal?.throwIfAborted();
    if (this.#loaded?.isFresh()) return this.#loaded.value;
    if (this.#running === undefined) {
      this.#running = this.#renew();
      // Those who wait see the failure; that nobody may be waiting any more is no failure of its own.
      this.#running.catch(() => {});
    }
    return await untilAborted(this.#running, signal);
  }

  /** Whether it was the value that is given out now. */
  drop(value: Value): boolean {
    if (this.#loaded?.value !== value) return false;
    this.#loaded = undefined;
    return true;
  }

  async #renew(): Promise<Value> {
    try {
      this.#loaded = await this.#load(this.#loaded?.value);
      return this.#loaded.value;
    } finally {
      this.#running = undefined;
    }
  }
}
