/**
 * The way to an API server over the network: HTTP/1.1 connections that are kept for the next request, one HTTP/2 connection for watches,
 * and certificates and tokens that may change while it runs.
 *
 * An answer of 401 means that the credentials are not good any more. Others are asked for, and where there are any the request is sent
 * once more, provided that its body can be. Nothing else is repeated here.
 */
import {
  type Clock,
  type Logger,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  untilAborted,
} from "@pintle/machinery";
import type { ClientConfig, Credentials } from "../config/client-config.ts";
import { readBeginning } from "../request/read-body.ts";
import { isUrgentPath } from "../request/urgent-path.ts";
import { type Upgrader, upgradeOver } from "../streams/upgrade.ts";
import { createConnectionKeeper } from "./connection-keeper.ts";
import { dispatch } from "./dispatch.ts";
import { createHeaderWriter } from "./request-headers.ts";
import { parseServerAddress } from "./server-address.ts";
import { withCredentials } from "./with-credentials.ts";

export interface HttpTransportOptions {
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
}

export interface HttpTransport extends Transport, Upgrader {
  /** Ends everything that is open. */
  close(): Promise<void>;
}

type Query = readonly (readonly [name: string, value: string])[];

/** More than that is not read for the sake of keeping a connection. */
const maxRefusalBytes = 64 * 1024;

export function createHttpTransport(config: ClientConfig, { clock, logger }: HttpTransportOptions): HttpTransport {
  const address = parseServerAddress(config);
  const { origin, prefix } = address;
  const writeHeaders = createHeaderWriter(config);
  const { connections, explain, close } = createConnectionKeeper({ address, config, clock, logger });
  const source = config.credentials;

  async function exchange(
    credentials: Credentials,
    request: TransportRequest,
    query: Query,
  ): Promise<TransportResponse> {
    const { method, body, signal, beforeWrite } = request;
    const { requests, streams, watches } = await untilAborted(connections(credentials), signal);
    const path = prefix + request.path + searchOf(query);
    const headers = writeHeaders(request.headers, credentials);
    const use = useOf(request, query);
    if (use === "watch") {
      const response = await watches?.request({ path, headers, signal });
      if (response !== undefined) return response;
    }
    const maxSilenceMs = maxSilenceOf(use, query);
    const sent = { origin, method, path, headers, maxSilenceMs, ...(body && { body }), signal, beforeWrite };
    return await dispatch({ dispatcher: use === "request" ? requests : streams, clock, explain }, sent);
  }

  return {
    async request(request) {
      using _inFlight = clock.busy(() => `${request.method} ${request.path}`);
      const query = [...(request.query ?? [])];
      return await withCredentials({
        source,
        request,
        ask: (credentials) => exchange(credentials, request, query),
        // An answer that is read leaves its connection for the next request.
        giveUp: ({ body }) => readBeginning(body, maxRefusalBytes),
      });
    },
    async upgrade({ path, query = [], headers = {}, signal, beforeWrite }) {
      const target = { origin, path: prefix + path + searchOf([...query]), signal, beforeWrite };
      return await withCredentials({
        source,
        request: { headers, signal },
        async ask(credentials) {
          const { streams } = await untilAborted(connections(credentials), signal);
          // Names that repeat are no less right here than in any other request.
          const all = writeHeaders(headers, credentials) as Readonly<Record<string, string>>;
          return await upgradeOver(streams, { ...target, headers: all, explain });
        },
        giveUp: async () => {},
      });
    },
    close,
  };
}

function searchOf(query: Query): string {
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  return search === "" ? "" : `?${search}`;
}

type Use = "request" | "urgent" | "stream" | "watch";

/** What stays open for long is told by its query, as the server tells it too. */
function useOf({ method, path }: TransportRequest, query: Query): Use {
  if (method !== "GET") return isUrgentPath(path) ? "urgent" : "request";
  if (isSet(query, "watch")) return "watch";
  if (isUrgentPath(path)) return "urgent";
  return isSet(query, "follow") ? "stream" : "request";
}

function isSet(query: Query, wanted: string): boolean {
  return query.some(([name, value]) => name === wanted && (value === "true" || value === "1"));
}

/** A bookmark comes every minute. One that does not come, and nothing else either, is a watch that somebody on the way has forgotten. */
const bookmarkSilenceMs = 90_000;

/** HTTP/1.1 has no pings: a watch over it is known to be alive by its bookmarks, where it asks for them. A log may be quiet for ever. */
function maxSilenceOf(use: Use, query: Query): number | undefined {
  if (use === "request" || use === "urgent") return undefined;
  return use === "watch" && isSet(query, "allowWatchBookmarks") ? bookmarkSilenceMs : Number.POSITIVE_INFINITY;
}
