/** A server with ConfigMaps, Deployments and Widgets in memory, for tests: requests go in as on the wire, answers come out parsed. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { shapeOf } from "@pintle/kinds/tables";
import {
  createJsonLogger,
  createSeededRandom,
  createVirtualClock,
  excludeFields,
  FieldSet,
  fieldNamesPath,
  type JsonObject,
  type Shape,
  type VirtualClock,
} from "@pintle/machinery";
import type { AdmissionChain } from "../admission/admission.ts";
import type { AuditLevel, AuditStage } from "../audit/audit-event.ts";
import { AuditTrail } from "../audit/audit-trail.ts";
import type { Authorizer } from "../pipeline/authorizer.ts";
import { statusOfFailure } from "../pipeline/failure-response.ts";
import { readRequestInfo } from "../pipeline/read-request-info.ts";
import { createRequestContext, type RequestContext } from "../pipeline/request-context.ts";
import type { ServerRequest, ServerResponse } from "../pipeline/server-request.ts";
import { createResourceRegistry, type ResourceRegistry } from "../registry/resource-registry.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import { createMemoryStorage } from "../storage/memory-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { normalizeBuiltIn } from "../wire/typed/normalize-built-in.ts";
import { createRestHandler, type RestHandler } from "./handle-rest.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are asked for anything.
export type Json = any;

const keepStatus = (object: JsonObject, old: JsonObject): JsonObject => {
  const { status: _, ...rest } = object;
  return old.status === undefined ? rest : { ...rest, status: old.status };
};

export const configMaps: ServedResource = {
  group: "",
  plural: "configmaps",
  singular: "configmap",
  kind: "ConfigMap",
  scope: "Namespaced",
  versions: [
    {
      version: "v1",
      shape: shapeOf({ group: "", version: "v1", kind: "ConfigMap" }) as Shape,
      normalize: (object) => normalizeBuiltIn(object, "core/v1.ConfigMap"),
    },
  ],
  strategy: { nameRule: "dns1123Subdomain" },
  isBuiltIn: true,
};

const status = FieldSet.of(fieldNamesPath("status"));
const spec = FieldSet.of(fieldNamesPath("spec"));

export const deployments: ServedResource = {
  group: "apps",
  plural: "deployments",
  singular: "deployment",
  kind: "Deployment",
  scope: "Namespaced",
  versions: [
    {
      version: "v1",
      shape: shapeOf({ group: "apps", version: "v1", kind: "Deployment" }) as Shape,
      normalize: (object) => normalizeBuiltIn(object, "apps/v1.Deployment"),
      default: (object) => ({ ...object, spec: { replicas: 1, ...(object.spec as JsonObject) } }),
    },
  ],
  strategy: {
    nameRule: "dns1123Subdomain",
    generation: "outside-status",
    prepareCreate: ({ status: _, ...object }) => ({ ...object, status: {} }),
    prepareUpdate: keepStatus,
    resetFields: new Map([["apps/v1", excludeFields(status)]]),
  },
  subresources: {
    status: {
      type: "view",
      strategy: {
        nameRule: "dns1123Subdomain",
        generation: "outside-status",
        prepareUpdate: (object, old) => ({ ...object, spec: old.spec ?? {} }),
        resetFields: new Map([["apps/v1", excludeFields(spec)]]),
      },
    },
    scale: {
      type: "scale",
      specReplicasPath: "spec.replicas",
      statusReplicasPath: "status.replicas",
      selectorPath: "spec.selector",
    },
  },
  isBuiltIn: true,
};

const any: Shape = { type: "any" };
const text: Shape = { type: "scalar", scalar: "string" };

/** Kept in v1; in v2 its size is called length. */
export const widgets: ServedResource = {
  group: "example.com",
  plural: "widgets",
  singular: "widget",
  kind: "Widget",
  scope: "Namespaced",
  versions: [
    { version: "v1", shape: widgetShape("size") },
    {
      version: "v2",
      shape: widgetShape("length"),
      toStorage: ({ length, ...object }) => (length === undefined ? object : { ...object, size: length }),
      fromStorage: ({ size, ...object }) => (size === undefined ? object : { ...object, length: size }),
    },
  ],
  storageVersion: "v1",
  strategy: {
    nameRule: "dns1123Subdomain",
    generation: "outside-status",
    allowsUnconditionalUpdate: false,
    selectableFieldNames: ["metadata.namespace"],
  },
};

function widgetShape(size: string): Shape {
  const fields = { apiVersion: { shape: text }, kind: { shape: text }, metadata: { shape: any }, spec: { shape: any } };
  return { type: "map", fields: { ...fields, [size]: { shape: text } } };
}

