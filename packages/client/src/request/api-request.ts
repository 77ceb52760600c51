/** What is asked of an API server, before it is bytes: a request of one verb, and the little that its errors have to know about it. */
import type { GroupResource, JsonValue, TransportHeaders } from "@pintle/machinery";

/** What every call takes. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long everything may take, with all tries: until the answer is read, or has begun where it is a stream. */
  readonly timeoutMs?: number | undefined;
}

export interface ApiRequest extends CallOptions {
  /** In upper case. */
  readonly method: string;
  /** Absolute and percent-encoded, without query. */
  readonly path: string;
  /** In order, not encoded. `URLSearchParams` fits. */
  readonly query?: Iterable<readonly [name: string, value: string]>;
  /** Names in lower case. */
  readonly headers?: TransportHeaders;
  /** Bytes go as they are, and so do chunks, which can be sent only once; anything else is written as JSON. */
  readonly body?: JsonValue | object | Uint8Array | AsyncIterable<Uint8Array>;
  /** Of the body: `application/json` unless said. */
  readonly contentType?: string;
  /** What the request is about, for the words of an error when the server finds none. */
  readonly about?: RequestSubject;
  /** Is called before each try. What it throws is the result, and nothing is sent. */
  readonly beforeSend?: (() => void) | undefined;
}

/** What a request is about. */
export interface RequestSubject {
  readonly resource: GroupResource;
  readonly name?: string;
}
