/** One watch on an HTTP/2 connection, with the promises of `Transport`. */
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from "node:http2";
import type { TransportHeaders, TransportResponse } from "@pintle/machinery";
import { type ChunkQueue, createChunkQueue } from "./chunk-queue.ts";

export interface StreamStart {
  /** With the query. */
  readonly path: string;
  readonly headers: TransportHeaders;
  readonly signal?: AbortSignal | undefined;
  /** Is called when the stream is over. */
  readonly release: () => void;
  readonly explain: (error: unknown) => unknown;
}

/** The code for a stream that its reader does not want any more. */
const cancelled = 8;

export function startStream(
  session: ClientHttp2Session,
  { path, headers, signal, release, explain }: StreamStart,
): Promise<TransportResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TransportResponse>();
  let stream: ClientHttp2Stream;
  try {
    stream = session.request({ ":method": "GET", ":path": path, ...copyHeaders(headers) }, { endStream: true });
  } catch (error) {
    release();
    return Promise.reject(explain(error));
  }
  let queue: ChunkQueue | undefined;
  let failure: unknown = Object.assign(new Error("the stream was ended early"), { code: "ERR_HTTP2_STREAM_ERROR" });
  const cancel = () => stream.close(cancelled);
  const abort = () => {
    queue?.abort(signal?.reason);
    reject(signal?.reason);
    cancel();
  };
  const finished = () => signal?.removeEventListener("abort", abort);
  signal?.addEventListener("abort", abort, { once: true });
  stream.on("response", (answered) => {
    queue = createChunkQueue({ resume: () => stream.resume(), cancel, finished });
    resolve({ status: Number(answered[":status"]), headers: plainHeaders(answered), body: queue });
  });
  stream.on("data", (chunk: Uint8Array) => {
    if (queue?.push(chunk) === false) stream.pause();
  });
  stream.on("end", () => {
    if (!stream.aborted && stream.rstCode === 0) queue?.end();
  });
  stream.on("error", (error) => {
    failure = error;
  });
  stream.on("close", () => {
    release();
    const explained = signal?.aborted ? signal.reason : explain(failure);
    if (queue) queue.fail(explained);
    else {
      reject(explained);
      finished();
    }
  });
  if (signal?.aborted) abort();
  return promise;
}

function copyHeaders(headers: TransportHeaders): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]]),
  );
}

function plainHeaders(headers: IncomingHttpHeaders): TransportHeaders {
  const plain: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !name.startsWith(":")) plain[name] = value;
  }
  return plain;
}
