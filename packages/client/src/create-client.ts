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
import { type TryListener, TryListeners } from "./request/answered-try.ts";
import type { ApiRequest } from "./request/api-request.ts";
import { type ClientInterceptor, joinInterceptors } from "./request/client-interceptor.ts";
import { interceptRequests } from "./request/intercept-requests.ts";
import { createRequester, type Requester } from "./request/requester.ts";
import { defaultUserAgent } from "./request/user-agent.ts";
import { createMetadataResource, createResource, type ResourceSource } from "./resource/create-resource.ts";
import type {
  DynamicResource,
  KindReference,
  MetadataResource,
  PlaceOf,
  Resource,
  ReviewKind,
  ReviewResource,
} from "./resource/resource.ts";
import { requireName } from "./resource/resource-path.ts";
import { createPodStreams, type PodStreams } from "./streams/pod-streams.ts";
import { type Upgrader, upgraderOf } from "./streams/upgrade.ts";
import { createHttpTransport, type HttpTransportOptions } from "./transport/create-http-transport.ts";

export interface Client extends AsyncDisposable {
  /** Where objects are looked for and created unless said otherwise. */
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly discovery: Discovery;
  /** What goes on inside of pods: logs, commands, ports and files. */
  readonly pods: PodStreams;
  /** Questions to the server: who somebody is, what somebody may. */
  resource<K extends ReviewKind>(kind: K, place?: PlaceOf<K>): ReviewResource<K>;
  /** The objects of a kind: in one namespace or, where they are listed and watched, in all. */
  resource<K extends AnyKind>(kind: K, place?: PlaceOf<K>): Resource<K>;
  /** The same for a kind that is known at run time only; it is looked up when it is first needed. */
  resource(kind: KindReference, place?: { readonly namespace?: string }): DynamicResource;
  /** Objects without anything but their metadata: less to send, to read and to hold. */
  metadata<K extends AnyKind>(kind: K, place?: PlaceOf<K>): MetadataResource;
  metadata(kind: KindReference, place?: { readonly namespace?: string }): MetadataResource;
  /** Any request, with credentials, retries and errors like all others. The body of the answer has to be read or given up. */
  raw(request: ApiRequest): Promise<TransportResponse>;
  /**
   * The same client, connections and all, for somebody who looks at what is sent and answered, or may have to end it. It costs next to
   * nothing, so that each run of a controller can have one. An interceptor of an interceptor comes after it.
   */
  intercept(interceptor: ClientInterceptor): Client;
  /** Tells of each try of each request, of all views of this client, until the result is disposed: for metrics. */
  onTry(listener: TryListener): Disposable;
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
  const tries = new TryListeners();
  const host = "transport" in config ? "" : new URL(config.server).host;
  const onTry = (method: string, status: number | undefined) => tries.tell({ method, host, status });
  const requester = createRequester({ ...options, transport, clock, userAgent, onTry });
  const discovery = createDiscovery(requester, clock);
  const upgrader = upgraderOf(transport);
  return new ClientView({ namespace, clock, random, discovery, requester, tries, upgrader, close });
}

/** What all views of a client have in common. */
interface ClientParts extends Pick<Client, "namespace" | "clock" | "random" | "discovery" | "close"> {
  readonly requester: Requester;
  readonly tries: TryListeners;
  readonly upgrader: Upgrader;
}

/** A class, because there is one for each run of a controller. Its functions are properties, so that they can be passed on by themselves. */
class ClientView implements Client {
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly discovery: Discovery;
  readonly #parts: ClientParts;
  readonly #interceptor: ClientInterceptor | undefined;
  readonly #source: ResourceSource;
  #pods: PodStreams | undefined;

  constructor(parts: ClientParts, interceptor?: ClientInterceptor) {
    const { namespace, clock, random, discovery } = parts;
    const requester = interceptor ? interceptRequests(parts.requester, interceptor) : parts.requester;
    this.namespace = namespace;
    this.clock = clock;
    this.random = random;
    this.discovery = discovery;
    this.#parts = parts;
    this.#interceptor = interceptor;
    this.#source = { requester, discovery, defaultNamespace: namespace, interceptor };
  }

  get pods(): PodStreams {
    const { requester, interceptor } = this.#source;
    this.#pods ??= createPodStreams({ ...this.#parts, requester, interceptor });
    return this.#pods;
  }

  // The overloads say more than an implementation can: which verbs a kind has.
  readonly resource: Client["resource"] = (kind: AnyKind | KindReference, place = {}) =>
    createResource(this.#source, kind, place) as never;
  readonly metadata: Client["metadata"] = (kind: AnyKind | KindReference, place = {}) =>
    createMetadataResource(this.#source, kind, place);
  readonly raw: Client["raw"] = (request) => this.#source.requester.open(request);
  readonly intercept: Client["intercept"] = (inner) =>
    new ClientView(this.#parts, joinInterceptors(this.#interceptor, inner));
  readonly onTry: Client["onTry"] = (listener) => this.#parts.tries.add(listener);
  readonly close: Client["close"] = () => this.#parts.close();

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
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
