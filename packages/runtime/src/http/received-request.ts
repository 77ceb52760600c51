/** A request as it came in. What few handlers look at (query, signal) is made when they do: a webhook answers thousands of these a second. */
import { BodyReader, type BodySharing, type IncomingBody } from "./body-reader.ts";
import type { BodyOptions, HttpRequest } from "./http-message.ts";

export interface Incoming {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: HttpRequest["headers"];
  /** Absent where there is none to come. */
  readonly body: IncomingBody | undefined;
  readonly sharing: BodySharing;
}

export class ReceivedRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: HttpRequest["headers"];
  readonly #incoming: Incoming;
  readonly #queryStart: number;
  #query: URLSearchParams | undefined;
  #body: BodyReader | undefined;
  #gone: AbortController | undefined;
  #hasGone = false;

  constructor(incoming: Incoming) {
    const { method, target, headers } = incoming;
    this.method = method;
    this.headers = headers;
    this.#incoming = incoming;
    const mark = target.indexOf("?");
    this.#queryStart = mark < 0 ? target.length : mark + 1;
    this.path = mark < 0 ? target : target.slice(0, mark);
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.#incoming.target.slice(this.#queryStart));
    return this.#query;
  }

  get signal(): AbortSignal {
    if (this.#gone === undefined) {
      this.#gone = new AbortController();
      if (this.#hasGone) this.#gone.abort(callerHasGone());
    }
    return this.#gone.signal;
  }

  body(options: BodyOptions = {}): Promise<Uint8Array> {
    const { body, sharing } = this.#incoming;
    if (body === undefined) return Promise.resolve(new Uint8Array());
    this.#body ??= new BodyReader(body, options, sharing);
    return this.#body.whole;
  }

  /** Nobody waits for the answer any more, and nothing more will come. */
  leave(): void {
    if (this.#hasGone) return;
    this.#hasGone = true;
    this.#body?.release();
    this.#gone?.abort(callerHasGone());
  }
}

function callerHasGone(): DOMException {
  return new DOMException("the caller has gone", "AbortError");
}
