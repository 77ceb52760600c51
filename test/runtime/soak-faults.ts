/** A way to the server that can be cut, and closed for a while. */
import type { TransportResponse } from "@pintle/machinery";
import { type Connection, connectionRefused } from "./plane.ts";
import { connectionReset, isWatch } from "./wire-faults.ts";

export class UnreliableWire {
  readonly connection: Connection;
  #isOpen = true;
  /** Ends the watches that are open. */
  readonly #breaks = new Set<(error: Error) => void>();

  constructor(connection: Connection) {
    this.connection = connection;
    connection.faults.request = async (request, send) => {
      if (!this.#isOpen) throw connectionRefused();
      const response = await send();
      return isWatch(request) ? { ...response, body: this.#body(response) } : response;
    };
  }

  /** All watches that are open now break off. */
  cut(): void {
    for (const breakOff of this.#breaks) breakOff(connectionReset());
  }

  /** Nothing gets through any more. */
  close(): void {
    this.#isOpen = false;
    this.cut();
  }

  open(): void {
    this.#isOpen = true;
  }

  async *#body({ body }: TransportResponse): AsyncGenerator<Uint8Array> {
    const chunks = body[Symbol.asyncIterator]();
    const broken = Promise.withResolvers<never>();
    broken.promise.catch(() => {});
    this.#breaks.add(broken.reject);
    try {
      for (;;) {
        const { done, value } = await Promise.race([chunks.next(), broken.promise]);
        if (done) return;
        yield value;
      }
    } finally {
      this.#breaks.delete(broken.reject);
      // It may wait for what never comes; nobody waits for that here.
      void chunks.return?.()?.catch(() => {});
    }
  }
}
