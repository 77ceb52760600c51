/**
 * The OpenAPI documents of servers behind APIServices, beside those of the server itself.
 *
 * Which documents there are is asked along with discovery; a document itself when somebody wants it, and kept as long as its hash says the same.
 */
import { Buffer } from "node:buffer";
import { type Clock, getOwn, isJsonObject, type JsonObject, readJson } from "@pintle/machinery";
import { hashOpenApi, writeOpenApi } from "@pintle/schema/openapi";
import type { OpenApiSource } from "../openapi/openapi-source.ts";
import type { ApiService } from "./api-service.ts";
import type { ResolvedBackend } from "./backend.ts";
import { fetchFromBackend } from "./fetch-from-backend.ts";

type Resolve = (apiService: ApiService) => Promise<ResolvedBackend>;

const timeoutMs = 10_000;
const maxBytes = 32 * 1024 * 1024;
/** How long the documents of version 2 are not asked for again: nothing tells when they change. */
const freshMs = 60_000;

interface RemoteDocuments {
  readonly apiService: ApiService;
  readonly hash: string;
  document?: Uint8Array;
}

export class RemoteOpenApi {
  readonly #clock: Clock;
  readonly #resolve: Resolve;
  /** By document, who has it. */
  readonly #known = new Map<string, RemoteDocuments>();
  readonly #versions2 = new Map<string, { readonly paths: JsonObject; readonly definitions: JsonObject }>();
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, resolve: Resolve) {
    this.#clock = clock;
    this.#resolve = resolve;
  }

  /** Asks for the documents of a group's version. A server that has none of version 3 publishes none. */
  async refresh(apiService: ApiService): Promise<void> {
    const name = nameOf(apiService);
    const { status, bytes } = await this.#fetch(apiService, "/openapi/v3");
    const hash = status === 200 ? hashIn(bytes, name) : undefined;
    if (hash === undefined) this.#known.delete(name);
    else if (this.#known.get(name)?.hash !== hash) this.#known.set(name, { apiService, hash });
  }

  forget(apiService: Pick<ApiService, "group" | "version">): void {
    this.#known.delete(nameOf(apiService));
    this.#versions2.delete(nameOf(apiService));
    this.#askedMs = Number.NEGATIVE_INFINITY;
  }

  hashes(): Iterable<readonly [name: string, hash: string]> {
    return this.#known.entries().map(([name, { hash }]) => [name, hash] as const);
  }

  async document(name: string): Promise<Uint8Array | undefined> {
    const known = this.#known.get(name);
    if (known === undefined || known.document) return known?.document;
    const { status, bytes } = await this.#fetch(known.apiService, `/openapi/v3/${name}`);
    if (status !== 200) return undefined;
    known.document = bytes;
    return bytes;
  }

  /** The paths and definitions of all that can be asked; who cannot, or has none, is left out. */
  async documentsV2(
    apiServices: readonly ApiService[],
  ): Promise<readonly { paths: JsonObject; definitions: JsonObject }[]> {
    if (this.#clock.monotonic() - this.#askedMs > freshMs) {
      this.#askedMs = this.#clock.monotonic();
      await Promise.all(apiServices.map((apiService) => this.#refreshV2(apiService).catch(() => undefined)));
    }
    return [...this.#versions2.values()];
  }

  async #refreshV2(apiService: ApiService): Promise<void> {
    const { status, bytes } = await this.#fetch(apiService, "/openapi/v2");
    const { value } = status === 200 ? readJson(bytes) : { value: null };
    if (!isJsonObject(value)) return;
    const start = `/${nameOf(apiService)}/`;
    const own = Object.entries(objectIn(value, "paths")).filter(([path]) => `${path}/`.startsWith(start));
    const paths = Object.fromEntries(own);
    this.#versions2.set(nameOf(apiService), { paths, definitions: objectIn(value, "definitions") });
  }

  async #fetch(apiService: ApiService, path: string) {
    const resolved = await this.#resolve(apiService);
    const headers = { accept: "application/json" };
    return fetchFromBackend({ ...resolved, path, headers, clock: this.#clock, timeoutMs, maxBytes });
  }
}

/** The documents of both; the server's own come first where both have one. */
export function uniteOpenApi(
  own: OpenApiSource,
  remote: RemoteOpenApi,
  apiServices: () => readonly ApiService[],
): OpenApiSource {
  let made: { readonly inputs: readonly unknown[]; readonly whole: ReturnType<OpenApiSource["wholeV2"]> } | undefined;
  return {
    hashes: () => new Map([...remote.hashes(), ...own.hashes()]),
    document: async (name) => (await own.document(name)) ?? remote.document(name),
    async wholeV2() {
      const services = apiServices();
      const ours = await own.wholeV2();
      const others = services.length === 0 ? [] : await remote.documentsV2(services);
      if (others.length === 0) return ours;
      const inputs = [ours.document, ...others];
      const isMade = made?.inputs.length === inputs.length && inputs.every((input, at) => made?.inputs[at] === input);
      if (!isMade) made = { inputs, whole: Promise.resolve(mergeV2(ours.document, others)) };
      return made?.whole ?? ours;
    },
  };
}

function mergeV2(own: Uint8Array, others: readonly { paths: JsonObject; definitions: JsonObject }[]) {
  const { value } = readJson(own);
  const whole: JsonObject = isJsonObject(value) ? { ...value } : {};
  for (const key of ["paths", "definitions"] as const) {
    whole[key] = Object.assign({}, ...others.map((other) => other[key]), whole[key]);
  }
  const document = Buffer.from(writeOpenApi(whole));
  return { document, hash: hashOpenApi(document) };
}

function nameOf({ group, version }: Pick<ApiService, "group" | "version">): string {
  return `apis/${group}/${version}`;
}

/** The index names each document with its hash: `/openapi/v3/apis/g/v?hash=…`. */
function hashIn(index: Uint8Array, name: string): string | undefined {
  const { value } = readJson(index);
  const place = isJsonObject(value) ? objectIn(objectIn(value, "paths"), name).serverRelativeURL : undefined;
  if (typeof place !== "string") return undefined;
  const hash = new URL(place, "https://server").searchParams.get("hash") ?? "";
  // It becomes a part of our own headers; what could not be one is replaced by what stands for it as well.
  return /^[\w-]{1,256}$/.test(hash) ? hash : hashOpenApi(Buffer.from(place));
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : {};
}
