/** Turns what was thrown into an answer: a Status in the format that was asked for, whatever happened. */
import { ApiError, createFailureStatus, type JsonObject, type Status } from "@pintle/machinery";
import { encodeObject } from "../wire/encode-object.ts";
import { negotiateFailure } from "../wire/negotiate.ts";
import type { ServerRequest, ServerResponse } from "./server-request.ts";

/** What is not an `ApiError` is a mistake of the server: its text is told, since the one who asks may have to report it. */
export function statusOfFailure(error: unknown): Status {
  const known = ApiError.find(error);
  if (known) return known.status;
  return createFailureStatus("", error instanceof Error ? error.message : String(error));
}

export function respondFailure(request: ServerRequest, error: unknown): ServerResponse {
  const status = statusOfFailure(error);
  const { headers, query } = request;
  const form = negotiateFailure(headers.accept, { query, userAgent: headers["user-agent"] });
  const retryAfterSeconds = status.details?.retryAfterSeconds;
  return {
    status: status.code ?? 500,
    headers: {
      "content-type": form.contentType,
      ...(retryAfterSeconds !== undefined && retryAfterSeconds > 0 && { "retry-after": String(retryAfterSeconds) }),
    },
    body: encodeObject(status as unknown as JsonObject, form, "meta/v1.Status"),
  };
}

/** What is told without a Status: by routers and probes. */
export function respondText(status: number, text: string, headers: ServerResponse["headers"] = {}): ServerResponse {
  return {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff", ...headers },
    body: new TextEncoder().encode(text),
  };
}

export function respondNoPage(): ServerResponse {
  return respondText(404, "404 page not found\n");
}
