/**
 * The body of a request of Node's HTTP servers as it comes, read no faster than it is taken.
 *
 * An interrupted body rejects: one of HTTP/2 that was aborted would end like a whole one otherwise. Node's own iterator does not tell,
 * and costs as much as the rest of reading a small object.
 */
import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";

/** So much may wait for a reader before the client has to. */
const maxWaitingBytes = 256 * 1024;

export class RequestBytes implements AsyncIterableIterator<Uint8Array> {
  readonly #request: IncomingMessage | Http2ServerRequest;
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #isStarted = false;
  #isOver = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(request: IncomingMessage | Http2ServerRequest) {
    this.#request = request;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    if (!this.#isStarted) this.#start();
    while (this.#waiting.length === 0 && !this.#isOver) {
      this.#request.resume();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const value = this.#waiting.shift();
    if (value !== undefined) {
      this.#waitingBytes -= value.byteLength;
      return { value, done: false };
    }
    if (this.#failure !== undefined) throw this.#failure;
    return { value: undefined, done: true };
  }

  /** Whoever leaves the loop wants no more. What still comes is let go, so that the client reads the answer and can ask again. */
  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#waiting.length = 0;
    this.#finish();
    this.#request.resume();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #start(): void {
    this.#isStarted = true;
    const request = this.#request as IncomingMessage;
    if (request.destroyed && !request.readableEnded) this.#abort();
    request.on("data", (piece: Uint8Array) => {
      if (this.#isOver) return;
      this.#waiting.push(piece);
      this.#waitingBytes += piece.byteLength;
      if (this.#waitingBytes > maxWaitingBytes) request.pause();
      this.#wake?.();
    });
    request.once("end", () => {
      const stream = "stream" in this.#request ? this.#request.stream : undefined;
      if (stream?.aborted) this.#abort();
      else this.#finish();
    });
    request.on("error", (error) => this.#fail(error));
    request.once("close", () => this.#abort());
  }

  #abort(): void {
    if (!this.#isOver) this.#fail(new Error("the request was aborted"));
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#failure = error;
    this.#finish();
  }

  #finish(): void {
    this.#isOver = true;
    this.#wake?.();
  }
}
