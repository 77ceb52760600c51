/** What a webhook server serves: paths, and for each of them bytes that are answered with bytes. */
import type { AnyKind, LogFields, Logger } from "@pintle/machinery";
import type { HttpAnswer } from "../http/http-message.ts";
import type { WebhookCache } from "./webhook-cache.ts";

/** What belongs together, for example the two paths on which objects of one kind are completed and judged. */
export interface Webhook {
  readonly endpoints: readonly WebhookEndpoint[];
  /** The kinds that it looks up beside what it is asked about. */
  readonly reads?: readonly AnyKind[];
}

export interface WebhookEndpoint {
  readonly path: string;
  readonly maxBodyBytes: number;
  /** What goes wrong unforeseen here is counted as. */
  readonly panics: "admission" | "conversion";
  /** Throws an `HttpError` for what is no question that it knows. */
  answer(body: Uint8Array, call: WebhookCall): Promise<HttpAnswer> | HttpAnswer;
  /** Both on one path, where that is possible. */
  join?(other: WebhookEndpoint): WebhookEndpoint | undefined;
}

/** One question, for as long as somebody waits for its answer. */
export interface WebhookCall {
  /** Aborted when nobody waits any more: the caller has gone, or its patience is over. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Of the kinds that webhooks of this server read. */
  readonly cache: WebhookCache;
  /** The result of the work, unless the time is over before: then it rejects with a `TimeLimitError`, and the work goes on unheard. */
  run<Result>(work: () => Promise<Result> | Result): Promise<Result>;
  /** The same for work that has begun. */
  inTime<Result>(work: Promise<Result>): Promise<Result>;
  /** Counts and logs what nobody has foreseen. */
  panicked(error: unknown, fields?: LogFields): void;
}

/** Whoever asked would not wait for the answer any longer. */
export class TimeLimitError extends Error {
  static {
    TimeLimitError.prototype.name = "TimeLimitError";
  }
}
