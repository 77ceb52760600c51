/**
 * One HTTP/2 connection for all watches, as long as it shows that it is alive.
 *
 * ```text
 *   every 30 s: ping ──▶ answered ──▶ …
 *                 └────▶ 15 s of silence ──▶ connection destroyed, its watches reject, the next watch opens another one
 * ```
 *
 * A connection that the other side has silently forgotten looks like one on which nothing happens; the ping tells them apart. After a
 * GOAWAY the watches that are open go on, and new ones get a connection of their own.
 */
import type { ClientHttp2Session } from "node:http2";
import {
  type Clock,
  type Logger,
  type TransportHeaders,
  type TransportResponse,
  untilAborted,
} from "@pintle/machinery";
import { ConnectionError } from "./connection-error.ts";
import { type OpenHttp2, openHttp2 } from "./open-http2.ts";
import type { ServerAddress } from "./server-address.ts";
import { startStream } from "./start-stream.ts";

export interface WatchConnection {
  /** The answer, or nothing where the server offers no HTTP/2, or no more streams on this connection. */
  request(watch: WatchHead): Promise<TransportResponse | undefined>;
  /** Opens no other one. Watches that are open go on, and it resolves when the last of them has ended. */
  close(): Promise<void>;
  destroy(): void;
}

export interface WatchHead {
  /** With the query. */
  readonly path: string;
  readonly headers: TransportHeaders;
  readonly signal?: AbortSignal | undefined;
}

export interface WatchConnectionOptions extends OpenHttp2 {
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
  readonly explain: (error: unknown) => unknown;
}

export const pingIntervalMs = 30_000;
export const pingTimeoutMs = 15_000;

export function createWatchConnection(options: WatchConnectionOptions): WatchConnection {
  const { address, explain } = options;
  const sessions = new Set<ClientHttp2Session>();
  const open = new WeakMap<ClientHttp2Session, number>();
  let current: Promise<ClientHttp2Session | undefined> | undefined;
  let isClosed = false;

  async function connect(): Promise<ClientHttp2Session | undefined> {
    const attempt = current;
    const session = await openHttp2(options);
    if (session === undefined) return undefined;
    // It keeps the process running only while somebody watches.
    session.unref();
    sessions.add(session);
    const forget = () => {
      if (current === attempt) current = undefined;
    };
    session.on("goaway", forget);
    session.on("close", () => {
      forget();
      sessions.delete(session);
    });
    if (isClosed) session.destroy();
    keepWatch(session, options, () => (open.get(session) ?? 0) === 0);
    return session;
  }

  /** Several watches that begin together share the attempt; one that fails is not remembered. */
  function session(): Promise<ClientHttp2Session | undefined> {
    if (current !== undefined) return current;
    const attempt = Promise.resolve().then(connect);
    attempt.catch(() => {
      if (current === attempt) current = undefined;
    });
    current = attempt;
    return attempt;
  }

  /** One that is just going is no use any more. Another one that goes at once is an error, so that nobody connects in a hot loop. */
  async function usable(): Promise<ClientHttp2Session | undefined> {
    for (let tries = 0; tries < 2; tries += 1) {
      const attempt = session();
      const found = await attempt;
      if (found === undefined || !(found.closed || found.destroyed)) return found;
      if (current === attempt) current = undefined;
    }
    throw lostConnection(address, "it was closed as soon as it was open");
  }

  /** Counts a stream, and returns how it is given back. */
  function take(used: ClientHttp2Session, streams: number): () => void {
    open.set(used, streams + 1);
    used.ref();
    return () => {
      const left = (open.get(used) ?? 1) - 1;
      open.set(used, left);
      if (left === 0 && !used.destroyed) used.unref();
    };
  }

  return {
    async request({ signal, ...head }) {
      let found: ClientHttp2Session | undefined;
      try {
        found = await untilAborted(usable(), signal);
      } catch (error) {
        throw signal?.aborted ? error : explain(error);
      }
      const streams = (found && open.get(found)) ?? 0;
      if (found === undefined || streams >= (found.remoteSettings.maxConcurrentStreams ?? Number.POSITIVE_INFINITY)) {
        return undefined;
      }
      return await startStream(found, { ...head, signal, release: take(found, streams), explain });
    },
    async close() {
      isClosed = true;
      await Promise.all(Array.from(sessions, closed));
    },
    destroy() {
      isClosed = true;
      for (const each of sessions) each.destroy(lostConnection(address, "the client was closed"));
    },
  };
}

/** One that is closing already calls nobody back: that it is gone is told by its event alone. */
function closed(session: ClientHttp2Session): Promise<void> {
  return new Promise((resolve) => {
    session.once("close", resolve);
    session.close();
  });
}

/** Pings until the connection is closed, which it is when it has nothing to do any more. */
function keepWatch(
  session: ClientHttp2Session,
  { clock, logger, address }: WatchConnectionOptions,
  isIdle: () => boolean,
): void {
  const timer = { kind: "background", label: () => `pings of ${address.origin}`, unref: true } as const;
  let pending = clock.setTimer(pingIntervalMs, beat, timer);
  session.on("close", () => pending.cancel());

  function beat(): void {
    // It is gone, and its "close" is on the way.
    if (session.destroyed) return;
    if (isIdle()) {
      session.close();
      return;
    }
    let isAnswered = false;
    pending = clock.setTimer(pingTimeoutMs, () => void giveUp(), timer);
    const giveUp = async () => {
      // If this process was held up itself, the answer may be there and not read yet.
      await clock.turn();
      if (isAnswered || session.destroyed) return;
      logger?.warn("a connection is half-open, its watches begin again on another one", { server: address.origin });
      session.destroy(lostConnection(address, `no answer to a ping within ${pingTimeoutMs / 1_000} s`));
    };
    session.ping((error) => {
      if (error) return;
      isAnswered = true;
      pending.cancel();
      pending = clock.setTimer(pingIntervalMs, beat, timer);
    });
  }
}

function lostConnection({ origin }: ServerAddress, why: string): ConnectionError {
  return new ConnectionError(`${origin} lost the connection of the watches: ${why}`, "ERR_HTTP2_SESSION_ERROR");
}
