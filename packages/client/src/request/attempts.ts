/**
 * Sends a request until there is an answer to keep, as client-go does: ten more tries at most, and only where another one is asked for or
 * cannot do harm.
 *
 * - 429 and 5xx with a Retry-After: the server did nothing and says when to come back. A POST is not sent again after 502 and 504, which
 *   say that somebody on the way does not know what became of it: no object is ever created twice.
 * - A connection that is lost: a GET is sent again after a second. Whether anything else took effect, nobody knows.
 * - A body that comes in chunks can be sent once, so there is one try.
 */
import type { Clock, TransportRequest, TransportResponse } from "@pintle/machinery";
import type { ApiRequest } from "./api-request.ts";
import { chainErrors } from "./chain-errors.ts";
import { readFailure } from "./failure.ts";
import { isLostConnection } from "./lost-connection.ts";
import { parseRetryAfterMs } from "./retry-after.ts";

export const maxRetries = 10;
const lostConnectionDelayMs = 1_000;

export interface Attempts {
  readonly clock: Clock;
  readonly send: (request: TransportRequest) => Promise<TransportResponse>;
  /** Waits until the rate limit lets another try through. */
  readonly admit: (signal: AbortSignal | undefined) => Promise<void>;
}

/** The result of reading an answer that is a success. Anything else is an error, with those of earlier tries as its causes. */
export async function attempt<Result>(
  { clock, send, admit }: Attempts,
  asked: ApiRequest,
  request: TransportRequest,
  read: (response: TransportResponse) => Promise<Result>,
): Promise<Result> {
  const isRepeatable = request.body === undefined || request.body instanceof Uint8Array;
  const { method, path, signal } = request;
  let earlier: unknown;
  for (let retries = 0; ; retries += 1) {
    const mayRetry = isRepeatable && retries < maxRetries;
    let delayMs: number;
    try {
      await admit(signal);
      asked.beforeSend?.();
      const response = await send(request);
      if (response.status >= 200 && response.status < 300) return await read(response);
      const retryAfterMs = parseRetryAfterMs(response.headers["retry-after"], clock.now());
      const failure = await readFailure(asked, response, retryAfterMs);
      if (!mayRetry || retryAfterMs === undefined || !isPassing(method, response.status)) throw failure;
      earlier = chainErrors(failure, earlier);
      delayMs = retryAfterMs;
    } catch (error) {
      if (signal?.aborted || !mayRetry || method !== "GET" || !isLostConnection(error)) {
        throw signal?.aborted ? explainAbort(asked, signal.reason, earlier) : chainErrors(error, earlier);
      }
      earlier = chainErrors(error, earlier);
      delayMs = lostConnectionDelayMs;
    }
    try {
      await clock.sleep(delayMs, { kind: "work", label: () => `another try of ${method} ${path}`, signal });
    } catch (error) {
      throw signal?.aborted ? explainAbort(asked, signal.reason, earlier) : error;
    }
  }
}

function isPassing(method: string, status: number): boolean {
  if (status === 429) return true;
  return status >= 500 && !(method === "POST" && (status === 502 || status === 504));
}

/** Our own deadline says what was going wrong when it was over. The reason of anybody else's signal is left as it is. */
function explainAbort({ signal }: ApiRequest, reason: unknown, earlier: unknown): unknown {
  if (!(earlier instanceof Error) || !(reason instanceof Error) || signal?.aborted) return reason;
  const message = `${reason.message}; the try before it failed: ${earlier.message}`;
  return Object.assign(new DOMException(message, "TimeoutError"), { cause: earlier });
}
