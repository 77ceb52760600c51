/**
 * An API server put together from its parts: resources in a storage, behind filters, with discovery and OpenAPI in front.
 *
 * It is one function from requests to answers. What carries them is left to the caller: HTTP, the same process, or both.
 */
import type { Clock, Logger, Random, Transport } from "@pintle/machinery";
import type { AdmissionChain } from "./admission/admission.ts";
import type { Aggregation } from "./aggregation/aggregator.ts";
import { type DiscoveredGroup, discoverGroups } from "./discovery/discovered-group.ts";
import { handleDiscovery } from "./discovery/handle-discovery.ts";
import { handleRoot } from "./discovery/handle-root.ts";
import { handleVersion, type VersionInfo } from "./handle-version.ts";
import { handleHealth, isHealthPath } from "./health/handle-health.ts";
import type { HealthCheck } from "./health/health-check.ts";
import { createInProcessTransport } from "./http/in-process-transport.ts";
import { RequestMetrics } from "./metrics/request-metrics.ts";
import { handleOpenApi } from "./openapi/handle-openapi.ts";
import type { OpenApiSource } from "./openapi/openapi-source.ts";
import { resourceNotFound } from "./pipeline/bare-errors.ts";
import { respondNoPage } from "./pipeline/failure-response.ts";
import { chainFilters, type FilterOptions } from "./pipeline/filter-chain.ts";
import { createProcessMemory, type MemoryGauge } from "./pipeline/memory/memory-gauge.ts";
import { createMemoryGuard, type MemoryGuard } from "./pipeline/memory/memory-guard.ts";
import { createRequestContext } from "./pipeline/request-context.ts";
import type { Handler, ServerRequest, ServerResponse } from "./pipeline/server-request.ts";
import { createResourceRegistry, type ResourceRegistry } from "./registry/resource-registry.ts";
import type { ServedResource } from "./registry/served-resource.ts";
import { createRestHandler } from "./rest/handle-rest.ts";
import type { Storage } from "./storage/storage.ts";

export interface ApiServerOptions extends Omit<FilterOptions, "memoryGuard"> {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly resources?: readonly ServedResource[];
  readonly admission?: AdmissionChain;
  /**
   * How large an object may be as it is stored, in bytes: 1.5 MiB unless said, which is what etcd takes, and 3 MiB at most, which is the largest
   * body that is read. Larger ones are refused with etcd's words.
   */
  readonly maxObjectBytes?: number;
  readonly version: VersionInfo;
  readonly openApi: OpenApiSource;
  /** Groups in the order of their priority; those that are not named come behind, by name. */
  readonly groupOrder?: readonly string[];
  /** Other servers that are served as parts of this one. */
  readonly aggregation?: Aggregation;
  /** What else is served, by path. */
  readonly paths?: Readonly<Record<string, Handler>>;
  readonly healthChecks?: readonly HealthCheck[];
  /** The memory that must not run out: this process's unless said. */
  readonly memory?: MemoryGauge;
  /** Where clients find the server, as discovery tells it. */
  readonly address?: () => string;
  /** Run in order once the server is started; it is not ready before they are done. */
  readonly postStartHooks?: Readonly<Record<string, (server: ApiServer) => Promise<void>>>;
  /** Run in order before the server stops taking requests. */
  readonly preShutdownHooks?: Readonly<Record<string, () => Promise<void>>>;
}

export interface ApiServer {
  readonly registry: ResourceRegistry;
  handle(request: ServerRequest): Promise<ServerResponse>;
  /** Requests of the server to itself: nobody is asked who they are, and everything is allowed. */
  readonly loopback: Transport;
  /** Runs the hooks. Until it resolves, `/readyz` says no. */
  start(): Promise<void>;
  /** Runs the hooks, ends all watches and says no on `/readyz`. Requests that come nevertheless are still answered. */
  shutDown(): Promise<void>;
}

const loopbackUser = { name: "system:apiserver", groups: ["system:masters", "system:authenticated"] } as const;

