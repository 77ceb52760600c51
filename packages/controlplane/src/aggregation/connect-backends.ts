/**
 * The way to the servers behind APIServices: over TLS, with the certificate by which they know that the headers of a request can be believed.
 * A plane that does not listen has none: such servers could not ask it back, and take it for a stranger.
 */
import { type ConnectBackend, createHttpsTransport } from "@pintle/apiserver";
import type { Clock } from "@pintle/machinery";
import type { Authority } from "@pintle/machinery/certificates";

/** The name that proxies have, and nobody else who is signed by the authority for them. */
export const proxyName = "aggregator";

export function connectBackends(proxies: Authority | undefined, clock: Clock): ConnectBackend {
  let certificate: ReturnType<Authority["issue"]> | undefined;
  return ({ host, port, servername, caBundle, skipsVerification }) => {
    certificate ??= proxies?.issue({ commonName: proxyName, nowMs: clock.now() });
    return createHttpsTransport({
      place: () => ({ host, port, servername }),
      skipsVerification,
      ...(certificate && { certificate }),
      ...(caBundle !== undefined && { ca: Buffer.from(caBundle, "base64") }),
      // Watches are silent for as long as nothing happens; other requests have deadlines.
      silenceMs: 0,
    });
  };
}
