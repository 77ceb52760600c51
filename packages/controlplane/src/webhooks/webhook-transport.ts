/**
 * The way to webhooks: HTTPS to a URL or to a Service, trusted by the caBundle of who configured it. Connections are kept for the next call.
 *
 * What goes wrong is told in the words of Go's client, because messages of the API server carry them.
 */
import { Agent, type RequestOptions, request } from "node:https";
import type { ConnectWebhook } from "@pintle/apiserver";
import type { Transport, TransportRequest, TransportResponse } from "@pintle/machinery";

export interface WebhookTransportOptions {
  /** Where a Service is found. Throws an `Error` in upstream's words where there is none. */
  readonly findService: (namespace: string, name: string) => Promise<{ readonly host: string }>;
}

/** As long as a webhook may take to answer. */
const timeoutMs = 30_000;

export function createWebhookConnections({ findService }: WebhookTransportOptions): ConnectWebhook {
  return ({ url, service, caBundle }) => {
    const ca = caBundle === undefined ? {} : { ca: Buffer.from(caBundle, "base64") };
    const agent = new Agent({ keepAlive: true, ...ca });
    if (url !== undefined) {
      const { hostname, port } = new URL(url);
      const place = { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? 443 : Number(port) };
      return { url, transport: createTransport(agent, async () => place) };
    }
    const { namespace = "", name = "", path = "/", port = 443 } = service ?? {};
    const servername = `${name}.${namespace}.svc`;
    const findPlace = async () => ({ ...(await findService(namespace, name)), port, servername });
    return { url: `https://${servername}:${port}${path}`, transport: createTransport(agent, findPlace) };
  };
}

type Place = Pick<RequestOptions, "host" | "port" | "servername">;

function createTransport(agent: Agent, findPlace: () => Promise<Place>): Transport {
  return { request: async (sent) => send({ ...(await findPlace()), agent, timeout: timeoutMs }, sent) };
}

function send(options: RequestOptions, sent: TransportRequest): Promise<TransportResponse> {
  const { method, path, query = [], headers = {}, body, signal } = sent;
  const search = new URLSearchParams(Array.from(query, ([name, value]): [string, string] => [name, value])).toString();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...options,
        method,
        path: search === "" ? path : `${path}?${search}`,
        headers: headers as Record<string, string>,
        ...(signal && { signal }),
      },
      (incoming) =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers as Record<string, string>,
          body: incoming,
        }),
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error("context deadline exceeded")));
    outgoing.on("error", (error) => reject(new Error(describe(error, options), { cause: error })));
    if (body instanceof Uint8Array) outgoing.end(body);
    else outgoing.end();
  });
}

const untrusted: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_SIGNATURE_FAILURE",
]);

function describe(error: Error & { readonly code?: string }, { host, port }: RequestOptions): string {
  const { code = "" } = error;
  if (untrusted.has(code)) return "tls: failed to verify certificate: x509: certificate signed by unknown authority";
  if (code === "CERT_HAS_EXPIRED")
    return "tls: failed to verify certificate: x509: certificate has expired or is not yet valid";
  if (code === "ECONNRESET") return "EOF";
  if (code === "ECONNREFUSED") return `dial tcp ${host}:${port}: connect: connection refused`;
  if (code === "ENOTFOUND") return `dial tcp: lookup ${host}: no such host`;
  return error.message;
}
