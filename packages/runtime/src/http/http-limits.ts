/**
 * What a server lets callers do before it lets go of them. Node's own limits (a minute for headers, five for bodies, any number of
 * connections) are those of a server that nobody attacks.
 */

export interface HttpLimits {
  /** From a connection, or the first byte of a request, to the end of its headers; the handshake of TLS is part of it. */
  readonly headerMs: number;
  /** How long a connection without a request is kept. */
  readonly idleMs: number;
  readonly headerBytes: number;
  /** Open connections in all. Over it, one that never asked anything goes for each that comes, so that a crowd keeps nobody out. */
  readonly connections: number;
  /** The same for one address. Behind a proxy all callers have the same. */
  readonly connectionsPerAddress: number;
  /** Requests at the same time; more are answered 503. */
  readonly requests: number;
  /** Of bodies, as long as their requests are not answered; what goes beyond is answered 503. */
  readonly bodyBytes: number;
}

export const defaultHttpLimits: HttpLimits = {
  headerMs: 5_000,
  idleMs: 90_000,
  headerBytes: 1024 * 1024,
  connections: 1_000,
  connectionsPerAddress: 500,
  requests: 1_000,
  bodyBytes: 256 * 1024 * 1024,
};
