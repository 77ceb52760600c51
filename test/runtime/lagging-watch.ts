/** Watches that lag behind: what the server tells is held back until the test lets it through. */
import type { TransportRequest, TransportResponse } from "@pintle/machinery";
import type { Faults, Send } from "./plane.ts";
import { isWatch, untilAborted } from "./wire-faults.ts";

export class LaggingWatch {
  #opened: PromiseWithResolvers<void> | undefined;
  #isConcerned: (path: string) => boolean = () => true;

  /** Holds back everything from now on, or the watches of the paths that end so. */
  hold(...endings: readonly string[]): void {
    this.#isConcerned = (path) => endings.length === 0 || endings.some((ending) => path.endsWith(ending));
    this.#opened ??= Promise.withResolvers();
  }

  /** Lets through what was held back, and what comes. */
  release(): void {
    this.#opened?.resolve();
    this.#opened = undefined;
  }

  /** For `plane.faults.request`. Whatever is no watch goes through as it is. */
  readonly fault: NonNullable<Faults["request"]> = async (request: TransportRequest, send: Send) => {
    const response = await send();
    return isWatch(request) ? { ...response, body: this.#held(request, response) } : response;
  };

  async *#held({ path, signal }: TransportRequest, { body }: TransportResponse): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      while (this.#opened !== undefined && this.#isConcerned(path)) {
        await Promise.race([this.#opened.promise, untilAborted(signal)]);
      }
      yield chunk;
    }
  }
}