export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly text: string;
  readonly warnings: readonly string[];
  /** What audit would be told beside the request. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly response: ServerResponse | undefined;
}

export interface AskOptions {
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly auditLevel?: AuditLevel;
}

const patchTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

export class RestFixture {
  readonly clock: VirtualClock = createVirtualClock({ start: Date.UTC(2026, 0, 1) });
  readonly storage: Storage = createMemoryStorage({ clock: this.clock });
  readonly registry: ResourceRegistry;
  readonly random = createSeededRandom(42);
  readonly rest: RestHandler;

  constructor(
    options: {
      resources?: readonly ServedResource[];
      admission?: AdmissionChain;
      authorizer?: Authorizer;
      maxObjectBytes?: number;
    } = {},
  ) {
    const { resources = [configMaps, deployments, widgets], admission, authorizer, maxObjectBytes } = options;
    this.registry = createResourceRegistry(resources);
    const { storage, clock, random, registry } = this;
    this.rest = createRestHandler({
      ...{ storage, clock, random, registry },
      ...(admission && { admission }),
      ...(authorizer && { authorizer }),
      ...(maxObjectBytes !== undefined && { maxObjectBytes }),
    });
  }

  async ask(method: string, path: string, options: AskOptions = {}): Promise<Answer> {
    const { body, query = {}, headers = {}, auditLevel } = options;
    const sent = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
    const search = new URLSearchParams(query);
    const request = {
      method,
      path,
      query: search,
      headers: { "user-agent": "tests/1", ...headers },
      body: bodyOf(sent),
      signal: new AbortController().signal,
      peer: {},
    };
    const logger = createJsonLogger({ write: () => {}, clock: this.clock });
    const context = createRequestContext({ clock: this.clock, random: this.random, logger }, request);
    context.info = readRequestInfo(method, decodeURIComponent(path), search);
    if (auditLevel) context.audit = createTrail(auditLevel, request, context);
    try {
      const response = await this.rest.handle(request, context);
      const text = await textOf(response);
      const told = { warnings: context.warnings, annotations: Object.fromEntries(context.auditAnnotations) };
      return { status: response.status, body: parse(text), text, ...told, response };
    } catch (error) {
      const failure = statusOfFailure(error);
      const told = { warnings: context.warnings, annotations: Object.fromEntries(context.auditAnnotations) };
      return { status: failure.code ?? 500, body: failure, text: "", ...told, response: undefined };
    }
  }

  get(path: string, query: Record<string, string> = {}): Promise<Answer> {
    return this.ask("GET", path, { query });
  }

  create(path: string, body: unknown, query: Record<string, string> = {}): Promise<Answer> {
    return this.ask("POST", path, { body, query });
  }

  update(path: string, body: unknown, query: Record<string, string> = {}): Promise<Answer> {
    return this.ask("PUT", path, { body, query });
  }

  delete(path: string, body?: unknown, query: Record<string, string> = {}): Promise<Answer> {
    return this.ask("DELETE", path, { body, query });
  }

  patch(
    type: keyof typeof patchTypes,
    path: string,
    body: unknown,
    query: Record<string, string> = {},
  ): Promise<Answer> {
    return this.ask("PATCH", path, { body, query, headers: { "content-type": patchTypes[type] } });
  }

  /** Creates the object and gives it back as it was answered. */
  async make(path: string, object: unknown): Promise<Json> {
    const answer = await this.create(path, object);
    assert.equal(answer.status, 201, answer.body?.message);
    return answer.body;
  }
}

export const maps = "/api/v1/namespaces/ns/configmaps";
export const deploys = "/apis/apps/v1/namespaces/ns/deployments";
export const widgetsV1 = "/apis/example.com/v1/namespaces/ns/widgets";
export const widgetsV2 = "/apis/example.com/v2/namespaces/ns/widgets";

/** Asserts the code and the message of a refusal. */
export function assertRefused(answer: Answer, status: number, message: string | RegExp): void {
  if (typeof message === "string") assert.deepEqual([answer.status, answer.body.message], [status, message]);
  else {
    assert.equal(answer.status, status, answer.body?.message);
    assert.match(answer.body.message, message);
  }
}

function createTrail(level: AuditLevel, request: ServerRequest, context: RequestContext): AuditTrail {
  const decision = { level, omitStages: new Set<AuditStage>(), omitsManagedFields: false };
  return new AuditTrail({ decision, sink: () => {}, request, context, user: undefined });
}

async function* bodyOf(text: string): AsyncGenerator<Uint8Array> {
  if (text !== "") yield Buffer.from(text);
}

async function textOf({ body }: ServerResponse): Promise<string> {
  if (body === undefined) return "";
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
