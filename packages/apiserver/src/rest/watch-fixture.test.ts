/** Watches of ConfigMaps and Widgets in memory, for tests: what is written is stored, what is read is told in lines. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import {
  createSeededRandom,
  createVirtualClock,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type VirtualClock,
} from "@pintle/machinery";
import type { RequestContext } from "../pipeline/request-context.ts";
import type { ServerResponse } from "../pipeline/server-request.ts";
import { createResourceEndpoint, type ResourceEndpoint } from "../registry/resource-endpoint.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import { encodeStored } from "../registry/stored-object.ts";
import { createMemoryStorage, type MemoryStorageOptions } from "../storage/memory-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { createWatchCaches, type WatchCaches } from "../watch/watch-caches.ts";
import { handleWatch } from "./handle-watch.ts";

const nameRule = "subdomain" as never;
const shape = { type: "object" } as never;

export const configMaps: ServedResource = {
  group: "",
  plural: "configmaps",
  singular: "configmap",
  kind: "ConfigMap",
  scope: "Namespaced",
  versions: [
    {
      version: "v1",
      shape,
      columns: {
        definitions: [
          { name: "Name", type: "string", format: "name" },
          { name: "Age", type: "string" },
        ],
        cells: ({ metadata }, nowMs) => [(metadata as JsonObject).name ?? "", `${nowMs % 3_600_000}`],
      },
    },
  ],
  strategy: { nameRule },
  isBuiltIn: true,
};

/** Kept in v1; in v2 its size is a text. */
export const widgets: ServedResource = {
  group: "example.com",
  plural: "widgets",
  singular: "widget",
  kind: "Widget",
  scope: "Cluster",
  versions: [
    { version: "v1", shape },
    { version: "v2", shape, fromStorage: (object) => ({ ...object, size: String(object.size) }) },
  ],
  storageVersion: "v1",
  strategy: { nameRule },
};

export interface WatchRequest {
  readonly query?: Record<string, string>;
  readonly accept?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly endpoint?: ResourceEndpoint;
}

export class Fixture {
  readonly clock: VirtualClock = createVirtualClock();
  readonly storage: Storage;
  readonly caches: WatchCaches;
  readonly maps: ResourceEndpoint = endpointOf(configMaps, "v1");
  /** Aborts all requests, as if the clients had gone. */
  readonly gone = new AbortController();

  constructor(options: Partial<MemoryStorageOptions> = {}) {
    this.storage = createMemoryStorage({ clock: this.clock, ...options });
    this.caches = createWatchCaches({ storage: this.storage, clock: this.clock });
  }

  /** Writes a ConfigMap with labels, `namespace/name`, and gives its resourceVersion. */
  async put(path: string, labels: Record<string, string> = {}, more: JsonObject = {}): Promise<string> {
    const [namespace = "", name = ""] = path.split("/");
    const object = { kind: "ConfigMap", apiVersion: "v1", metadata: { name, namespace, labels }, ...more };
    return await this.store(this.maps, path, object);
  }

  async store(endpoint: ResourceEndpoint, path: string, object: JsonObject): Promise<string> {
    return await this.#swap(endpoint.prefix + path, encodeStored(object, "declared"));
  }

  async remove(path: string, endpoint: ResourceEndpoint = this.maps): Promise<string> {
    return await this.#swap(endpoint.prefix + path, undefined);
  }

  async respond(watch: WatchRequest = {}): Promise<ServerResponse> {
    const { accept, namespace = "", name = "", endpoint = this.maps } = watch;
    const query = new URLSearchParams({ watch: "true", ...watch.query });
    const { signal } = this.gone;
    const context = { clock: this.clock, info: { name }, signal };
    const request = { method: "GET", path: "/", query, headers: { accept }, body: empty(), signal, peer: {} };
    return await handleWatch(
      { request, context: context as unknown as RequestContext, endpoint, namespace },
      { caches: this.caches, random: createSeededRandom(1) },
    );
  }

  async watch(watch: WatchRequest = {}): Promise<Reader> {
    const response = await this.respond(watch);
    assert.equal(response.status, 200);
    return new Reader(response);
  }

  async #swap(key: string, value: Uint8Array | undefined): Promise<string> {
    const { entry } = await this.storage.get(key);
    const result = await this.storage.swap(key, entry?.revision ?? 0, value);
    assert.ok(result.isDone);
    return String(result.revision);
  }
}

/** Reads a watch as a client does: chunks into lines into events. */
export class Reader {
  readonly chunks: AsyncIterator<Uint8Array>;
  readonly contentType: unknown;
  #lines: string[] = [];
  #rest = "";

  constructor({ body, headers }: ServerResponse) {
    assert.ok(body !== undefined && Symbol.asyncIterator in body);
    this.chunks = body[Symbol.asyncIterator]();
    this.contentType = headers["content-type"];
  }

  /** The next event, or `undefined` at the end of the stream. */
  async next(): Promise<JsonObject | undefined> {
    while (this.#lines.length === 0) {
      const { value, done } = await this.chunks.next();
      if (done) {
        assert.equal(this.#rest, "", "the last line is whole");
        return undefined;
      }
      const lines = (this.#rest + Buffer.from(value).toString()).split("\n");
      this.#rest = lines.pop() ?? "";
      this.#lines = lines;
    }
    return JSON.parse(this.#lines.shift() ?? "");
  }

  async take(count: number): Promise<JsonObject[]> {
    const events: JsonObject[] = [];
    for (let taken = 0; taken < count; taken += 1) {
      const event = await this.next();
      assert.ok(event, `the stream ended after ${taken} events`);
      events.push(event);
    }
    return events;
  }

  /** `ADDED a@5`, `BOOKMARK @7`. */
  async briefs(count: number): Promise<string[]> {
    return (await this.take(count)).map(brief);
  }

  async assertEnds(): Promise<void> {
    assert.equal(await this.next(), undefined);
  }
}

export function brief(event: JsonObject): string {
  const { name = "", resourceVersion = "" } = within(event, "object", "metadata");
  return `${event.type} ${name}@${resourceVersion}`;
}

/** The object behind keys and indexes. */
export function within(value: JsonValue | undefined, ...path: (string | number)[]): JsonObject {
  const found = path.reduce((inner, key) => (inner as Record<string | number, JsonValue> | undefined)?.[key], value);
  assert.ok(isJsonObject(found), `there is nothing at ${path.join(".")}`);
  return found;
}

export function endpointOf(resource: ServedResource, version: string): ResourceEndpoint {
  const served = resource.versions.find((candidate) => candidate.version === version);
  assert.ok(served);
  return createResourceEndpoint(resource, served);
}

async function* empty(): AsyncGenerator<Uint8Array> {}
