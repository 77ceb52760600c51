/** Where a server is, taken apart once: what a connection needs, what goes before each path, and the proxy between. */
import { UsageError } from "@pintle/machinery";
import type { ClientConfig } from "../config/client-config.ts";

export interface ServerAddress {
  /** `https://host:port`, without any credentials. */
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** Before each path: empty, or `/clusters/a`. */
  readonly prefix: string;
  readonly proxy?: URL;
}

const proxyProtocols: ReadonlySet<string> = new Set(["http:", "https:", "socks5:"]);

export function parseServerAddress({ server, proxyUrl }: ClientConfig): ServerAddress {
  const url = URL.parse(server);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new UsageError(
      "PINTLE_SERVER_INVALID",
      `the server has to be a URL with https:// or http://: ${quote(server)}`,
    );
  }
  const isTls = url.protocol === "https:";
  const proxy = proxyUrl === undefined ? undefined : parseProxy(proxyUrl);
  return {
    origin: url.origin,
    // IPv6 stands in brackets in a URL and nowhere else.
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
    isTls,
    prefix: url.pathname.replace(/\/+$/, ""),
    ...(proxy && { proxy }),
  };
}

function parseProxy(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && proxyProtocols.has(url.protocol)) return url;
  throw new UsageError("PINTLE_PROXY_INVALID", "the proxy has to be a URL with http://, https:// or socks5://");
}

/** What may be a secret in the wrong place is not repeated. */
function quote(text: string): string {
  return text.includes("@") ? "this one has something else" : `"${text.slice(0, 100)}" is none`;
}
