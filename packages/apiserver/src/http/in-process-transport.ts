/**
 * A transport into a server of the same process. Bytes cross it as they would a wire: nothing of the caller's objects is seen on the
 * other side, and a body is read as far as its reader asks.
 */
import type { Clock, Transport, TransportResponse } from "@pintle/machinery";
import type { Peer, ServerRequest, ServerResponse } from "../pipeline/server-request.ts";

export interface InProcessTransportOptions {
  readonly handle: (request: ServerRequest) => Promise<ServerResponse>;
  readonly clock: Clock;
  readonly peer?: Peer;
}

export function createInProcessTransport({ handle, clock, peer = {} }: InProcessTransportOptions): Transport {
  return {
    async request({ method, path, query, headers = {}, body, signal }) {
      signal?.throwIfAborted();
      using _inFlight = clock.busy(() => `${method} ${path}`);
      const gone = new AbortController();
      const abort = () => gone.abort(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      const response = await untilAborted(
        handle({
          method,
          path,
          query: new URLSearchParams(Array.from(query ?? [], ([name, value]): [string, string] => [name, value])),
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [
              name,
              typeof value === "string" ? value : value.join(", "),
            ]),
          ),
          repeatedHeaders: Object.fromEntries(
            Object.entries(headers).filter((entry): entry is [string, string[]] => typeof entry[1] !== "string"),
          ),
          body: chunksOf(body),
          signal: gone.signal,
          peer,
        }),
        signal,
      );
      return {
        status: response.status,
        headers: response.headers,
        body: readBody(response, gone, signal, () => signal?.removeEventListener("abort", abort)),
      } satisfies TransportResponse;
    },
  };
}

async function* chunksOf(body: Uint8Array | AsyncIterable<Uint8Array> | undefined): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body;
  else if (body !== undefined) yield* body;
}

function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", abort));
}

/** Who leaves a body that is still being written, by the loop or by the signal, is gone for the server. */
async function* readBody(
  { body }: ServerResponse,
  gone: AbortController,
  signal: AbortSignal | undefined,
  release: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    if (body instanceof Uint8Array) yield body;
    else if (body !== undefined && Symbol.asyncIterator in body) {
      const iterator = body[Symbol.asyncIterator]();
      try {
        for (;;) {
          // Between two chunks nobody listens.
          signal?.throwIfAborted();
          const next = await untilAborted(iterator.next(), signal);
          if (next.done) break;
          yield next.value;
        }
      } finally {
        void iterator.return?.();
        gone.abort();
      }
    } else for (const piece of body ?? []) yield piece;
  } finally {
    release();
  }
}
