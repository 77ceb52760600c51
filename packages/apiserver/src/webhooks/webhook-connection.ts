/** The way to a webhook, which whoever embeds the server brings along: its network, its names, its trust. */
import type { Transport } from "@pintle/machinery";

/** Where a webhook is, as definitions and configurations write it: a URL or a Service, and the authority of its certificate. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly path?: string;
    readonly port?: number;
  };
  /** Base64 of PEM. */
  readonly caBundle?: string;
}

/** A way to a webhook. Failures of its transport are told as they are, so they should be in the words of Go's client. */
export interface WebhookConnection {
  readonly transport: Transport;
  /** As messages show it: `https://host/path`. */
  readonly url: string;
}

/** Throws an `Error` where the webhook cannot be reached as it is configured. */
export type ConnectWebhook = (webhook: WebhookClientConfig) => WebhookConnection;
