/** Asks webhooks without a port: bytes in, bytes out. */
import {
  createConsoleLogger,
  createVirtualClock,
  defineKind,
  type JsonObject,
  type VirtualClock,
} from "@pintle/machinery";
import { BodyBudget } from "../http/body-budget.ts";
import { HttpError } from "../http/http-message.ts";
import { ReceivedRequest } from "../http/received-request.ts";
import { SharedDeadlines } from "../http/shared-deadlines.ts";
import { countCalls, serveEndpoint } from "./serve-endpoint.ts";
import type { Webhook } from "./webhook.ts";
import { WebhookCache } from "./webhook-cache.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at any depth.
export type Json = any;

export interface BoxSpec {
  image: string;
  replicas?: number;
}

/** Its image may be left out when it is written, and is there when it is read. */
export const Box = defineKind({
  group: "example.com",
  version: "v1",
  kind: "Box",
  plural: "boxes",
  scope: "Namespaced",
})<{ spec: BoxSpec }, { spec: Partial<BoxSpec> }>();

export const box: JsonObject = {
  apiVersion: "example.com/v1",
  kind: "Box",
  metadata: { name: "a", namespace: "default" },
  spec: { image: "nginx", unknown: { deep: 9007199254740993n } },
};

export function review(request: JsonObject = {}, apiVersion = "admission.k8s.io/v1"): JsonObject {
  return {
    kind: "AdmissionReview",
    apiVersion,
    request: {
      uid: "u-1",
      kind: { group: "example.com", version: "v1", kind: "Box" },
      resource: { group: "example.com", version: "v1", resource: "boxes" },
      name: "a",
      namespace: "default",
      operation: "CREATE",
      userInfo: { username: "jane", groups: ["dev"], extra: { scopes: ["a"] } },
      object: box,
      oldObject: null,
      dryRun: false,
      options: { kind: "CreateOptions" },
      ...request,
    },
  };
}

export class Caller {
  readonly clock: VirtualClock = createVirtualClock();
  readonly lines: string[] = [];
  readonly counted: string[] = [];
  cache: WebhookCache = new WebhookCache();
  readonly #webhook: Webhook;

  constructor(webhook: Webhook) {
    this.#webhook = webhook;
  }

  /** The status and, where it is JSON, the parsed body. */
  async ask(path: string, body: Uint8Array | string, headers: Record<string, string> = {}): Promise<[number, Json]> {
    const [plain = ""] = path.split("?");
    const endpoint = this.#webhook.endpoints.find((each) => each.path === plain);
    if (!endpoint) throw new Error(`nothing is served at ${plain}`);
    const logger = createConsoleLogger({ write: (line) => this.lines.push(line), clock: this.clock });
    const metrics = {
      forPath: () => ({ begin: () => {}, end: (status: number) => void this.counted.push(String(status)) }),
      countPanic: (of: string) => void this.counted.push(`panic ${of}`),
    };
    const seams = { clock: this.clock, logger, metrics, cache: this.cache };
    const handle = countCalls(plain, serveEndpoint(endpoint, seams), seams);
    const request = new ReceivedRequest({
      method: "POST",
      target: path,
      headers: { "content-type": "application/json", ...headers },
      body: undefined,
      sharing: { deadlines: new SharedDeadlines(this.clock), budget: new BodyBudget(0) },
    });
    request.body = async () => Buffer.from(body);
    try {
      const { status, headers = {}, body: answered } = await handle(request);
      const isJson = headers["content-type"] === "application/json";
      return [status, isJson ? JSON.parse(String(answered)) : answered];
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return [error.status, error.message];
    }
  }
}

/** The `response` in the answer to a review. */
export async function respond(webhook: Webhook | Caller, path: string, question: JsonObject): Promise<Json> {
  const caller = webhook instanceof Caller ? webhook : new Caller(webhook);
  const [status, answer] = await caller.ask(path, toBytes(question));
  if (status !== 200) throw new Error(`${status}: ${answer}`);
  return answer.response;
}

/** As the API server writes it: digits of large integers stay. */
export function toBytes(value: JsonObject): Uint8Array {
  return Buffer.from(
    JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `big${each}` : each)).replace(/"big(\d+)"/g, "$1"),
  );
}
