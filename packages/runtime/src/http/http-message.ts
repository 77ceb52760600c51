/** Requests and answers of the servers in this package, as plain values: nothing behind them knows of sockets or of versions of HTTP. */

export interface HttpRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By names in small letters. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Aborted when the caller has gone, or the server stops waiting for the answer. */
  readonly signal: AbortSignal;
  /** The whole body. Rejects with an `HttpError` for one that is too large, or that takes too long to come. */
  body(options?: BodyOptions): Promise<Uint8Array>;
}

export interface BodyOptions {
  /** 1 MiB unless said. */
  readonly maxBytes?: number;
  /** 10 seconds unless said. */
  readonly withinMs?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpAnswer> | HttpAnswer;

/** An answer that is thrown: what is wrong with a request, in a line that its sender may read. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }

  static {
    HttpError.prototype.name = "HttpError";
  }

  toAnswer(): HttpAnswer {
    return textAnswer(this.status, `${this.message}\n`, this.headers);
  }
}

export function textAnswer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  // A page of errors must never be taken for a script or a document, whatever a request has put into it.
  const safe = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
  return { status, headers: { ...safe, ...headers }, body };
}
