/** The aggregator's own writes to APIServices, as requests to the server itself: every write has all that a write brings with it. */
import { Buffer } from "node:buffer";
import {
  ApiError,
  isJsonObject,
  type JsonObject,
  readJson,
  type Status,
  type Transport,
  writeJson,
} from "@pintle/machinery";
import type { ApiService } from "./api-service.ts";

/** What is gone or was changed meanwhile is left alone: whoever did that brings us back. */
export interface ApiServiceClient {
  setConditions(apiService: ApiService, conditions: JsonObject[]): Promise<void>;
  create(name: string, labels: JsonObject, spec: JsonObject): Promise<void>;
  setSpec(apiService: ApiService, spec: JsonObject): Promise<void>;
  delete(apiService: ApiService): Promise<void>;
}

const collection = "/apis/apiregistration.k8s.io/v1/apiservices";
const overtaken: ReadonlySet<number> = new Set([404, 409]);

export function createApiServiceClient(transport: Transport): ApiServiceClient {
  async function send(method: string, path: string, body: JsonObject, type = "application/json"): Promise<void> {
    const response = await transport.request({
      method,
      path,
      headers: { "content-type": type, "user-agent": "kube-apiserver" },
      body: Buffer.from(writeJson(body)),
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body) pieces.push(piece);
    if (response.status < 400 || overtaken.has(response.status)) return;
    const { value } = readJson(Buffer.concat(pieces));
    throw isJsonObject(value) ? new ApiError(value as unknown as Status) : new Error(`${method} ${path} failed`);
  }
  const merge = (path: string, { uid, resourceVersion }: ApiService, patch: JsonObject) =>
    send("PATCH", path, { metadata: { uid, resourceVersion }, ...patch }, "application/merge-patch+json");
  return {
    setConditions: (apiService, conditions) =>
      merge(`${collection}/${apiService.name}/status`, apiService, { status: { conditions } }),
    create: (name, labels, spec) => send("POST", collection, { metadata: { name, labels }, spec }),
    setSpec: (apiService, spec) => {
      const gone = Object.keys(apiService.spec).filter((key) => !(key in spec));
      const cleared = Object.fromEntries(gone.map((key) => [key, null]));
      return merge(`${collection}/${apiService.name}`, apiService, { spec: { ...spec, ...cleared } });
    },
    delete: ({ name, uid }) => send("DELETE", `${collection}/${name}`, { preconditions: { uid } }),
  };
}
