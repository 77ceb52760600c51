/** Where API servers find the webhooks of a program, as configurations and definitions say it: a Service, or a URL. */
import { conversionPath } from "@pintle/runtime/declarations";

export type WebhookPlace = ServicePlace | UrlPlace;

export interface ServicePlace {
  readonly service: {
    readonly namespace: string;
    readonly name: string;
    /** 443 unless said. */
    readonly port?: number;
  };
  /** Base64 of PEM. Whoever injects it later leaves it out here. */
  readonly caBundle?: string;
}

export interface UrlPlace {
  /** Without a path: `https://192.168.0.7:9443`. */
  readonly url: string;
  readonly caBundle?: string;
}

export interface WebhookClientConfig {
  service?: { namespace: string; name: string; port: number; path: string };
  url?: string;
  caBundle?: string;
}

/** The clientConfig of one webhook. */
export function clientConfigAt(place: WebhookPlace, path: string): WebhookClientConfig {
  const trust = place.caBundle === undefined ? {} : { caBundle: place.caBundle };
  if ("url" in place) return { url: `${place.url}${path}`, ...trust };
  const { namespace, name, port = 443 } = place.service;
  return { service: { namespace, name, port, path }, ...trust };
}

/** That of conversion between the versions of any resource. */
export function conversionConfigAt(place: WebhookPlace): WebhookClientConfig {
  return clientConfigAt(place, conversionPath);
}

/** What URLs of a server begin with; addresses of IPv6 stand in brackets there. */
export function originOf(host: string, port: number): string {
  return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
