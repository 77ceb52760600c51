/**
 * Bytes from one who writes to one who reads, in order, with a limit on what waits in between: a writer that is ahead waits.
 *
 * A reader that leaves lets the rest go by, so that it holds up nobody.
 */

const maxWaitingBytes = 256 * 1_024;

export class ByteChannel implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = [];
  #waitingBytes = 0;
  #state: { readonly type: "open" } | { readonly type: "ended"; readonly error?: { readonly reason: unknown } } = {
    type: "open",
  };
  #isAbandoned = false;
  #changed = Promise.withResolvers<void>();

  /** Resolves when there is room for more. */
  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0 || this.#isAbandoned || this.#state.type === "ended") return;
    this.#chunks.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#change();
    while (this.#waitingBytes >= maxWaitingBytes && !this.#isAbandoned && this.#state.type === "open") {
      await this.#changed.promise;
    }
  }

  /** What waits can still be read. With a reason, the reader gets it after that. */
  end(error?: { readonly reason: unknown }): void {
    if (this.#state.type === "ended") return;
    this.#state = { type: "ended", ...(error && { error }) };
    this.#change();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk) {
          this.#waitingBytes -= chunk.length;
          this.#change();
          yield chunk;
        } else if (this.#state.type === "ended") {
          if (this.#state.error) throw this.#state.error.reason;
          return;
        } else {
          await this.#changed.promise;
        }
      }
    } finally {
      this.#isAbandoned = true;
      this.#chunks.length = 0;
      this.#waitingBytes = 0;
      this.#change();
    }
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
