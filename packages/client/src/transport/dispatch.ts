/** One request over a dispatcher of undici, with the promises of `Transport`: every answer resolves, and an abort ends what is open. */
import type { Clock, TransportHeaders, TransportRequest, TransportResponse } from "@pintle/machinery";
import type { Dispatcher } from "undici";
import { type ChunkQueue, createChunkQueue } from "./chunk-queue.ts";

export interface DispatchedRequest extends Pick<TransportRequest, "method" | "body" | "signal"> {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  readonly headers: TransportHeaders;
  /** Whether the server may be silent for as long as it likes. */
  readonly isPatient: boolean;
}

export interface Dispatching {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** Is given what undici says and returns what people are told. */
  readonly explain: (error: unknown) => unknown;
}

export function dispatch(
  { dispatcher, clock, explain }: Dispatching,
  { origin, method, path, headers, body, signal, isPatient }: DispatchedRequest,
): Promise<TransportResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TransportResponse>();
  let controller: Dispatcher.DispatchController | undefined;
  let queue: ChunkQueue | undefined;
  const abort = () => {
    queue?.abort(signal?.reason);
    reject(signal?.reason);
    controller?.abort(givenUp());
  };
  const release = () => signal?.removeEventListener("abort", abort);
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(given) {
      controller = given;
      if (signal?.aborted) given.abort(givenUp());
    },
    onResponseStart(given, status, answered) {
      if (status < 200) return;
      const cancel = () => given.abort(givenUp());
      queue = createChunkQueue({ resume: () => given.resume(), cancel, finished: release });
      resolve({ status, headers: answered as TransportHeaders, body: queue });
    },
    onResponseData(given, chunk) {
      if (queue?.push(chunk) === false) given.pause();
    },
    onResponseEnd() {
      // undici lets a connection rest for a turn. Who asks again at once, having read the end, should find it and open no other.
      queueMicrotask(() => void clock.turn().then(() => queue?.end()));
    },
    onResponseError(_, error) {
      const explained = signal?.aborted ? signal.reason : explain(error);
      if (queue) queue.fail(explained);
      else {
        reject(explained);
        release();
      }
    },
  };
  signal?.addEventListener("abort", abort, { once: true });
  const timeouts = isPatient ? { headersTimeout: 0, bodyTimeout: 0 } : {};
  const options = { origin, method, path, headers: headers as Record<string, string | string[]>, ...timeouts };
  // An async iterable is a body to undici, though its types know only those of Node.
  dispatcher.dispatch({ ...options, ...(body !== undefined && { body: body as Uint8Array }) }, handler);
  return promise;
}

/** Nobody sees it: who gave up knows why. */
function givenUp(): Error {
  return new Error("given up");
}