export function createApiServer(options: ApiServerOptions): ApiServer {
  const { storage, clock, random, logger, postStartHooks = {}, preShutdownHooks = {} } = options;
  const registry = createResourceRegistry(options.resources);
  const rest = createRestHandler({ ...options, registry });
  const memoryGuard = createMemoryGuard({
    ...{ gauge: options.memory ?? createProcessMemory(), clock, logger },
    forget: async () => storage.compact(await storage.revision()),
  });
  const state: ServerState = { startedHooks: new Set(), isShuttingDown: false, memoryGuard };
  const metrics = new RequestMetrics();
  const handler = routeRequests(
    { ...options, paths: { "/metrics": metrics.handle, ...options.paths } },
    registry,
    rest.handle,
    state,
  );
  const outer = metrics.filter(chainFilters({ ...options, memoryGuard }, handler));
  const inner = chainFilters(
    {
      ...options,
      authenticator: async () => loopbackUser,
      authorizer: async () => ({ decision: "allow" }),
      inFlight: { reads: Number.POSITIVE_INFINITY, writes: Number.POSITIVE_INFINITY },
    },
    handler,
  );
  const answer = (chain: Handler) => (request: ServerRequest) =>
    chain(request, createRequestContext({ clock, random, logger }, request));
  const server: ApiServer = {
    registry,
    handle: answer(outer),
    loopback: createInProcessTransport({ handle: answer(inner), clock }),
    async start() {
      for (const [name, hook] of Object.entries(postStartHooks)) {
        await hook(server);
        state.startedHooks.add(name);
      }
    },
    async shutDown() {
      state.isShuttingDown = true;
      for (const hook of Object.values(preShutdownHooks)) await hook();
      await rest.close();
    },
  };
  return server;
}

interface ServerState {
  readonly startedHooks: Set<string>;
  isShuttingDown: boolean;
  readonly memoryGuard: MemoryGuard;
}

function routeRequests(
  options: ApiServerOptions,
  registry: ResourceRegistry,
  handleRest: Handler,
  state: ServerState,
): Handler {
  const { groupOrder = [], paths = {}, address = () => "", aggregation } = options;
  const groups = rememberGroups(registry, groupOrder, aggregation);
  const checks = healthChecksOf(options, state);
  const health = handleHealth(checks);
  const openApi = handleOpenApi(options.openApi);
  const version = handleVersion(options.version);
  const isOwnGroup = (name: string) =>
    registry.list().some(({ group, isBuiltIn }) => group === name && isBuiltIn === true);
  const discovery = handleDiscovery({ groups, isOwnGroup, address });
  const root = handleRoot({ groups, checks, paths: Object.keys(paths) });
  return async (request, context) => {
    const { path, isResource } = context.info;
    const other = aggregation?.find(path);
    if (other) return other(request, context);
    if (/^\/apis?(?:\/|$)/.test(path)) return isResource ? handleRest(request, context) : discovery(request, context);
    if (path === "/") return root(request, context);
    if (isHealthPath(path)) return health(request, context);
    if (path === "/version" || path === "/version/") return version(request, context);
    if (path.startsWith("/version/")) throw resourceNotFound();
    if (path === "/openapi/v2" || path === "/openapi/v3" || path.startsWith("/openapi/v3/"))
      return openApi(request, context);
    const own = Object.hasOwn(paths, path) ? paths[path] : undefined;
    return own ? own(request, context) : respondNoPage();
  };
}

/** The groups as they are, found out again only after a change. */
function rememberGroups(
  registry: ResourceRegistry,
  groupOrder: readonly string[],
  aggregation: Aggregation | undefined,
): () => readonly DiscoveredGroup[] {
  let known: readonly DiscoveredGroup[] | undefined;
  const forget = () => {
    known = undefined;
  };
  registry.subscribe(forget);
  aggregation?.subscribe(forget);
  return () => {
    if (known) return known;
    const own = discoverGroups(registry.list(), groupOrder);
    known = aggregation?.arrange(own) ?? own;
    return known;
  };
}

/** The checks that every server has carry upstream's names, since scripts ask for them. */
function healthChecksOf(
  { storage, healthChecks = [], postStartHooks = {} }: ApiServerOptions,
  state: ServerState,
): HealthCheck[] {
  const both = ["livez", "readyz"] as const;
  const askStorage = async () => void (await storage.revision());
  return [
    { name: "ping", probes: both, check: async () => undefined },
    { name: "log", probes: both, check: async () => undefined },
    { name: "etcd", probes: both, check: askStorage },
    { name: "etcd-readiness", probes: ["readyz"], check: askStorage },
    { name: "informer-sync", probes: ["readyz"], check: async () => undefined },
    ...Object.keys(postStartHooks).map((name) => ({
      name: `poststarthook/${name}`,
      probes: both,
      check: async () => {
        if (!state.startedHooks.has(name)) throw new Error("not finished");
      },
    })),
    ...healthChecks,
    {
      name: "memory",
      probes: ["readyz"],
      check: async () => {
        state.memoryGuard.look();
        if (state.memoryGuard.shortage !== "none") throw new Error("the server is short of memory");
      },
    },
    {
      name: "shutdown",
      probes: ["readyz"],
      check: async () => {
        if (state.isShuttingDown) throw new Error("the server is shutting down");
      },
    },
  ];
}
