/** A server that serves definitions from memory on a virtual clock, for tests: requests go in as on the wire, answers come out parsed. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { shapeOfType } from "@pintle/kinds/tables";
import {
  createJsonLogger,
  createSeededRandom,
  createVirtualClock,
  type JsonObject,
  type VirtualClock,
} from "@pintle/machinery";
import { type ApiServer, createApiServer } from "../api-server.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import type { Strategy } from "../registry/strategy.ts";
import { createMemoryStorage } from "../storage/memory-storage.ts";
import type { Storage } from "../storage/storage.ts";
import type { ConnectWebhook } from "../webhooks/webhook-connection.ts";
import { normalizeBuiltIn } from "../wire/typed/normalize-built-in.ts";
import { type CustomOpenApi, createCustomOpenApi } from "./custom-openapi.ts";
import { withDefinitionRules, withDefinitionStatusRules } from "./definition-strategy.ts";
import { type ServedDefinitions, startServingDefinitions } from "./serve-definitions.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are asked for anything.
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly text: string;
  readonly body: Json;
}

export const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const definitionType = "apiextensions/v1.CustomResourceDefinition";

const base: Strategy = {
  nameRule: "dns1123Subdomain",
  generation: "outside-status",
  allowsUnconditionalUpdate: false,
  prepareCreate: (object) => ({ ...object, status: {} }),
  prepareUpdate: (object, old) => ({ ...object, status: old.status ?? {} }),
};
const status: Strategy = {
  ...base,
  generation: "none",
  prepareUpdate: (object, old) => ({ ...object, spec: old.spec ?? {} }),
};

/** As a control plane serves the kind, with less of what does not matter here. */
const definitionResource: ServedResource = {
  group: "apiextensions.k8s.io",
  plural: "customresourcedefinitions",
  singular: "customresourcedefinition",
  kind: "CustomResourceDefinition",
  scope: "Cluster",
  isBuiltIn: true,
  versions: [
    {
      version: "v1",
      shape: shapeOfType(definitionType),
      normalize: (object) => normalizeBuiltIn(object, definitionType),
      default: withNames,
    },
  ],
  strategy: withDefinitionRules(base),
  subresources: { status: { type: "view", strategy: withDefinitionStatusRules(status) } },
};

function withNames(object: JsonObject): JsonObject {
  const { spec } = object as { spec?: Json };
  if (spec?.names?.kind === undefined) return object;
  const { kind } = spec.names;
  const names = { singular: kind.toLowerCase(), listKind: `${kind}List`, ...spec.names };
  return { ...object, spec: { ...spec, names } };
}

const nothing = { document: new Uint8Array(Buffer.from('{"swagger":"2.0"}')), hash: "" };

export class DefinitionsFixture {
  readonly clock: VirtualClock = createVirtualClock();
  readonly storage: Storage;
  readonly openApi: CustomOpenApi;
  readonly server: ApiServer;
  readonly logged: string[] = [];
  #served: ServedDefinitions | undefined;

  constructor(storage?: Storage, connectWebhook?: ConnectWebhook) {
    const { clock } = this;
    this.storage = storage ?? createMemoryStorage({ clock });
    this.openApi = createCustomOpenApi({
      hashes: () => new Map(),
      document: async () => undefined,
      wholeV2: async () => nothing,
    });
    const logger = createJsonLogger({ write: (line) => this.logged.push(line), clock, level: "error" });
    const random = createSeededRandom(1);
    this.server = createApiServer({
      storage: this.storage,
      clock,
      random,
      logger,
      resources: [definitionResource],
      version: { major: "1", minor: "36" } as Json,
      openApi: this.openApi,
      postStartHooks: {
        definitions: async ({ registry, loopback: transport }: ApiServer) => {
          const seams = { storage: this.storage, clock, random, logger, onServed: this.openApi.publish };
          const webhooks = connectWebhook && { connectWebhook };
          this.#served = await startServingDefinitions({ registry, transport, ...seams, ...webhooks });
        },
      },
    } as Json);
  }

  static async start(storage?: Storage, connectWebhook?: ConnectWebhook): Promise<DefinitionsFixture> {
    const fixture = new DefinitionsFixture(storage, connectWebhook);
    await fixture.server.start();
    await fixture.clock.settle();
    return fixture;
  }

  async stop(): Promise<void> {
    await this.#served?.stop();
    await this.server.shutDown();
  }

  async ask(method: string, target: string, body?: Json, headers: Record<string, string> = {}): Promise<Answer> {
    const [path = "", search = ""] = target.split("?");
    const response = await this.server.loopback.request({
      method,
      path,
      query: new URLSearchParams(search),
      headers: { "content-type": "application/json", "user-agent": "test", ...headers },
      ...(body !== undefined && { body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)) }),
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body) pieces.push(piece);
    const text = Buffer.concat(pieces).toString("utf8");
    return { status: response.status, headers: response.headers, text, body: text.startsWith("{") && JSON.parse(text) };
  }

  get = (target: string, headers?: Record<string, string>) => this.ask("GET", target, undefined, headers);
  create = (target: string, body: Json) => this.ask("POST", target, body);
  delete = (target: string) => this.ask("DELETE", target);
  merge = (target: string, body: Json) =>
    this.ask("PATCH", target, body, { "content-type": "application/merge-patch+json" });

  /** Creates the definition, and has it established. */
  async define(definition: Json): Promise<void> {
    const answer = await this.create(definitionsPath, definition);
    assert.equal(answer.status, 201, answer.text);
    await this.clock.settle();
  }

  async definition(name = "widgets.example.com"): Promise<Json> {
    return (await this.get(`${definitionsPath}/${name}`)).body;
  }

  async change(spec: Json, name = "widgets.example.com"): Promise<void> {
    const answer = await this.merge(`${definitionsPath}/${name}`, { spec });
    assert.equal(answer.status, 200, answer.text);
    await this.clock.settle();
  }
}

export function version(name: string, properties?: Json, more: Json = {}): Json {
  const spec = { type: "object", properties };
  const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const openAPIV3Schema = properties ? { type: "object", properties: { spec } } : anything;
  return { name, served: true, storage: name === "v1", schema: { openAPIV3Schema }, ...more };
}

export function widgets(versions: readonly Json[] = [version("v1")], more: Json = {}): Json {
  const names = { plural: "widgets", kind: "Widget", ...more.names };
  const group = more.group ?? "example.com";
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${names.plural}.${group}` },
    spec: { group, scope: "Namespaced", versions, ...more, names },
  };
}

export function widget(name: string, more: Json = {}, apiVersion = "example.com/v1"): Json {
  return { apiVersion, kind: "Widget", metadata: { name }, ...more };
}

export const path = "/apis/example.com/v1/namespaces/ns/widgets";
