/**
 * The server of a plane, which can be ended and followed by another one on the same storage: whatever the first kept in memory is gone with
 * it. Requests that come in between wait for the next.
 */
import type { ApiServer } from "@pintle/apiserver";
import type { PlaneServer } from "./plane-server.ts";

export class ExchangedServer {
  readonly #create: () => PlaneServer;
  #current: PlaneServer;
  #exchange: Promise<void> | undefined;

  constructor(create: () => PlaneServer) {
    this.#create = create;
    this.#current = create();
  }

  get server(): ApiServer {
    return this.#current.server;
  }

  readonly handle: ApiServer["handle"] = (request) =>
    this.#exchange ? this.#exchange.then(() => this.server.handle(request)) : this.server.handle(request);

  /** Does the work between two servers. Where it fails there is no other, and requests fail as it did. */
  async exchange(work: () => Promise<void>): Promise<void> {
    const exchange = this.#replace(work, this.#exchange);
    this.#exchange = exchange;
    await exchange;
    if (this.#exchange === exchange) this.#exchange = undefined;
  }

  async stop(): Promise<void> {
    await this.#current.stop();
  }

  async #replace(work: () => Promise<void>, before: Promise<void> | undefined): Promise<void> {
    await before;
    await this.#current.stop();
    await work();
    this.#current = this.#create();
    await this.server.start();
  }
}
