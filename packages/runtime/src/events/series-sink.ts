/**
 * Events of `events.k8s.io/v1`, as client-go's newer recorder writes them. What repeats is one Event with a count:
 *
 * ```text
 *   first ──▶ create      second ──▶ patch: count 2      further ones ──▶ counted here
 *                                                          every 30 minutes ──▶ patch: the count until then
 *                                                          6 minutes of silence ──▶ patch: the last count, and it is forgotten
 * ```
 *
 * An event repeats another when all but note and time is the same; the note stays that of the first.
 */
import type { Client } from "@pintle/client";
import { Event as EventKind } from "@pintle/kinds/events/v1";
import { type Clock, type ClockTimer, formatMicroTime, type Random } from "@pintle/machinery";
import type { Fence } from "../manager/fence.ts";
import { fenceClient } from "../manager/fence-client.ts";
import type { EventDrops } from "./event-drops.ts";
import { createEventNames } from "./event-name.ts";
import { eventNamespaceOf, referenceKey } from "./event-reference.ts";
import type { EventSink, RecordedEvent, RecordOptions } from "./event-sink.ts";
import { EventWriter, type WritableEvent, type WriteCall } from "./event-writer.ts";
import { RecentMap } from "./recent-map.ts";

export interface ApiSinkOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly drops: EventDrops;
}

const maxRemembered = 4_096;
const finishMs = 6 * 60_000;
/** 30 minutes. */
const sweepsPerRefresh = 5;

export class SeriesSink implements EventSink {
  readonly name = "events.k8s.io/v1";
  readonly #options: ApiSinkOptions;
  readonly #writer: EventWriter;
  readonly #newName: (objectName: string) => string;
  readonly #recent = new RecentMap<SeriesEvent>(maxRemembered);
  #timer: ClockTimer | undefined;
  #sweeps = 0;
  #isClosed = false;

  constructor(options: ApiSinkOptions) {
    this.#options = options;
    this.#writer = new EventWriter(options);
    this.#newName = createEventNames(options.clock, options.random);
  }

  record(event: RecordedEvent, { fence }: RecordOptions = {}): void {
    const key = seriesKey(event);
    const known = this.#recent.get(key);
    if (known === undefined) this.#begin(key, event, fence);
    else {
      known.repeat(event.timeMs, this.#options.clock.monotonic(), fence);
      if (known.count === 2) this.#writer.write(known);
    }
  }

  async flush(options: { readonly signal: AbortSignal }): Promise<void> {
    for (const [, event] of this.#recent.entries()) if (event.hasChanged) this.#writer.write(event);
    await this.#writer.flush(options);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    await this.#writer.close();
  }

  #begin(key: string, event: RecordedEvent, fence: Fence | undefined): void {
    const { client, clock } = this.#options;
    const series = new SeriesEvent(client, event, this.#newName(event.regarding.name ?? ""), clock.monotonic());
    series.fence = fence;
    if (!this.#writer.write(series)) return;
    const forgotten = this.#recent.set(key, series);
    if (forgotten?.hasChanged) this.#writer.write(forgotten);
    this.#arm();
  }

  /** There is a timer only while there is something to finish. */
  #arm(): void {
    if (this.#timer !== undefined || this.#isClosed || this.#recent.size === 0) return;
    const options = { label: "end of series of events", kind: "background", unref: true } as const;
    this.#timer = this.#options.clock.setTimer(finishMs, () => this.#sweep(), options);
  }

  #sweep(): void {
    this.#timer = undefined;
    this.#sweeps += 1;
    const nowMs = this.#options.clock.monotonic();
    const isRefresh = this.#sweeps % sweepsPerRefresh === 0;
    for (const [key, event] of [...this.#recent.entries()]) {
      const isOver = nowMs - event.lastSeenMs >= finishMs;
      if (isOver) this.#recent.delete(key);
      if ((isOver || isRefresh) && event.hasChanged) this.#writer.write(event);
    }
    this.#arm();
  }
}

function seriesKey({ type, action, reason, reportingController, reportingInstance, ...event }: RecordedEvent): string {
  const related = event.related ? referenceKey(event.related) : "";
  const regarding = referenceKey(event.regarding);
  return JSON.stringify([type, action, reason, reportingController, reportingInstance, regarding, related]);
}

class SeriesEvent implements WritableEvent {
  readonly namespace: string;
  readonly name: string;
  count = 1;
  /** By the clock that never jumps. */
  lastSeenMs: number;
  /** Of whom recorded it last: a series goes on when its controller leads again. */
  fence: Fence | undefined;
  readonly #client: Client;
  readonly #event: RecordedEvent;
  #lastTimeMs: number;
  #writtenCount = 0;

  constructor(client: Client, event: RecordedEvent, name: string, seenMs: number) {
    this.#client = client;
    this.#event = event;
    this.namespace = eventNamespaceOf(event.regarding);
    this.name = name;
    this.lastSeenMs = seenMs;
    this.#lastTimeMs = event.timeMs;
  }

  get hasChanged(): boolean {
    return this.count > this.#writtenCount;
  }

  repeat(timeMs: number, seenMs: number, fence: Fence | undefined): void {
    this.fence = fence;
    this.count += 1;
    this.#lastTimeMs = timeMs;
    this.lastSeenMs = seenMs;
  }

  async create(call: WriteCall): Promise<void> {
    const { count } = this;
    const { timeMs, ...fields } = this.#event;
    await this.#resource.create(
      {
        metadata: { name: this.name, namespace: this.namespace },
        eventTime: microTime(timeMs),
        ...fields,
        ...(count > 1 && { series: this.#series }),
      },
      call,
    );
    this.#writtenCount = count;
  }

  async patch(call: WriteCall): Promise<void> {
    const { count } = this;
    await this.#resource.patch(this.name, { merge: { series: this.#series } }, call);
    this.#writtenCount = count;
  }

  get #series() {
    return { count: this.count, lastObservedTime: microTime(this.#lastTimeMs) };
  }

  get #resource() {
    const client = this.fence ? fenceClient(this.#client, this.fence) : this.#client;
    return client.resource(EventKind, { namespace: this.namespace });
  }
}

function microTime(timeMs: number): string {
  return formatMicroTime(BigInt(Math.trunc(timeMs)) * 1_000n);
}
