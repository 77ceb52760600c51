/**
 * How a connection to an API server stops being HTTP: asked for with a request, refused with an answer of the API.
 *
 * Beside `Transport`, because what comes after the answer is no body but a connection of both directions.
 */
import type { Duplex } from "node:stream";
import { type Transport, type TransportHeaders, type TransportResponse, UsageError } from "@pintle/machinery";
import type { Dispatcher } from "undici";
import { isAllowed } from "../transport/dispatch.ts";

export interface Upgrader {
  /** Resolves with every answer, also 403. A rejection means that there was none. */
  upgrade(request: UpgradeRequest): Promise<UpgradeAnswer>;
}

export interface UpgradeRequest {
  /** Absolute and percent-encoded, without query. */
  readonly path: string;
  readonly query?: Iterable<readonly [name: string, value: string]>;
  /** Names in lower case. */
  readonly headers?: TransportHeaders;
  /** Until the answer. The connection afterwards is the caller's. */
  readonly signal?: AbortSignal | undefined;
  /** As that of a `TransportRequest`: what it throws is the result, and nothing is asked for. */
  readonly beforeWrite?: (() => void) | undefined;
}

/** The body is what a refusal says, as far as it is not longer than anything an API server says. */
export interface UpgradeAnswer extends TransportResponse {
  /** There when the server has switched protocols, and then the caller's to end. */
  readonly socket?: Duplex;
}

/** The transport itself where it can switch protocols; otherwise one that says so. */
export function upgraderOf(transport: Transport): Upgrader {
  if ("upgrade" in transport) return transport as Transport & Upgrader;
  return {
    async upgrade({ path }) {
      throw new UsageError(
        "PINTLE_TRANSPORT_WITHOUT_STREAMS",
        `${path} needs a connection of its own, which this transport cannot make: create the client with a ClientConfig`,
      );
    },
  };
}

const maxRefusalBytes = 3 * 1_024 * 1_024;

export interface DispatchedUpgrade extends Omit<UpgradeRequest, "query"> {
  readonly origin: string;
  /** Is given what undici says and returns what people are told. */
  readonly explain: (error: unknown) => unknown;
}

/** Asks for a WebSocket over a dispatcher of HTTP/1.1. */
export function upgradeOver(
  dispatcher: Dispatcher,
  { origin, path, headers = {}, signal, beforeWrite, explain }: DispatchedUpgrade,
): Promise<UpgradeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<UpgradeAnswer>();
  let controller: Dispatcher.DispatchController | undefined;
  let refusal: { status: number; headers: TransportHeaders } | undefined;
  const parts: Uint8Array[] = [];
  let left = maxRefusalBytes;
  const abort = () => {
    controller?.abort(signal?.reason);
    reject(signal?.reason);
  };
  const mayWrite = () => isAllowed(beforeWrite, reject);
  const settled = promise.finally(() => signal?.removeEventListener("abort", abort));
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(given) {
      controller = given;
      if (signal?.aborted) return abort();
      if (!mayWrite()) return given.abort(refused());
      // A process that was stopped between the question and the last byte asks again as soon as it goes on.
      if (beforeWrite) queueMicrotask(() => mayWrite() || given.abort(refused()));
    },
    onRequestUpgrade(_, status, answered, socket) {
      if (signal?.aborted) socket.destroy();
      else resolve({ status, headers: plainHeaders(answered), socket, body: whole([]) });
    },
    onResponseStart(_, status, answered) {
      refusal = { status, headers: plainHeaders(answered) };
    },
    onResponseData(given, chunk) {
      if (left > 0) parts.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0 && refusal) {
        resolve({ ...refusal, body: whole(parts) });
        given.abort(new Error("the rest is not wanted"));
      }
    },
    onResponseEnd() {
      if (refusal) resolve({ ...refusal, body: whole(parts) });
    },
    onResponseError(_, error) {
      reject(signal?.aborted ? signal.reason : explain(error));
    },
  };
  if (signal?.aborted) abort();
  else {
    signal?.addEventListener("abort", abort, { once: true });
    const plain = headers as Record<string, string | string[]>;
    dispatcher.dispatch({ origin, path, method: "GET", headers: plain, upgrade: "websocket" }, handler);
  }
  return settled;
}

/** Nobody sees it: what was thrown by who refused is the result. */
function refused(): Error {
  return new Error("given up");
}

async function* whole(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): TransportHeaders {
  return Object.fromEntries(Object.entries(headers).filter((entry) => entry[1] !== undefined)) as TransportHeaders;
}
