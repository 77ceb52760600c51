/** A server with an aggregator in front of backends that are functions, in virtual time: requests go in as on the wire, answers come out read. */
import { type Duplex, Readable } from "node:stream";
import {
  createSeededRandom,
  createVirtualClock,
  type JsonObject,
  type Logger,
  type TransportRequest,
  type TransportResponse,
  type VirtualClock,
} from "@pintle/machinery";
import { type ApiServer, createApiServer } from "../api-server.ts";
import { emptyOpenApi } from "../openapi/openapi-source.ts";
import type { ServerRequest, ServerResponse } from "../pipeline/server-request.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import { createMemoryStorage } from "../storage/memory-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { type Aggregator, createAggregator } from "./aggregator.ts";
import type { BackendTarget } from "./backend.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are asked for anything.
export type Json = any;

/** What a backend does with a request; what it throws is a connection that failed. */
export type BackendHandler = (request: TransportRequest) => Promise<{
  readonly status?: number;
  readonly headers?: TransportResponse["headers"];
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly socket?: Duplex;
}>;

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };

function resource(group: string, plural: string, kind: string, scope: "Cluster" | "Namespaced"): ServedResource {
  const strategy = { nameRule: "pathSegment" } as const;
  const versions = [{ version: "v1", shape: { type: "any" } as const }];
  const subresources = { status: { type: "view", strategy } as const };
  return {
    group,
    plural,
    singular: kind.toLowerCase(),
    kind,
    scope,
    versions,
    strategy,
    subresources,
    isBuiltIn: true,
  };
}

export class AggregatorFixture {
  readonly clock: VirtualClock = createVirtualClock({ start: Date.UTC(2026, 0, 1) });
  readonly storage: Storage = createMemoryStorage({ clock: this.clock });
  readonly aggregator: Aggregator;
  readonly server: ApiServer;
  /** Where the aggregator went. */
  readonly targets: BackendTarget[] = [];
  /** What it asked, in order. */
  readonly asked: TransportRequest[] = [];
  handle: BackendHandler = answerDiscovery;

  constructor() {
    const seams = { storage: this.storage, clock: this.clock, logger: silent, random: createSeededRandom(1) };
    this.aggregator = createAggregator({
      ...seams,
      findService: async (_, name) => ({ host: `${name}.test` }),
      connect: (target) => {
        this.targets.push(target);
        return { request: (sent) => this.#ask(sent), upgrade: (sent) => this.#ask(sent), close: () => undefined };
      },
    });
    this.server = createApiServer({
      ...seams,
      resources: [
        resource("apiregistration.k8s.io", "apiservices", "APIService", "Cluster"),
        resource("", "services", "Service", "Namespaced"),
      ],
      version: { major: "1", minor: "36", gitVersion: "v1.36.3" },
      openApi: this.aggregator.openApi(emptyOpenApi),
      aggregation: this.aggregator,
      authenticator: async () => ({ name: "jane", uid: "7", groups: ["cooks"], extra: { "a/b": ["c"] } }),
      authorizer: async () => ({ decision: "allow" }),
      postStartHooks: { aggregation: ({ loopback }) => this.aggregator.start(loopback) },
    });
  }

  async #ask(sent: TransportRequest): Promise<TransportResponse & { readonly socket?: Duplex }> {
    this.asked.push(sent);
    using _ = this.clock.busy("backend");
    const { status = 200, headers = {}, body = "{}", socket } = await this.handle(sent);
    const bytes = typeof body === "string" ? Readable.from([Buffer.from(body)]) : body;
    return { status, headers, body: bytes, ...(socket && { socket }) };
  }

  async send(method: string, path: string, body?: JsonObject): Promise<Json> {
    const { status, body: answer } = await this.server.loopback.request({
      method,
      path,
      headers: { "content-type": "application/json" },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    });
    return { status, body: JSON.parse(await read(answer)) };
  }

  /** As a client would, past the loopback. */
  async ask(path: string, request: Partial<ServerRequest> = {}): Promise<ServerResponse & { readonly text: string }> {
    const [pathname = "", search = ""] = path.split("?");
    const response = await this.server.handle({
      method: "GET",
      path: pathname,
      query: new URLSearchParams(search),
      headers: {},
      body: Readable.from([]),
      signal: new AbortController().signal,
      peer: { address: "10.1.2.3:4567" },
      ...request,
    });
    const { body } = response;
    if (body === undefined || body instanceof Uint8Array)
      return { ...response, text: Buffer.from(body ?? []).toString() };
    return { ...response, text: Symbol.asyncIterator in body ? await read(body) : Buffer.concat(body).toString() };
  }

  /** Starts the server, with an APIService that leads to the backend. */
  async register(spec: JsonObject = {}): Promise<void> {
    await this.server.start();
    const service = { metadata: { name: "api" }, spec: { type: "ExternalName", externalName: "api.test" } };
    await this.send("POST", "/api/v1/namespaces/default/services", service);
    const reference = { namespace: "default", name: "api", port: 443 };
    const whole = { group: "art.test", version: "v1", groupPriorityMinimum: 1_000, versionPriority: 15, ...spec };
    await this.send("POST", "/apis/apiregistration.k8s.io/v1/apiservices", {
      metadata: { name: `${whole.version}.${whole.group}` },
      spec: { service: reference, ...whole },
    });
    await this.clock.settle();
  }

  async condition(name = "v1.art.test"): Promise<Json> {
    const { body } = await this.send("GET", `/apis/apiregistration.k8s.io/v1/apiservices/${name}`);
    return body.status?.conditions?.[0];
  }

  async discovered(group = "art.test"): Promise<Json> {
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const { items } = JSON.parse((await this.ask("/apis", { headers: { accept } })).text);
    return items.find(({ metadata }: Json) => metadata.name === group);
  }
}

async function read(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** A server that has the list of its resources, and says of everything else that it is fine. */
export const answerDiscovery: BackendHandler = async ({ path }) => {
  if (path === "/apis" || path.startsWith("/openapi")) return { status: 404 };
  if (path !== "/apis/art.test/v1") return { body: JSON.stringify({ path }) };
  const resources = [
    { name: "paintings", singularName: "painting", namespaced: true, kind: "Painting", verbs: ["get"] },
  ];
  return { body: JSON.stringify({ kind: "APIResourceList", groupVersion: "art.test/v1", resources }) };
};
