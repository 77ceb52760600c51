/** A main server for those behind it, in virtual time: its ConfigMap and what it says in reviews are fields of the fixture. */
import { X509Certificate } from "node:crypto";
import { Readable } from "node:stream";
import { createVirtualClock, type JsonObject, type Transport, type VirtualClock } from "@pintle/machinery";
import { type Certificate, createAuthority } from "@pintle/machinery/certificates";
import { readRequestInfo } from "../pipeline/read-request-info.ts";
import type { RequestInfo } from "../pipeline/request-info.ts";
import type { ServerRequest } from "../pipeline/server-request.ts";

const nowMs = Date.UTC(2026, 0, 1);

export class MainServerFixture {
  readonly clock: VirtualClock = createVirtualClock({ start: nowMs });
  readonly clients = createAuthority("clients", { nowMs });
  readonly proxies = createAuthority("proxies", { nowMs });
  /** Of the ConfigMap. */
  data: JsonObject = {
    "client-ca-file": this.clients.cert,
    "requestheader-client-ca-file": this.proxies.cert,
    "requestheader-allowed-names": '["aggregator"]',
    "requestheader-username-headers": '["X-Remote-User"]',
    "requestheader-uid-headers": '["X-Remote-Uid"]',
    "requestheader-group-headers": '["X-Remote-Group"]',
    "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
  };
  /** What it answers to a review; a number is the status of an answer without one. */
  review: (spec: JsonObject) => JsonObject | number | Promise<never> = () => 500;
  /** Paths, in order. */
  readonly asked: string[] = [];
  readonly reviewed: JsonObject[] = [];
  isDown = false;

  readonly transport: Transport = {
    request: async ({ path, body, signal }) => {
      this.asked.push(path);
      signal?.throwIfAborted();
      if (this.isDown) throw new Error("dial tcp 10.0.0.1:443: connect: connection refused");
      if (body === undefined) return answer(200, { kind: "ConfigMap", data: this.data });
      const spec = JSON.parse(Buffer.from(body as Uint8Array).toString()).spec;
      this.reviewed.push(spec);
      const status = await this.review(spec);
      return typeof status === "number" ? answer(status, {}) : answer(201, { kind: "Review", status });
    },
  };
}

function answer(status: number, body: JsonObject) {
  return { status, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(body))]) };
}

export function requestWith(
  headers: ServerRequest["headers"],
  certificate?: Certificate,
  repeatedHeaders: ServerRequest["repeatedHeaders"] = {},
): ServerRequest {
  return {
    method: "GET",
    path: "/",
    query: new URLSearchParams(),
    headers,
    repeatedHeaders,
    body: Readable.from([]),
    signal: new AbortController().signal,
    peer: certificate ? { certificate: new X509Certificate(certificate.cert).raw } : {},
  };
}

export function infoOf(method: string, target: string): RequestInfo {
  const [path = "", search = ""] = target.split("?");
  return readRequestInfo(method, path, new URLSearchParams(search));
}
