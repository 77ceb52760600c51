/** Requests that carry credentials, for tests of who is believed. */
import { X509Certificate } from "node:crypto";
import type { Certificate } from "@pintle/machinery/certificates";
import type { ServerRequest } from "../pipeline/server-request.ts";

export interface Credentials {
  readonly headers?: Readonly<Record<string, string>>;
  readonly repeatedHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly certificate?: Certificate | Uint8Array;
}

export function requestWith({ headers = {}, repeatedHeaders, certificate }: Credentials): ServerRequest {
  return {
    method: "GET",
    path: "/",
    query: new URLSearchParams(),
    headers,
    ...(repeatedHeaders && { repeatedHeaders }),
    body: (async function* () {})(),
    signal: new AbortController().signal,
    peer: certificate === undefined ? {} : { certificate: toDer(certificate) },
  };
}

function toDer(certificate: Certificate | Uint8Array): Uint8Array {
  return certificate instanceof Uint8Array ? certificate : new X509Certificate(certificate.cert).raw;
}
