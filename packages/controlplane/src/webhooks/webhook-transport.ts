/**
 * The way to webhooks: HTTPS to a URL or to a Service, trusted by the caBundle of who configured it. Connections are kept for the next call.
 *
 * What goes wrong is told in the words of Go's client, because messages of the API server carry them.
 */
import {
  type ConnectWebhook,
  createHttpsTransport,
  type HttpsPlace,
  type WebhookClientConfig,
  type WebhookConnection,
} from "@pintle/apiserver";

export interface WebhookTransportOptions {
  /** Where a Service is found. Throws an `Error` in upstream's words where there is none. */
  readonly findService: (namespace: string, name: string, port: number) => Promise<{ readonly host: string }>;
  /** Another way, for those that it is for; the others are reached over HTTPS. */
  readonly connectWebhook?: ((webhook: WebhookClientConfig) => WebhookConnection | undefined) | undefined;
}

export function createWebhookConnections({ findService, connectWebhook }: WebhookTransportOptions): ConnectWebhook {
  return (webhook) => connectWebhook?.(webhook) ?? connectOverHttps(webhook, findService);
}

function connectOverHttps(
  { url, service, caBundle }: WebhookClientConfig,
  findService: WebhookTransportOptions["findService"],
): WebhookConnection {
  const trust = caBundle === undefined ? {} : { ca: Buffer.from(caBundle, "base64") };
  const connect = (place: () => HttpsPlace | Promise<HttpsPlace>) => createHttpsTransport({ place, ...trust });
  if (url !== undefined) {
    const { hostname, port } = new URL(url);
    const place = { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? 443 : Number(port) };
    return { url, transport: connect(() => place) };
  }
  const { namespace = "", name = "", path = "/", port = 443 } = service ?? {};
  const servername = `${name}.${namespace}.svc`;
  const findPlace = async () => ({ ...(await findService(namespace, name, port)), port, servername });
  return { url: `https://${servername}:${port}${path}`, transport: connect(findPlace) };
}
