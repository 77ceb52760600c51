/** Where events go once they are whole: to the API server, to the log, to a test. */
import type { ObjectReference } from "@pintle/kinds/core/v1";
import type { Fence } from "../manager/fence.ts";

/** What happened, with everything that an Event of either API is made of. */
export interface RecordedEvent {
  readonly regarding: ObjectReference;
  readonly related?: ObjectReference | undefined;
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  readonly reportingController: string;
  readonly reportingInstance: string;
  /** Milliseconds since 1970. */
  readonly timeMs: number;
}

export interface RecordOptions {
  /** Open while who recorded it may write: a sink that writes to the API server drops what it has not written by the end. */
  readonly fence?: Fence | undefined;
}

export interface EventSink {
  /** For logs. */
  readonly name: string;
  /** Takes the event in. What it throws, or rejects with, is logged, and other sinks do not notice. */
  record(event: RecordedEvent, options?: RecordOptions): void | Promise<void>;
  /** Resolves when all that was taken in has arrived, or the signal ends the waiting. */
  flush?(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Gives up what has not arrived. Nothing of the sink goes on when this resolves. */
  close?(): Promise<void>;
}
