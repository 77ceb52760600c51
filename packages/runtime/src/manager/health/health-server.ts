/** Serves the probes: `/healthz` for whether the process is alive, `/readyz` for whether it is ready. */
import type { Clock, Logger } from "@pintle/machinery";
import { startHttpServer } from "../../http/listen.ts";
import { parseBindAddress } from "../../http/parse-bind-address.ts";
import { createRoutes } from "../../http/routes.ts";
import type { Part } from "../part.ts";
import type { HealthChecks } from "./health-checks.ts";

export interface HealthServerOptions {
  /** `":8081"`, `"127.0.0.1:0"`; `"0"` for none. */
  readonly bindAddress: string;
  readonly checks: readonly HealthChecks[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Is told where it listens, with the port that was found where none was asked for. */
  readonly onListening?: (address: string) => void;
}

/** Nothing where it is off. */
export function createHealthServer(options: HealthServerOptions): Part | undefined {
  const { checks, clock, onListening } = options;
  const place = parseBindAddress(options.bindAddress);
  if (place === undefined) return undefined;
  const routes = createRoutes();
  for (const each of checks) {
    const handle = (request: Parameters<typeof each.answer>[0]) => each.answer(request);
    routes.add(each.path, { method: "GET", handle });
    routes.add(`${each.path}/`, { method: "GET", handle });
  }
  return {
    name: "health probe",
    group: "servers",
    async start() {
      const server = await startHttpServer({ ...place, handle: routes.handle, clock, logger: options.logger });
      const logger = options.logger.with({ name: "health probe", addr: server.address });
      logger.info("starting server");
      onListening?.(server.address);
      return {
        async stop({ signal }) {
          logger.info("shutting down server");
          await server.close({ signal });
        },
      };
    },
  };
}
