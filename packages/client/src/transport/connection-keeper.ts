/**
 * Keeps the connections for the certificates of now. When those change, new ones are made, the old ones that are idle are closed at once,
 * and the others when their last answer has been read.
 */
import { type Clock, type Logger, UsageError } from "@pintle/machinery";
import type { ClientConfig, Credentials } from "../config/client-config.ts";
import { explainConnection, isUntrusted } from "./connection-error.ts";
import { type Connections, createConnections, type Loaded } from "./connections.ts";
import type { ServerAddress } from "./server-address.ts";
import { createTrustReader } from "./trust-reader.ts";

export interface ConnectionKeeper {
  connections(credentials: Credentials): Promise<Connections>;
  /** Says what is the matter with a connection. */
  explain(error: unknown): unknown;
  /** Ends everything that is open. */
  close(): Promise<void>;
}

export interface ConnectionKeeperOptions {
  readonly address: ServerAddress;
  readonly config: ClientConfig;
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
}

export function createConnectionKeeper(options: ConnectionKeeperOptions): ConnectionKeeper {
  const { address, config, clock, logger } = options;
  const trust = createTrustReader(config.trust, clock, logger);
  const retired = new Set<Connections>();
  let loaded: Promise<Loaded> | undefined;
  let current: CurrentConnections | undefined;
  let isClosed = false;

  function explain(error: unknown): unknown {
    const explained = explainConnection(error, address);
    // Perhaps the authorities have changed a moment ago.
    if (isUntrusted(explained)) trust.forget();
    return explained;
  }

  function retire(old: Connections): void {
    retired.add(old);
    void old.close().then(() => retired.delete(old));
  }

  return {
    explain,
    async connections({ certificate }) {
      loaded ??= load();
      const [modules, ca] = await Promise.all([loaded, trust.read()]);
      if (isClosed)
        throw new UsageError("PINTLE_CLIENT_CLOSED", "the client is closed: create another one to ask more");
      if (current !== undefined && isFor(current, ca, certificate)) return current.made;
      const made = createConnections(modules, { ...options, ca, certificate, explain });
      if (current !== undefined) retire(current.made);
      current = { made, ca, certificate };
      return made;
    },
    async close() {
      isClosed = true;
      await Promise.all([current?.made.destroy(), ...Array.from(retired, (each) => each.destroy())]);
    },
  };
}

interface CurrentConnections {
  readonly made: Connections;
  readonly ca: string | undefined;
  readonly certificate: Credentials["certificate"];
}

function isFor(current: CurrentConnections, ca: string | undefined, certificate: Credentials["certificate"]): boolean {
  const { cert, key } = current.certificate ?? {};
  return current.ca === ca && cert === certificate?.cert && key === certificate?.key;
}

/** Nobody who only imports the client waits for these. */
async function load(): Promise<Loaded> {
  // By its default export: bundlers that split code give a module of CommonJS no other.
  const [{ default: undici }, tls] = await Promise.all([import("undici"), import("node:tls")]);
  return { undici, tls };
}
