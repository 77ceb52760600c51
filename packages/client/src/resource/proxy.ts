/**
 * What is behind a pod, a service or a node, asked through the API server: any HTTP request, with the credentials, retries and errors of all
 * others, and the answer as it comes.
 */
import { type JsonValue, type TransportHeaders, type TransportResponse, UsageError } from "@pintle/machinery";
import type { CallOptions } from "../request/api-request.ts";
import { formatResourcePath, requireName } from "./resource-path.ts";
import { placeOf, type ResourceBinding } from "./resource-requests.ts";

export interface ProxyOptions extends CallOptions {
  /** `GET` unless said. */
  readonly method?: string;
  /** By its number or, of a service, by its name; the first one unless said. */
  readonly port?: number | string;
  /** How the API server speaks with what is behind it: `http` unless said. */
  readonly scheme?: "http" | "https";
  /** As the other side is to get it, percent-encoded and without query: `/` unless said. */
  readonly path?: string;
  /** In order, not encoded. `URLSearchParams` fits. */
  readonly query?: Iterable<readonly [name: string, value: string]>;
  /** Names in lower case. */
  readonly headers?: TransportHeaders;
  /** Bytes go as they are, and so do chunks, which can be sent only once; anything else is written as JSON. */
  readonly body?: JsonValue | object | Uint8Array | AsyncIterable<Uint8Array>;
  /** Of the body: `application/json` unless said. */
  readonly contentType?: string;
}

/**
 * Resolves when the answer begins; its body has to be read or given up. An answer that is no success is an `ApiError`, whoever gave it: the
 * API server passes on what the other side says, and nothing tells the two apart.
 */
export type ProxyVerb = (name: string, options?: ProxyOptions) => Promise<TransportResponse>;

export function createProxyVerb(binding: ResourceBinding): ProxyVerb {
  return async (name, options = {}) => {
    const { method = "GET", path = "/", headers, port, scheme, ...rest } = options;
    const target = await binding.target(rest);
    const place = placeOf(
      { ...binding, subresource: "proxy" },
      behind(requireName("name", name), scheme, port),
    )(target);
    return await binding.requester.open({
      ...rest,
      method,
      path: formatProxyPath(formatResourcePath(target, place), path),
      headers: { accept: "*/*", ...headers },
      about: { resource: { group: target.group, resource: target.plural }, name },
    });
  };
}

/** `https:web:8443`, as Kubernetes names who is meant. */
function behind(name: string, scheme: string | undefined, port: number | string | undefined): string {
  if (scheme === undefined && port === undefined) return name;
  return [...(scheme === undefined ? [] : [scheme]), name, port ?? ""].join(":");
}

/** What climbs out of the proxy would ask the API server for something else, in the caller's name. */
function formatProxyPath(proxy: string, path: string): string {
  const isPlain = path.startsWith("/") && !/[?#\s\\]/.test(path);
  if (isPlain && !path.split("/").some(isStep)) return `${proxy}${path}`;
  throw new UsageError(
    "PINTLE_PROXY_PATH_INVALID",
    `the path ${JSON.stringify(path)} cannot be asked for through a proxy: let it begin with /, without . and .. and with its query in query`,
  );
}

/** Also one that only a server would see: `%2e%2e`. */
function isStep(segment: string): boolean {
  return /^(\.|%2e){1,2}$/i.test(segment);
}
