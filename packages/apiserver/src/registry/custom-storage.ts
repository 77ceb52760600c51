/**
 * Storage that somebody wrote by hand: virtual lists, reviews, tokens, connections. Each verb that is there is served.
 *
 * Objects are plain JSON in the version of the request; errors are thrown as `ApiError`.
 */
import type { JsonObject } from "@pintle/machinery";
import type { RequestContext } from "../pipeline/request-context.ts";
import type { ServerRequest, ServerResponse } from "../pipeline/server-request.ts";

export interface CustomStorage {
  readonly get?: (call: CustomCall) => Promise<JsonObject>;
  readonly list?: (
    call: CustomCall,
  ) => Promise<{ readonly items: readonly JsonObject[]; readonly resourceVersion: string }>;
  /** Completes what was sent to be created, when admission has changed it and before it is judged. */
  readonly prepareCreate?: (call: CustomCall, object: JsonObject) => JsonObject;
  readonly create?: (call: CustomCall, object: JsonObject) => Promise<JsonObject>;
  readonly update?: (call: CustomCall, object: JsonObject) => Promise<JsonObject>;
  readonly delete?: (call: CustomCall) => Promise<JsonObject>;
  /** Any method, any content: logs, exec, proxies. */
  readonly connect?: (call: CustomCall, request: ServerRequest) => Promise<ServerResponse>;
}

export interface CustomCall {
  readonly context: RequestContext;
  readonly namespace: string;
  readonly name: string;
  readonly query: URLSearchParams;
  readonly isDryRun: boolean;
}
