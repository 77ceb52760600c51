/**
 * Records events and hands them to every sink: the API server and the log unless said. Nothing is started before the first event, and
 * whoever records never waits and never sees an error.
 */
import { hostname } from "node:os";
import type { Client } from "@pintle/client";
import {
  createDeadline,
  doneOrAborted,
  type Logger,
  track,
  UsageError,
  validateQualifiedName,
} from "@pintle/machinery";
import type { Fence } from "../manager/fence.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { CoreSink } from "./core-sink.ts";
import { cutText } from "./cut-text.ts";
import { createEventDrops, type EventDrops } from "./event-drops.ts";
import type { EventRecorder, EventToRecord } from "./event-recorder.ts";
import { referenceTo } from "./event-reference.ts";
import type { EventSink, RecordedEvent } from "./event-sink.ts";
import { createLogEventSink } from "./log-event-sink.ts";
import { SeriesSink } from "./series-sink.ts";

export interface EventRecorderOptions {
  readonly client: Client;
  /** Who records: the name of the controller. */
  readonly reportingController: string;
  /** Which of its instances: the controller and the host unless said. */
  readonly reportingInstance?: string;
  /** As which API events are written: `events.k8s.io/v1` unless said, which counts what repeats; `core` also combines what is similar. */
  readonly api?: "events.k8s.io" | "core";
  /** Instead of the API server and the log. The recorder closes them. */
  readonly sinks?: readonly EventSink[];
  readonly logger?: Logger | undefined;
  readonly metrics?: Metrics | undefined;
}

export interface RunningEventRecorder extends EventRecorder, AsyncDisposable {
  /**
   * A recorder for another controller of this process, into the same sinks. With a fence nothing is written after that has closed, also not
   * what was recorded before.
   */
  for(reportingController: string, options?: { readonly fence?: Fence | undefined }): EventRecorder;
  /** Resolves when what was recorded has arrived, or after 5 seconds, or when the signal is aborted. */
  flush(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Flushes, and gives up what has not arrived by then. What is recorded afterwards is dropped. */
  close(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

/** What the server accepts, in bytes. */
const limits = { note: 1_024, reason: 128, action: 128, reportingInstance: 128 } as const;
const flushMs = 5_000;

export function createEventRecorder(options: EventRecorderOptions): RunningEventRecorder {
  return new FanningRecorder(options);
}

class FanningRecorder implements RunningEventRecorder {
  readonly #client: Client;
  readonly #drops: EventDrops;
  readonly #sinks: readonly EventSink[];
  readonly #own: EventRecorder;
  #closing: Promise<void> | undefined;

  constructor(options: EventRecorderOptions) {
    const { client, logger, metrics, reportingController, reportingInstance } = options;
    this.#client = client;
    this.#drops = createEventDrops(logger, metrics);
    this.#sinks = options.sinks ?? this.#defaultSinks(options);
    this.#own = this.#recorderOf({ reportingController, reportingInstance });
  }

  record(event: EventToRecord): void {
    this.#own.record(event);
  }

  for(reportingController: string, { fence }: { readonly fence?: Fence | undefined } = {}): EventRecorder {
    return this.#recorderOf({ reportingController, fence });
  }

  async flush({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    const { clock } = this.#client;
    const label = "writing of events";
    using deadline = createDeadline(clock, flushMs, { label, kind: "background" });
    const either = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
    const flushed = Promise.all(this.#sinks.map((sink) => this.#settle(sink, () => sink.flush?.({ signal: either }))));
    await track(clock, label, () => doneOrAborted(either, flushed));
  }

  close(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    this.#closing ??= this.#close(options);
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(options: { readonly signal?: AbortSignal | undefined }): Promise<void> {
    await this.flush(options);
    await Promise.all(this.#sinks.map((sink) => this.#settle(sink, () => sink.close?.())));
  }

  #defaultSinks({ client, api = "events.k8s.io", logger }: EventRecorderOptions): readonly EventSink[] {
    const { clock, random } = client;
    const options = { client, clock, random, drops: this.#drops };
    const server = api === "core" ? new CoreSink(options) : new SeriesSink(options);
    return logger === undefined ? [server] : [server, createLogEventSink(logger)];
  }

  #recorderOf(options: RecorderOf): EventRecorder {
    const { reportingController, fence } = options;
    const problems = validateQualifiedName(reportingController);
    if (problems.length > 0) throw invalidReporter(reportingController, problems.join("; "));
    const instance = options.reportingInstance ?? `${reportingController}-${hostname()}`;
    const reporter = { reportingController, reportingInstance: cutText(instance, limits.reportingInstance) };
    return { record: (event) => this.#record(event, reporter, fence) };
  }

  #record(event: EventToRecord, reporter: Reporter, fence: Fence | undefined): void {
    const recorded = completeEvent(event, this.#client.clock.now(), reporter);
    if (this.#closing !== undefined) this.#drops.drop("closed", "the recorder is closed");
    else if (typeof recorded === "string") this.#drops.drop("incomplete", recorded, aboutEvent(event));
    else if (this.#isAllowed(fence, event)) {
      for (const sink of this.#sinks) void this.#settle(sink, () => sink.record(recorded, { fence }));
    }
  }

  /** A run that goes on after its term must not take over what the next term tells. */
  #isAllowed(fence: Fence | undefined, event: EventToRecord): boolean {
    try {
      fence?.check();
      return true;
    } catch (error) {
      this.#drops.drop("fenced", "who recorded it may not write any more", { ...aboutEvent(event), error });
      return false;
    }
  }

  /** Whatever a sink does, others go on and nobody hears of it but the log. */
  async #settle(sink: EventSink, call: () => void | Promise<void>): Promise<void> {
    try {
      await call();
    } catch (error) {
      this.#drops.drop("sink_failed", `the sink ${sink.name} failed`, { error });
    }
  }
}

interface RecorderOf extends Pick<EventRecorderOptions, "reportingController"> {
  readonly reportingInstance?: string | undefined;
  readonly fence?: Fence | undefined;
}

type Reporter = Pick<RecordedEvent, "reportingController" | "reportingInstance">;

/** The event as sinks get it, or what is missing. */
function completeEvent(
  { regarding, related, type = "Normal", reason, action, note }: EventToRecord,
  timeMs: number,
  reporter: Reporter,
): RecordedEvent | string {
  const reference = referenceTo(regarding);
  if (reference === undefined) {
    return "the object that it is about has no uid, apiVersion, kind or name; give it one that the server has answered with";
  }
  if (type !== "Normal" && type !== "Warning") return "its type is neither Normal nor Warning";
  if (typeof reason !== "string" || reason === "") return "it has no reason";
  const relatedReference = related && referenceTo(related);
  return {
    regarding: reference,
    ...(relatedReference && { related: relatedReference }),
    type,
    reason: cutText(reason, limits.reason),
    action: cutText(action || reason, limits.action),
    note: cutText(String(note ?? ""), limits.note),
    ...reporter,
    timeMs,
  };
}

function aboutEvent({ regarding, reason }: EventToRecord): Readonly<Record<string, unknown>> {
  const { kind, metadata } = regarding ?? {};
  return { kind, namespace: metadata?.namespace, name: metadata?.name, reason };
}

function invalidReporter(reportingController: string, problem: string): UsageError {
  return new UsageError(
    "PINTLE_EVENT_REPORTER_INVALID",
    `${JSON.stringify(reportingController)} cannot report events: ${problem}; name the controller like a label, as "example.com/boxes"`,
  );
}
