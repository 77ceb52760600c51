/** The aggregator of a plane: it shows the certificate of the plane's own proxy authority, and tells servers behind it to believe that. */
import {
  type Aggregation,
  type Aggregator,
  type CustomOpenApi,
  createAggregator,
  type FindService,
  type OpenApiSource,
  type Storage,
  type StorageWatch,
} from "@pintle/apiserver";
import type { Clock, Logger, Random } from "@pintle/machinery";
import type { IdentityOptions } from "../identity/identity-options.ts";
import type { PlaneAuthorities } from "../identity/plane-keys.ts";
import { connectBackends } from "./connect-backends.ts";
import { keepTrustPublished } from "./publish-trust.ts";

export interface PlaneAggregatorOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly findService: FindService;
  /** Of a plane that listens. */
  readonly authorities: PlaneAuthorities | undefined;
  /** Who is believed besides. */
  readonly identity?: IdentityOptions | undefined;
  /** The documents of the plane itself. */
  readonly openApi: CustomOpenApi;
}

export interface PlaneAggregator extends Pick<Aggregator, "start" | "stop"> {
  readonly aggregation: Aggregation;
  /** Of the plane and of all servers behind it. */
  readonly openApi: OpenApiSource;
  /** Publishes the definitions that are served, and has APIServices for them. */
  readonly onServed: CustomOpenApi["publish"];
}

export function createPlaneAggregator(options: PlaneAggregatorOptions): PlaneAggregator {
  const { storage, clock, random, logger, authorities, identity = {}, openApi } = options;
  const aggregator = createAggregator({ ...options, connect: connectBackends(authorities?.proxies, clock) });
  const { clientAuthorities = "", frontProxy } = identity;
  let trust: StorageWatch | undefined;
  return {
    aggregation: aggregator,
    openApi: aggregator.openApi(openApi),
    onServed(definitions) {
      openApi.publish(definitions);
      aggregator.register(definitions);
    },
    async stop() {
      trust?.close();
      await aggregator.stop();
    },
    async start(transport) {
      const proxyAuthorities = `${authorities?.proxies.cert ?? ""}${frontProxy?.authority ?? ""}`;
      // Where no proxy is believed, there is nobody to tell of.
      if (proxyAuthorities !== "") {
        trust = await keepTrustPublished(transport, {
          ...{ storage, clock, random, logger, proxyAuthorities },
          clientAuthorities: `${authorities?.clients.cert ?? ""}${clientAuthorities}`,
          ...(frontProxy && { proxyNames: frontProxy.allowedNames }),
        });
      }
      await aggregator.start(transport);
    },
  };
}
