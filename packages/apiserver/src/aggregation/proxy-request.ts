/**
 * Hands a request to the server behind an APIService and its answer back, bytes as they come, so that watches work and so do connections
 * that become something else. The caller has been authenticated and authorized by then, and loses its credentials here.
 */
import { compareUtf8, type TransportRequest, type TransportResponse } from "@pintle/machinery";
import { respondText } from "../pipeline/failure-response.ts";
import { isLongRunning } from "../pipeline/long-running.ts";
import type { RequestContext } from "../pipeline/request-context.ts";
import type { Handler, ServerRequest, ServerResponse } from "../pipeline/server-request.ts";
import type { ApiService } from "./api-service.ts";
import type { BackendPool, ResolvedBackend } from "./backend.ts";
import { headersFromBackend, headersToBackend } from "./proxied-headers.ts";

/** What is not meant to last must be over by then, its body included. */
const longestMs = 60_000;
/** The list of a version's resources is what every client waits for. */
const discoveryMs = 5_000;

export function proxyTo(apiService: ApiService, backends: BackendPool): Handler {
  return async (request, context) => {
    context.audit?.leaveAnswer();
    if (!apiService.isAvailable) return respondText(503, "service unavailable\n");
    let resolved: ResolvedBackend;
    try {
      resolved = await backends.resolve(apiService);
    } catch (error) {
      context.logger.warn("the server of an APIService is not found", { error, apiService: apiService.name });
      return respondText(503, "service unavailable\n");
    }
    return exchange(request, context, resolved);
  };
}

async function exchange(
  request: ServerRequest,
  context: RequestContext,
  { backend, address }: ResolvedBackend,
): Promise<ServerResponse> {
  const limit = limitTime(context);
  const path = encodePath(context.info.path);
  const sent: TransportRequest = {
    method: request.method,
    path,
    // Sorted, as upstream's are: a server that signs or caches by them sees the same.
    query: [...request.query].sort(([left], [right]) => compareUtf8(left, right)),
    headers: headersToBackend(request, context, address, path),
    ...(hasBody(request) && { body: request.body }),
    signal: limit.signal,
  };
  try {
    return await (request.asksToSwitch
      ? switchAt(await backend.upgrade(sent), limit)
      : forward(await backend.request(sent), limit));
  } catch (error) {
    limit.end();
    const why = error instanceof Error ? error.message : String(error);
    const prefix = request.asksToSwitch ? "" : "error trying to reach service: ";
    return respondText(503, `${prefix}${why}\n`);
  }
}

async function forward({ status, headers, body }: TransportResponse, limit: TimeLimit): Promise<ServerResponse> {
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    limit.abort();
    const text = "the backend attempted to redirect this request, which is not permitted";
    return { status: 502, headers: {}, body: new TextEncoder().encode(text), isVerbatim: true };
  }
  return { status, headers: headersFromBackend(headers, false), body: readWithin(body, limit), isVerbatim: true };
}

function switchAt(
  { status, headers, body, socket }: Awaited<ReturnType<ResolvedBackend["backend"]["upgrade"]>>,
  limit: TimeLimit,
): ServerResponse {
  if (status !== 101 && status < 400) throw new Error(`invalid upgrade response: status code ${status}`);
  if (socket === undefined) {
    return { status, headers: headersFromBackend(headers, false), body: readWithin(body, limit), isVerbatim: true };
  }
  limit.end();
  return { status, headers: headersFromBackend(headers, true), socket };
}

interface TimeLimit {
  /** Aborted when the time is over or the client has gone. */
  readonly signal: AbortSignal;
  /** The exchange is over. */
  end(): void;
  /** Nobody wants the rest of the answer. */
  abort(): void;
}

function limitTime({ clock, info, signal: client }: RequestContext): TimeLimit {
  const controller = new AbortController();
  const leave = () => controller.abort(client.reason);
  client.addEventListener("abort", leave, { once: true });
  if (client.aborted) leave();
  const limitMs = info.isResource ? longestMs : discoveryMs;
  const expire = () => controller.abort(new Error("context deadline exceeded"));
  const options = { label: () => `end of ${info.path}`, kind: "background", unref: true } as const;
  const timer = isLongRunning(info) ? undefined : clock.setTimer(limitMs, expire, options);
  const end = () => {
    timer?.cancel();
    client.removeEventListener("abort", leave);
  };
  return {
    signal: controller.signal,
    end,
    abort() {
      end();
      controller.abort();
    },
  };
}

async function* readWithin(body: AsyncIterable<Uint8Array>, limit: TimeLimit): AsyncGenerator<Uint8Array> {
  let isWhole = false;
  try {
    yield* body;
    isWhole = true;
  } finally {
    if (isWhole) limit.end();
    else limit.abort();
  }
}

/** What has no length and is not sent in pieces is not there; HTTP/2 need not say either. */
function hasBody({ method, headers }: ServerRequest): boolean {
  const length = headers["content-length"];
  if (length !== undefined) return length !== "0";
  return headers["transfer-encoding"] !== undefined || ["POST", "PUT", "PATCH"].includes(method);
}

/** The path as Go writes one that was decoded: a slash that was escaped is a plain one from here on. */
function encodePath(path: string): string {
  return path.replace(/[^A-Za-z0-9\-_.~$&+,/:;=@]+/g, (part) =>
    [...Buffer.from(part)].map((byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`).join(""),
  );
}
