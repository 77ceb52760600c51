/**
 * Serves other API servers as if they were parts of this one: each version of a group that an APIService says is theirs.
 *
 * ```text
 *   request ──▶ authenticated, authorized ──▶ own? ──▶ served here
 *                                              └─ no ──▶ X-Remote-User … over TLS ──▶ the server behind the APIService
 * ```
 *
 * A server without such APIServices pays nothing for it but a look at a number.
 */
import type { Clock, Logger, Transport } from "@pintle/machinery";
import type { Definition } from "../apiextensions/definition.ts";
import type { DiscoveredGroup } from "../discovery/discovered-group.ts";
import type { OpenApiSource } from "../openapi/openapi-source.ts";
import type { Handler } from "../pipeline/server-request.ts";
import type { Storage } from "../storage/storage.ts";
import { AggregatorWork } from "./aggregator-work.ts";
import type { ApiService } from "./api-service.ts";
import { arrangeGroups } from "./arrange-groups.ts";
import { BackendPool, type ConnectBackend, type FindService } from "./backend.ts";
import { proxyTo } from "./proxy-request.ts";
import { RemoteOpenApi, uniteOpenApi } from "./remote-openapi.ts";

export interface AggregatorOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The way to servers, with the certificate by which they know the aggregator. */
  readonly connect: ConnectBackend;
  readonly findService: FindService;
}

/** What the API server needs to know of others. */
export interface Aggregation {
  /** Who answers a request, where it is not for the server itself. */
  find(path: string): Handler | undefined;
  /** All groups, with those of the server itself among the others. */
  arrange(own: readonly DiscoveredGroup[]): readonly DiscoveredGroup[];
  /** Called when groups are to be arranged anew. */
  subscribe(listener: () => void): void;
}

export interface Aggregator extends Aggregation {
  /** The documents of all servers, with these in front. */
  openApi(own: OpenApiSource): OpenApiSource;
  /** Has an APIService for each version that these serve, from the start on. */
  register(definitions: readonly Definition[]): void;
  /** `transport` leads to the server itself. */
  start(transport: Transport): Promise<void>;
  stop(): Promise<void>;
}

const versionPath = /^\/apis\/([^/]+)\/([^/]+)(?:\/|$)/;

export function createAggregator(options: AggregatorOptions): Aggregator {
  const backends = new BackendPool(options.connect, options.findService);
  const openApi = new RemoteOpenApi(options.clock, (apiService) => backends.resolve(apiService));
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const work = new AggregatorWork({ ...options, backends, openApi, onGroups: tell });
  const remotes = (): ApiService[] => [...work.remotes()];
  return {
    find(path) {
      if (!work.hasRemotes) return undefined;
      const [, group = "", version = ""] = versionPath.exec(path) ?? [];
      const apiService = work.get(`${version}.${group}`);
      return apiService?.service && proxyTo(apiService, backends);
    },
    arrange: (own) => arrangeGroups(own, work.list(), ({ name }) => work.resourcesOf(name)),
    subscribe: (listener) => void listeners.add(listener),
    openApi: (own) => uniteOpenApi(own, openApi, () => remotes().filter(({ isAvailable }) => isAvailable)),
    register: (definitions) => work.register(definitions),
    start: (transport) => work.start(transport),
    async stop() {
      const stopped = work.stop();
      backends.close();
      await stopped;
    },
  };
}
