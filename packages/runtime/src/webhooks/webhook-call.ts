/**
 * A question and the time that it has: what the caller says it will wait, less what the answer needs to get there.
 *
 * A handler that has its answer at once costs no timer and no signal.
 */
import { type Clock, InvalidScalarError, type LogFields, type Logger, parseDurationMs } from "@pintle/machinery";
import type { HttpRequest } from "../http/http-message.ts";
import { TimeLimitError, type WebhookCall } from "./webhook.ts";
import type { WebhookCache } from "./webhook-cache.ts";

/** What the API server waits unless a configuration says otherwise, and the most that one can say. */
const defaultLimitMs = 10_000;
const maxLimitMs = 30_000;

export interface CallSeams {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly cache: WebhookCache;
  readonly countPanic: () => void;
}

export class TimedCall implements WebhookCall {
  readonly #request: HttpRequest;
  readonly #seams: CallSeams;
  #over: AbortController | undefined;
  #signal: AbortSignal | undefined;

  constructor(request: HttpRequest, seams: CallSeams) {
    this.#request = request;
    this.#seams = seams;
  }

  get logger(): Logger {
    return this.#seams.logger;
  }

  get cache(): WebhookCache {
    return this.#seams.cache;
  }

  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      this.#over ??= new AbortController();
      this.#signal = AbortSignal.any([this.#over.signal, this.#request.signal]);
    }
    return this.#signal;
  }

  run<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    try {
      const result = work();
      return result instanceof Promise ? this.inTime(result) : Promise.resolve(result);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  panicked(error: unknown, fields: LogFields = {}): void {
    this.#seams.countPanic();
    this.logger.error("a webhook failed", { ...fields, error });
  }

  inTime<Result>(result: Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const limitMs = timeLimitMs(this.#request.query.get("timeout"));
    const expire = () => {
      const error = new TimeLimitError(`the webhook had no answer within ${limitMs} ms`);
      reject(error);
      this.#over ??= new AbortController();
      this.#over.abort(error);
    };
    const options = { label: "webhook", kind: "background", unref: true } as const;
    const timer = this.#seams.clock.setTimer(limitMs, expire, options);
    result.then(resolve, reject).finally(() => timer.cancel());
    return promise;
  }
}

/** Of the query's `timeout=10s` nine tenths, but for no more than half a second less. */
export function timeLimitMs(timeout: string | null): number {
  const askedMs = Math.min(parseTimeout(timeout) || defaultLimitMs, maxLimitMs);
  return Math.ceil(Math.max(askedMs * 0.9, askedMs - 500));
}

function parseTimeout(timeout: string | null): number {
  try {
    return timeout === null ? 0 : Math.max(0, parseDurationMs(timeout));
  } catch (error) {
    if (error instanceof InvalidScalarError) return 0;
    throw error;
  }
}
