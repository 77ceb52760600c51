/**
 * Requests to an API server over any transport, as people mean them: objects in and out, errors of the API as `ApiError`, tries repeated
 * where that is right, and limits on everything that comes back.
 */
import {
  type BucketOptions,
  bucket,
  type Clock,
  createDeadline,
  JsonError,
  type JsonValue,
  type Logger,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  writeJson,
} from "@pintle/machinery";
import type { ApiRequest } from "./api-request.ts";
import { type Attempts, attempt } from "./attempts.ts";
import { decodeJson } from "./decode-json.ts";
import { isJson, mediaTypeOf } from "./media-type.ts";
import { readBeginning, readBody } from "./read-body.ts";
import { UnexpectedResponseError } from "./unexpected-response-error.ts";
import { isUrgentPath } from "./urgent-path.ts";
import { defaultUserAgent } from "./user-agent.ts";
import { createWarningTeller, parseWarnings } from "./warnings.ts";
import { decodeWatch, type WireEvent } from "./watch-decoder.ts";
import { decodeWatchLines, type WatchLine } from "./watch-lines.ts";

export interface RequesterOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
  /** Sent with each request. The program's name and version unless said. */
  readonly userAgent?: string | undefined;
  /**
   * Requests a second, and how many of them at once. There is no limit unless said: the server has its own, and a fairer one. Watches and
   * Leases are not limited.
   */
  readonly rateLimit?: Required<BucketOptions> | undefined;
  /** Is called once for each text that the server warns with, instead of the logger. */
  readonly onWarning?: ((text: string) => void) | undefined;
  /** An answer has no more bytes than this, 256 MiB unless said, nor has a single event of a watch more than a tenth of it. */
  readonly maxAnswerBytes?: number | undefined;
  /** Is called after each try, with the status of its answer if there was one. It must not throw. */
  readonly onTry?: ((method: string, status: number | undefined) => void) | undefined;
}

export interface Requester {
  /** The JSON of a successful answer; nothing where that is empty. */
  send<Answer = JsonValue>(request: ApiRequest): Promise<Answer>;
  /** A successful answer as it comes: a log, whatever is behind a proxy. Its body has to be read or given up. */
  open(request: ApiRequest): Promise<TransportResponse>;
  /**
   * The events of a watch, which has begun when this resolves. They have to be iterated, or the signal aborted. It is over when the loop
   * is left, and when the server or an error ends it.
   */
  watch<Watched = JsonValue>(request: ApiRequest): Promise<AsyncGenerator<WireEvent<Watched>, void, undefined>>;
  /** The same with objects that are not decoded yet, in batches as they arrive. */
  watchLines(
    request: ApiRequest,
    options: { readonly keepsManagedFields: boolean },
  ): Promise<AsyncGenerator<readonly WatchLine[], void, undefined>>;
}

const defaultMaxAnswerBytes = 256 * 1024 * 1024;

export function createRequester(options: RequesterOptions): Requester {
  const { transport, clock, logger, rateLimit, maxAnswerBytes = defaultMaxAnswerBytes, onTry } = options;
  const userAgent = options.userAgent ?? defaultUserAgent();
  const tellWarnings = createWarningTeller(options.onWarning ?? ((text) => logger?.warn(`Warning: ${text}`)), (error) =>
    logger?.error("a warning of the server could not be told", { error }),
  );
  const limiter = rateLimit && bucket(rateLimit);

  async function send(request: TransportRequest): Promise<TransportResponse> {
    let status: number | undefined;
    try {
      const response = await transport.request(request);
      status = response.status;
      tellWarnings(parseWarnings(response.headers.warning));
      return response;
    } finally {
      onTry?.(request.method, status);
    }
  }

  async function admit(signal: AbortSignal | undefined): Promise<void> {
    const delayMs = limiter?.delayMs("", clock.monotonic()) ?? 0;
    if (delayMs > 0) await clock.sleep(delayMs, { kind: "work", label: "the rate limit of the client", signal });
  }

  const limited: Attempts = { clock, send, admit };
  const unlimited: Attempts = { clock, send, admit: async () => {} };
  const attemptsFor = ({ path }: ApiRequest) => (isUrgentPath(path) ? unlimited : limited);

  async function run<Result>(
    attempts: Attempts,
    asked: ApiRequest,
    read: (response: TransportResponse) => Promise<Result>,
  ): Promise<Result> {
    const request = encode(asked, userAgent);
    const { timeoutMs, signal } = asked;
    signal?.throwIfAborted();
    if (timeoutMs === undefined) return await attempt(attempts, asked, request, read);
    using deadline = createDeadline(clock, timeoutMs, { kind: "work", label: `${asked.method} ${asked.path}` });
    const both = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
    return await attempt(attempts, asked, { ...request, signal: both }, read);
  }

  return {
    send: <Answer>(asked: ApiRequest) =>
      run(attemptsFor(asked), asked, async (response) => (await readAnswer(response, maxAnswerBytes)) as Answer),
    open: (asked) => run(attemptsFor(asked), asked, async (response) => response),
    // Watches are not limited: there is one a kind, and it is what keeps everything else from asking.
    watch: <Watched>(asked: ApiRequest) =>
      run(unlimited, asked, async (response) => {
        await checkMediaType(response);
        return decodeWatch<Watched>(response.body, maxAnswerBytes / 10);
      }),
    watchLines: (asked, { keepsManagedFields }) =>
      run(unlimited, asked, async (response) => {
        await checkMediaType(response);
        return decodeWatchLines(response.body, { maxLineBytes: maxAnswerBytes / 10, keepsManagedFields });
      }),
  };
}

function encode(asked: ApiRequest, userAgent: string): TransportRequest {
  const { method, path, query, headers, body, contentType = "application/json", signal } = asked;
  const isSent = body !== undefined;
  return {
    method,
    path,
    // Each try reads it from its beginning.
    ...(query && { query: [...query] }),
    headers: {
      accept: "application/json",
      "user-agent": userAgent,
      ...(isSent && { "content-type": contentType }),
      ...headers,
    },
    ...(isSent && { body: isBytes(body) ? body : Buffer.from(writeJson(body)) }),
    ...(asked.beforeSend && { beforeWrite: asked.beforeSend }),
    signal,
  };
}

function isBytes(body: NonNullable<ApiRequest["body"]> | null): body is Uint8Array | AsyncIterable<Uint8Array> {
  return body instanceof Uint8Array || (typeof body === "object" && body !== null && Symbol.asyncIterator in body);
}

async function readAnswer(response: TransportResponse, maxBytes: number): Promise<JsonValue | undefined> {
  await checkMediaType(response);
  const bytes = await readBody(response, maxBytes);
  if (bytes.length === 0) return undefined;
  try {
    return decodeJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new UnexpectedResponseError(`the answer is no JSON: ${error.message}`, response.status, { cause: error });
  }
}

/** So many bytes of a page are enough to see whose it is. */
const excerptBytes = 200;

async function checkMediaType({ status, headers, body }: TransportResponse): Promise<void> {
  const type = mediaTypeOf(headers);
  const encoding = headers["content-encoding"] ?? "identity";
  if (isJson(type) && encoding === "identity") return;
  const { bytes } = await readBeginning(body, excerptBytes);
  const excerpt = type.startsWith("text/")
    ? `, which begins with ${JSON.stringify(Buffer.from(bytes).toString())}`
    : "";
  const what = isJson(type) ? `JSON encoded as ${encoding}` : `${type}${excerpt}`;
  throw new UnexpectedResponseError(
    `the answer is not JSON but ${what}: is there a proxy before the API server, or is the address another server's?`,
    status,
  );
}
