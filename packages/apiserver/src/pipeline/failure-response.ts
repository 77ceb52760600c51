/** Turns what was thrown into an answer: a Status in the format that was asked for, whatever happened. */
import { ApiError, createFailureStatus, type JsonObject, quoteGo, type Status } from "@pintle/machinery";
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

/** What went wrong before anybody could say it in the words of the API; nobody must take it for HTML. */
export function respondInternalError({ target, path }: ServerRequest, error: unknown): ServerResponse {
  const why = error instanceof Error ? error.message : String(error);
  return respondText(500, `${escapeHtml(`Internal Server Error: ${quoteGo(target ?? path)}: ${why}`)}\n`);
}

/** Refusals quote what came from outside; they must not be taken for HTML by anybody who shows them. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function respondNoPage(): ServerResponse {
  return respondText(404, "404 page not found\n");
}
