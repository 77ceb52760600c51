/**
 * How a request reaches an API server: over TLS in production, straight into the handler of an embedded one in tests.
 *
 * Bytes cross it in both cases, never object references, so that what works in process works on the wire.
 */
export interface Transport {
  /**
   * Sends one request and resolves when the status and the headers of the answer are there. Every answer resolves,
   * also 404 and 500; a rejection means that there was no answer, and nobody knows whether the request took effect.
   *
   * Aborting the signal before the answer rejects with the signal's reason; afterwards it ends the body, whose
   * iteration rejects with that reason. Either way the other side sees the request as cancelled, and nothing stays
   * open.
   *
   * A transport neither follows redirects, nor adds credentials to what it was not configured for. It sends a request
   * again only where the first one cannot have done anything: when credentials were refused with 401 and there are
   * others, or when a connection that was kept for a read turns out to be closed. Other retries are the caller's.
   */
  request(request: TransportRequest): Promise<TransportResponse>;
}

export interface TransportRequest {
  /** In upper case. */
  readonly method: string;
  /** Absolute and percent-encoded, without query: `/api/v1/namespaces/default/pods`. */
  readonly path: string;
  /** In order, not encoded; a name may come more than once. `URLSearchParams` fits. */
  readonly query?: Iterable<readonly [name: string, value: string]>;
  /** Names in lower case. */
  readonly headers?: TransportHeaders;
  /** Whole when it is bytes; sent chunk by chunk when it is iterated, which then happens once. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
  /**
   * Is asked when nothing is waited for any more, right before the first byte goes out, and may be asked again right
   * afterwards: what it throws is the result, and the request is not sent, or cut off. For those whose right to send it
   * may end while it waits for a connection. A transport that never waits need not ask.
   */
  readonly beforeWrite?: (() => void) | undefined;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: TransportHeaders;
  /**
   * The bytes as they arrive, to be iterated once. They are not buffered beyond a window: who does not read holds up
   * the sender. The body must be read to its end or given up, by leaving the loop or by aborting the signal;
   * otherwise its connection stays taken. An end before the announced length is an error of the iteration, never a
   * short body.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Names are in lower case on both sides, so a plain look-up finds them. Names that repeat hold all their values in
 * order.
 */
export type TransportHeaders = Readonly<Record<string, string | readonly string[]>>;
