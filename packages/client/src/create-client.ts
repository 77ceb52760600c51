/** The client: everything about an API server begins here, over one pool of connections. */
import {
  type AnyKind,
  type BucketOptions,
  type Clock,
  createProcessClock,
  createProcessRandom,
  type Logger,
  type Random,
  type Transport,
  type TransportResponse,
} from "@pintle/machinery";
import type { ClientConfig } from "./config/client-config.ts";
import { createDiscovery, type Discovery } from "./discovery/discovery.ts";
import type { ApiRequest } from "./request/api-request.ts";
import { createRequester } from "./request/requester.ts";
import { defaultUserAgent } from "./request/user-agent.ts";
import { createMetadataResource, createResource } from "./resource/create-resource.ts";
import type { DynamicResource, KindReference, MetadataResource, PlaceOf, Resource } from "./resource/resource.ts";
import { requireName } from "./resource/resource-path.ts";
import { createPodStreams, type PodStreams } from "./streams/pod-streams.ts";
import { upgraderOf } from "./streams/upgrade.ts";
import { createHttpTransport, type HttpTransportOptions } from "./transport/create-http-transport.ts";

export interface Client extends AsyncDisposable {
  /** Where objects are looked for and created unless said otherwise. */
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly discovery: Discovery;
  /** What goes on inside of pods: logs, commands, ports and files. */
  readonly pods: PodStreams;
  /** The objects of a kind: in one namespace or, where they are listed and watched, in all. */
  resource<K extends AnyKind>(kind: K, place?: PlaceOf<K>): Resource<K>;
  /** The same for a kind that is known at run time only; it is looked up when it is first needed. */
  resource(kind: KindReference, place?: { readonly namespace?: string }): DynamicResource;
  /** Objects without anything but their metadata: less to send, to read and to hold. */
  metadata<K extends AnyKind>(kind: K, place?: PlaceOf<K>): MetadataResource;
  metadata(kind: KindReference, place?: { readonly namespace?: string }): MetadataResource;
  /** Any request, with credentials, retries and errors like all others. The body of the answer has to be read or given up. */
  raw(request: ApiRequest): Promise<TransportResponse>;
  /** Ends the connections and what still runs over them. A transport that was passed in is left as it is. */
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly clock?: Clock;
  readonly random?: Random;
  readonly logger?: Logger;
  /** Requests a second and at once. The server has limits of its own, so there are none here unless said. */
  readonly rateLimit?: Required<BucketOptions>;
  /** Is called once for each text that the server warns with, instead of the logger. */
  readonly onWarning?: (text: string) => void;
}

/** A way to a server that somebody else made: into an embedded one, or one with faults. */
export interface TransportConfig {
  readonly transport: Transport;
  /** `default` unless said. */
  readonly namespace?: string;
  readonly userAgent?: string;
}

/** Nothing is connected, read or loaded before the first request. */
export function createClient(config: ClientConfig | TransportConfig, options: ClientOptions = {}): Client {
  const { clock = createProcessClock(), random = createProcessRandom(), logger } = options;
  const { userAgent = defaultUserAgent() } = config;
  const namespace = requireName("namespace", config.namespace ?? "default");
  const { transport, close } = "transport" in config ? leftOpen(config) : closing(config, { clock, logger });
  const requester = createRequester({ ...options, transport, clock, userAgent });
  const discovery = createDiscovery(requester, clock);
  const source = { requester, discovery, defaultNamespace: namespace };
  const pods = createPodStreams({ requester, namespace, clock, random, upgrader: upgraderOf(transport) });
  const client: Omit<Client, "resource" | "metadata"> = {
    ...{ namespace, clock, random, discovery, pods, close, [Symbol.asyncDispose]: close },
    raw: (request) => requester.open(request),
  };
  return {
    ...client,
    // The overloads say more than an implementation can: which verbs a kind has.
    resource: (kind: AnyKind | KindReference, place = {}) => createResource(source, kind, place) as never,
    metadata: (kind: AnyKind | KindReference, place = {}) => createMetadataResource(source, kind, place),
  };
}

interface OwnedTransport {
  readonly transport: Transport;
  close(): Promise<void>;
}

function leftOpen({ transport }: TransportConfig): OwnedTransport {
  return { transport, close: async () => {} };
}

function closing(config: ClientConfig, options: HttpTransportOptions): OwnedTransport {
  const transport = createHttpTransport(config, options);
  return { transport, close: () => transport.close() };
}
