/** The way to the servers behind APIServices: over TLS, with the certificate by which they know that the headers of a request can be believed. */
import { type ConnectBackend, createHttpsTransport } from "@pintle/apiserver";
import type { Clock } from "@pintle/machinery";
import type { Authority } from "@pintle/machinery/certificates";

/** The name that proxies have, and nobody else who is signed by the authority for them. */
export const proxyName = "aggregator";

export function connectBackends(proxyCa: Authority, clock: Clock): ConnectBackend {
  let certificate: ReturnType<Authority["issue"]> | undefined;
  return ({ host, port, servername, caBundle, skipsVerification }) => {
    certificate ??= proxyCa.issue({ commonName: proxyName, nowMs: clock.now() });
    return createHttpsTransport({
      place: () => ({ host, port, servername }),
      certificate,
      skipsVerification,
      ...(caBundle !== undefined && { ca: Buffer.from(caBundle, "base64") }),
      // Watches are silent for as long as nothing happens; other requests have deadlines.
      silenceMs: 0,
    });
  };
}
