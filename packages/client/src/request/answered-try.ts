/** What can be counted of requests: each try of each, once it is answered or has failed. */

export interface AnsweredTry {
  readonly method: string;
  /** Of the server's address; empty where a transport was passed in. */
  readonly host: string;
  /** Absent where there was no answer. */
  readonly status: number | undefined;
}

export type TryListener = (tried: AnsweredTry) => void;

/** Those who count. What one of them throws is not for whoever sent the request. */
export class TryListeners {
  readonly #listeners = new Set<TryListener>();

  add(listener: TryListener): Disposable {
    const own: TryListener = (tried) => listener(tried);
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  }

  tell(tried: AnsweredTry): void {
    for (const listener of this.#listeners) {
      try {
        listener(tried);
      } catch {
        this.#listeners.delete(listener);
      }
    }
  }
}
