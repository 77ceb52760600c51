/**
 * No request may take for ever: a deadline for each but those that are meant to last, as asked for or as configured. Answers that are meant to
 * last say so to whoever sends them.
 */
import { ApiError, InvalidScalarError, parseDurationMs } from "@pintle/machinery";
import { isLongRunning } from "../long-running.ts";
import type { Filter } from "../server-request.ts";
import type { RefusalObserver } from "./audit.ts";

export function limitTime(maxMs: number, onRefused?: RefusalObserver): Filter {
  return (next) => async (request, context) => {
    if (isLongRunning(context.info)) return { ...(await next(request, context)), isLongRunning: true };
    const timeoutMs = readTimeoutMs(request.query, maxMs);
    if (timeoutMs instanceof ApiError) {
      onRefused?.(request, context, timeoutMs);
      throw timeoutMs;
    }
    // No clock is fine enough for it: the time is over before anything has begun.
    if (timeoutMs < 1) throw timeoutError();
    const { promise, reject } = Promise.withResolvers<never>();
    // One signal for both ends: every request pays for it, and `AbortSignal.any` costs several times as much.
    const ended = new AbortController();
    const client = context.signal;
    client.addEventListener("abort", () => ended.abort(client.reason), { once: true });
    if (client.aborted) ended.abort(client.reason);
    const expire = () => {
      const error = timeoutError();
      reject(error);
      ended.abort(error);
    };
    const label = () => `deadline of ${request.method} ${request.path}`;
    using _timer = context.clock.setTimer(timeoutMs, expire, { label, kind: "background" });
    context.signal = ended.signal;
    context.deadlineMs = context.clock.monotonic() + timeoutMs;
    const answer = next(request, context);
    // Whatever the handler still does when the time is over, nobody waits for it.
    answer.catch(() => undefined);
    return await Promise.race([answer, promise]);
  };
}

function timeoutError(): ApiError {
  return ApiError.timeout("request did not complete within the allotted timeout", 0);
}

function readTimeoutMs(query: URLSearchParams, maxMs: number): number | ApiError {
  const text = query.get("timeout") ?? "";
  if (text === "") return maxMs;
  try {
    const asked = parseDurationMs(text);
    return asked > 0 && asked < maxMs ? asked : maxMs;
  } catch (error) {
    if (!(error instanceof InvalidScalarError)) throw error;
    return ApiError.badRequest(`invalid timeout specified in the request URL - ${error.message}`);
  }
}
