/** Takes in the body of a request of either version of HTTP: whole, in time and within its size, or not at all. */
import { Buffer } from "node:buffer";
import type { Readable } from "node:stream";
import type { BodyBudget } from "./body-budget.ts";
import { type BodyOptions, HttpError } from "./http-message.ts";
import type { SharedDeadline, SharedDeadlines } from "./shared-deadlines.ts";

const defaultMaxBytes = 1024 * 1024;
const defaultWithinMs = 10_000;

export interface IncomingBody {
  readonly stream: Readable;
  /** What the headers say; not to be relied on. */
  readonly announcedBytes: number;
  /** Whether the end that was seen is the end of the whole: a body of HTTP/2 that breaks off ends like any other. */
  isWhole(stream: Readable): boolean;
}

/** What the bodies of a server share. */
export interface BodySharing {
  readonly deadlines: SharedDeadlines;
  readonly budget: BodyBudget;
}

export class BodyReader implements SharedDeadline {
  readonly whole: Promise<Uint8Array>;
  dueMs = 0;
  readonly #body: IncomingBody;
  readonly #sharing: BodySharing;
  readonly #maxBytes: number;
  readonly #withinMs: number;
  readonly #pieces: Uint8Array[] = [];
  #bytes = 0;
  #isDone = false;
  readonly #resolve: (whole: Uint8Array) => void;
  readonly #reject: (error: HttpError) => void;

  constructor(body: IncomingBody, options: BodyOptions, sharing: BodySharing) {
    const { maxBytes = defaultMaxBytes, withinMs = defaultWithinMs } = options;
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    this.whole = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#body = body;
    this.#sharing = sharing;
    this.#maxBytes = maxBytes;
    this.#withinMs = withinMs;
    const { stream, announcedBytes } = body;
    if (announcedBytes > maxBytes) this.#fail(tooLarge(maxBytes));
    else if (stream.destroyed) this.breakOff();
    else {
      sharing.deadlines.add(this, withinMs);
      stream.on("data", (piece: Uint8Array) => this.#take(piece));
      stream.on("end", () => this.#end());
    }
  }

  expire(): void {
    this.#fail(tooSlow(this.#withinMs));
  }

  /** Nothing more will come. */
  breakOff(): void {
    if (!this.#isDone) this.#fail(brokenOff());
  }

  /** Nobody looks at it any more. */
  release(): void {
    this.breakOff();
    this.#sharing.budget.giveBack(this.#bytes);
    this.#bytes = 0;
  }

  #take(piece: Uint8Array): void {
    // What still comes behind a refusal is let go, so that the caller gets round to reading the answer.
    if (this.#isDone) return;
    if (this.#bytes + piece.byteLength > this.#maxBytes) this.#fail(tooLarge(this.#maxBytes));
    else if (!this.#sharing.budget.take(piece.byteLength)) this.#fail(tooMuchAtOnce());
    else {
      this.#bytes += piece.byteLength;
      this.#pieces.push(piece);
    }
  }

  #end(): void {
    if (this.#isDone) return;
    if (!this.#body.isWhole(this.#body.stream)) {
      this.breakOff();
      return;
    }
    this.#finish();
    const [first] = this.#pieces;
    this.#resolve(first && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces, this.#bytes));
  }

  #fail(error: HttpError): void {
    if (this.#isDone) return;
    this.#finish();
    this.#pieces.length = 0;
    // A handler may look at the body later than it asked for it, or never.
    this.whole.catch(() => {});
    this.#reject(error);
  }

  #finish(): void {
    this.#isDone = true;
    this.#sharing.deadlines.remove(this);
  }
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, `request entity is too large; limit is ${maxBytes} bytes`);
}

function tooMuchAtOnce(): HttpError {
  return new HttpError(503, "too many large requests at the same time", { "retry-after": "1" });
}

function tooSlow(withinMs: number): HttpError {
  return new HttpError(408, `the body did not come within ${withinMs} ms`);
}

function brokenOff(): HttpError {
  return new HttpError(400, "the body broke off");
}
