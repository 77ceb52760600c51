/** Where a plane listens: a port with a certificate that its own authority has signed. */
import { type ApiServer, serveHttp } from "@pintle/apiserver";
import type { Clock, Logger } from "@pintle/machinery";
import type { Authority } from "@pintle/machinery/certificates";
import type { ListenOptions } from "./control-plane.ts";

export interface PlaneListener {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Resolves when all requests have ended, or the time is over and they were cut off. */
  stop(graceMs: number): Promise<void>;
}

export interface PlaneListenerOptions extends ListenOptions {
  readonly handle: ApiServer["handle"];
  readonly authority: Authority;
  readonly clock: Clock;
  readonly logger: Logger;
}

export async function startPlaneListener(options: PlaneListenerOptions): Promise<PlaneListener> {
  const { host = "127.0.0.1", port = 0, handle, authority, clock, logger } = options;
  const leaf = authority.issue({ commonName: "kube-apiserver", names: serverNames(host), nowMs: clock.now() });
  const tls = { key: leaf.key, certificate: leaf.cert + authority.cert };
  const http = await serveHttp({ handle, host, port, tls, clock, logger });
  const url = `https://${host.includes(":") ? `[${host}]` : host}:${http.port}`;
  return { host, port: http.port, url, stop: (graceMs) => http.stop(graceMs) };
}

/** The names under which pods and people reach an API server. */
function serverNames(host: string): string[] {
  const inCluster = [
    "kubernetes",
    "kubernetes.default",
    "kubernetes.default.svc",
    "kubernetes.default.svc.cluster.local",
  ];
  return [...new Set([host, "127.0.0.1", "::1", "localhost", "10.0.0.1", ...inCluster])];
}
