/** One request over a dispatcher of undici, with the promises of `Transport`: every answer resolves, and an abort ends what is open. */
import type { Clock, TransportHeaders, TransportRequest, TransportResponse } from "@pintle/machinery";
import type { Dispatcher } from "undici";
import { type ChunkQueue, createChunkQueue } from "./chunk-queue.ts";
import { limitSilence, type SilenceLimit } from "./silence-limit.ts";

export interface DispatchedRequest extends Pick<TransportRequest, "method" | "body" | "signal" | "beforeWrite"> {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  readonly headers: TransportHeaders;
  /** How long the server may be silent: five minutes unless said, and for ever where it is infinite. */
  readonly maxSilenceMs?: number | undefined;
}

export interface Dispatching {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** Is given what undici says and returns what people are told. */
  readonly explain: (error: unknown) => unknown;
}

export function dispatch(
  { dispatcher, clock, explain }: Dispatching,
  { origin, method, path, headers, body, signal, beforeWrite, maxSilenceMs }: DispatchedRequest,
): Promise<TransportResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TransportResponse>();
  let controller: Dispatcher.DispatchController | undefined;
  let queue: ChunkQueue | undefined;
  let silence: SilenceLimit | undefined;
  const abort = () => {
    silence?.end();
    queue?.abort(signal?.reason);
    reject(signal?.reason);
    controller?.abort(givenUp());
  };
  const release = () => {
    silence?.end();
    signal?.removeEventListener("abort", abort);
  };
  const mayWrite = () => isAllowed(beforeWrite, reject);
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(given) {
      controller = given;
      if (signal?.aborted || !mayWrite()) return given.abort(givenUp());
      // A process that was stopped between the question and the last byte asks again as soon as it goes on.
      if (beforeWrite) queueMicrotask(() => mayWrite() || given.abort(givenUp()));
      if (maxSilenceMs !== undefined && Number.isFinite(maxSilenceMs)) {
        const label = () => `the silence of ${method} ${path}`;
        silence = limitSilence({ clock, maxMs: maxSilenceMs, label, onSilence: () => given.abort(tooSilent()) });
      }
    },
    onResponseStart(given, status, answered) {
      if (status < 200) return;
      silence?.heard();
      const cancel = () => given.abort(givenUp());
      const resume = () => {
        silence?.heard();
        given.resume();
      };
      queue = createChunkQueue({ resume, cancel, finished: release });
      resolve({ status, headers: answered as TransportHeaders, body: queue });
    },
    onResponseData(given, chunk) {
      silence?.heard();
      if (queue?.push(chunk) !== false) return;
      silence?.hold();
      given.pause();
    },
    onResponseEnd() {
      silence?.end();
      // undici lets a connection rest for a turn. Who asks again at once, having read the end, should find it and open no other.
      queueMicrotask(() => void clock.turn().then(() => queue?.end()));
    },
    onResponseError(_, error) {
      silence?.end();
      const explained = signal?.aborted ? signal.reason : explain(error);
      if (queue) queue.fail(explained);
      else {
        reject(explained);
        release();
      }
    },
  };
  signal?.addEventListener("abort", abort, { once: true });
  // undici's own timers know no clock but the machine's.
  const timeouts = maxSilenceMs === undefined ? {} : { headersTimeout: 0, bodyTimeout: 0 };
  const options = { origin, method, path, headers: headers as Record<string, string | string[]>, ...timeouts };
  // An async iterable is a body to undici, though its types know only those of Node.
  dispatcher.dispatch({ ...options, ...(body !== undefined && { body: body as Uint8Array }) }, handler);
  return promise;
}

/** Whether it may still be sent. What forbids it is the result. */
export function isAllowed(beforeWrite: (() => void) | undefined, refuse: (error: unknown) => void): boolean {
  try {
    beforeWrite?.();
    return true;
  } catch (error) {
    refuse(error);
    return false;
  }
}

/** Nobody sees it: who gave up knows why. */
function givenUp(): Error {
  return new Error("given up");
}

function tooSilent(): Error {
  return Object.assign(new Error("nothing came for too long"), { code: "UND_ERR_BODY_TIMEOUT" });
}
