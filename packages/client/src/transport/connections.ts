/**
 * The connections that were made with one set of certificates: a pool for requests, connections of their own for streams, and one HTTP/2
 * connection for watches. Other certificates mean other connections.
 */
import type { Clock, Logger } from "@pintle/machinery";
import type { Dispatcher } from "undici";
import type { ClientConfig, Credentials } from "../config/client-config.ts";
import { ConnectionError } from "./connection-error.ts";
import { connectTimeoutMs, keepAliveMs, type TlsSettings } from "./open-http2.ts";
import type { ServerAddress } from "./server-address.ts";
import { createWatchConnection, type WatchConnection } from "./watch-connection.ts";

export interface Connections {
  /** At most so many requests at once; others wait for their turn. */
  readonly requests: Dispatcher;
  /** What stays open takes none of the connections that requests need. */
  readonly streams: Dispatcher;
  /** Where the server can have HTTP/2, and no proxy is between. */
  readonly watches?: WatchConnection;
  /** Ends what is idle now and the rest when it is done, and resolves then. */
  close(): Promise<void>;
  /** Ends everything. */
  destroy(): Promise<void>;
}

export interface ConnectionsOptions {
  readonly address: ServerAddress;
  readonly config: ClientConfig;
  /** Authorities, PEM; those that come with Node unless said. */
  readonly ca: string | undefined;
  readonly certificate: Credentials["certificate"];
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
  readonly explain: (error: unknown) => unknown;
}

/** The modules that are loaded with the first request. */
export interface Loaded {
  readonly undici: typeof import("undici");
  readonly tls: typeof import("node:tls");
}

const maxConnections = 32;
const idleMs = 30_000;

export function createConnections({ undici, tls }: Loaded, options: ConnectionsOptions): Connections {
  const { address, clock, logger, explain } = options;
  const settings = tlsSettings(tls, options);
  const requests = createDispatcher(undici, address, settings, maxConnections);
  const streams = createDispatcher(undici, address, settings, undefined);
  const watches =
    address.isTls && address.proxy === undefined
      ? createWatchConnection({ address, tls: settings, clock, logger, explain })
      : undefined;
  return {
    requests,
    streams,
    ...(watches && { watches }),
    async close() {
      // They fail only if they are destroyed before.
      await Promise.allSettled([requests.close(), streams.close(), watches?.close()]);
    },
    async destroy() {
      watches?.destroy();
      await Promise.all([requests.destroy(), streams.destroy()]);
    },
  };
}

function createDispatcher(
  { Pool, ProxyAgent }: typeof import("undici"),
  { origin, proxy }: ServerAddress,
  settings: TlsSettings,
  connections: number | undefined,
): Dispatcher {
  const socket = { ...settings, timeout: connectTimeoutMs, keepAliveInitialDelay: keepAliveMs, allowH2: false };
  const pool = {
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    ...(connections !== undefined && { connections }),
  };
  if (proxy === undefined) return new Pool(origin, { ...pool, connect: socket });
  return new ProxyAgent({ ...pool, uri: proxy.href, requestTls: socket });
}

/** Made once for all connections: certificates that do not fit are found here, and not in the middle of a handshake. */
function tlsSettings(
  { createSecureContext }: typeof import("node:tls"),
  { address, config, ca, certificate }: ConnectionsOptions,
): TlsSettings {
  try {
    return {
      secureContext: createSecureContext({ ...(ca !== undefined && { ca }), ...certificate }),
      rejectUnauthorized: config.skipsVerification !== true,
      ...(config.tlsServerName !== undefined && { servername: config.tlsServerName }),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConnectionError(
      `the authorities or the client's certificate and key for ${address.origin} cannot be used: ${why}`,
      "ERR_TLS_CERTIFICATE",
      { cause: error },
    );
  }
}
