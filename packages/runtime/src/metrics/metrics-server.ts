/** Serves `/metrics`, and whatever else is given, to Prometheus: plainly, over TLS, and to everybody or to those who may read it. */
import type { Clock, Logger } from "@pintle/machinery";
import type { HttpHandler } from "../http/http-message.ts";
import { type RunningHttpServer, startHttpServer } from "../http/listen.ts";
import { parseBindAddress } from "../http/parse-bind-address.ts";
import { createRoutes } from "../http/routes.ts";
import type { Part, RunningPart } from "../manager/part.ts";
import type { CertificateSource } from "../webhooks/certificates/certificate-source.ts";
import { selfSignedCertificate } from "../webhooks/certificates/self-signed-certificate.ts";
import type { HttpFilter } from "./access-filter.ts";
import { metricsContentType } from "./metric-text.ts";
import type { Metrics } from "./metrics.ts";

export interface MetricsServerOptions {
  readonly metrics: Metrics;
  /** `:8080` unless said; `0` for none. */
  readonly bindAddress?: string;
  /** Plain HTTP unless said. `self-signed` encrypts, and lets nobody know who is spoken with. */
  readonly certificate?: CertificateSource | "self-signed";
  /** Who may read; everybody unless said. See `createAccessFilter`. */
  readonly filter?: HttpFilter;
  /** More to `GET`, by paths; the filter stands before them too. */
  readonly handlers?: Readonly<Record<string, HttpHandler>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface MetricsServer extends Part {
  /** Where it listens, while it does. */
  readonly address: string | undefined;
}

export function createMetricsServer(options: MetricsServerOptions): MetricsServer {
  const { bindAddress = ":8080", certificate, clock, logger } = options;
  const place = parseBindAddress(bindAddress);
  const handle = createHandler(options);
  const source =
    certificate === "self-signed" ? selfSignedCertificate(["localhost", "127.0.0.1", "::1"], { clock }) : certificate;
  let running: RunningHttpServer | undefined;

  async function start({ signal }: { readonly signal: AbortSignal }): Promise<RunningPart> {
    if (place === undefined) return { stop: async () => {} };
    logger.info("Starting metrics server");
    await source?.start({ signal });
    try {
      running = await startHttpServer({ ...place, handle, ...(source && { tls: source.current() }), clock, logger });
    } catch (error) {
      await source?.stop();
      throw error;
    }
    const server = running;
    const renewing = source?.onChange((files) => server.setTls(files));
    logger.info("Serving metrics server", { bindAddress: server.address, secure: source !== undefined });
    return {
      stop: async ({ signal: patience }) => {
        renewing?.[Symbol.dispose]();
        running = undefined;
        await server.close({ signal: patience });
        await source?.stop();
      },
    };
  }

  return {
    name: "metrics server",
    group: "servers",
    start,
    get address() {
      return running?.address;
    },
  };
}

function createHandler({ metrics, handlers = {}, filter }: MetricsServerOptions): HttpHandler {
  const routes = createRoutes();
  const headers = { "content-type": metricsContentType };
  routes.add("/metrics", { method: "GET", handle: () => ({ status: 200, headers, body: metrics.write() }) });
  for (const [path, handle] of Object.entries(handlers)) routes.add(path, { method: "GET", handle });
  return filter === undefined ? routes.handle : filter(routes.handle);
}
