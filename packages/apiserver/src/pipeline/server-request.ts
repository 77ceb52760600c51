/**
 * A request and its answer as bytes, whatever carried them: HTTP over TLS, or a call in the same process.
 *
 * Handlers are plain functions from one to the other, and filters wrap handlers, so that the whole server is one function.
 */
import type { Duplex } from "node:stream";
import { getOwn } from "@pintle/machinery";
import type { RequestContext } from "./request-context.ts";

export interface ServerRequest {
  /** In upper case. */
  readonly method: string;
  /** As it was sent, percent-encoded, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Path and query in one, as they were sent; absent in process. */
  readonly target?: string;
  /** Names in lower case; values of names that repeat are joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** All values of the names that came more than once, in order. */
  readonly repeatedHeaders?: Readonly<Record<string, readonly string[]>>;
  /** Iterated once at most. An interrupted body rejects, it never just ends. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly peer: Peer;
  /** Whether the connection can be given up to another protocol, as only HTTP/1.1 can, and the client asks for one. */
  readonly asksToSwitch?: boolean;
}

/** Who is at the other end, as far as the carrier knows. */
export interface Peer {
  /** `127.0.0.1:43210`; absent in process. */
  readonly address?: string;
  /** The client's certificate in DER, verified by nobody yet. */
  readonly certificate?: Uint8Array;
}

export interface ServerResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Whole, in pieces, or as it comes. A stream is iterated once and given up when the client has gone. */
  readonly body?: Uint8Array | readonly Uint8Array[] | AsyncIterable<Uint8Array> | RecyclingBody;
  /** Whether somebody else made the body, so that it goes out as it is. */
  readonly isVerbatim?: boolean;
  /** Whether the body is meant to last, as that of a watch is: its reader may take any time. Others are cut off when they are not read. */
  readonly isLongRunning?: boolean;
  /** Of an answer with status 101: what the client's connection is joined with from now on. */
  readonly socket?: Duplex;
}

/** A body that makes its pieces in memory which it uses again. Who has sent a piece may say so; who does not gets new ones. */
export interface RecyclingBody extends AsyncIterable<Uint8Array> {
  release(piece: Uint8Array): void;
}

export type Handler = (request: ServerRequest, context: RequestContext) => Promise<ServerResponse>;

/** Does its part before or after the handlers behind it, or answers in their place. */
export type Filter = (next: Handler) => Handler;

/** All values of a header, in order. */
export function headerValues({ headers, repeatedHeaders = {} }: ServerRequest, name: string): readonly string[] {
  const value = getOwn(headers, name);
  return getOwn(repeatedHeaders, name) ?? (value === undefined ? [] : [value]);
}

/** By key, the values of headers with a prefix. Keys may hold what headers cannot, percent-encoded; one that is not encoded properly is taken as it is. */
export function headerExtras(request: ServerRequest, prefix: string): Readonly<Record<string, readonly string[]>> {
  const names = Object.keys(request.headers).filter((name) => name.startsWith(prefix));
  return Object.fromEntries(names.map((name) => [decodeKey(name.slice(prefix.length)), headerValues(request, name)]));
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
