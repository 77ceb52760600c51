/**
 * Events of core `v1`, as client-go's older recorder writes them: what is the same in every word is counted in one Event, what differs in its text
 * alone is combined after a while, and nobody tells more than so much about one object.
 */
import type { Client } from "@pintle/client";
import { Event as EventKind } from "@pintle/kinds/core/v1";
import { formatTime } from "@pintle/machinery";
import type { Fence } from "../manager/fence.ts";
import { fenceClient } from "../manager/fence-client.ts";
import { createEventNames } from "./event-name.ts";
import { eventNamespaceOf, referenceKey } from "./event-reference.ts";
import type { EventSink, RecordedEvent, RecordOptions } from "./event-sink.ts";
import { EventWriter, type WritableEvent, type WriteCall } from "./event-writer.ts";
import { RecentMap } from "./recent-map.ts";
import type { ApiSinkOptions } from "./series-sink.ts";
import { SimilarEvents } from "./similar-events.ts";
import { SpamFilter } from "./spam-filter.ts";

const maxRemembered = 4_096;

export class CoreSink implements EventSink {
  readonly name = "v1";
  readonly #options: ApiSinkOptions;
  readonly #writer: EventWriter;
  readonly #newName: (objectName: string) => string;
  readonly #similar = new SimilarEvents();
  readonly #spam = new SpamFilter();
  readonly #recent = new RecentMap<CountedEvent>(maxRemembered);

  constructor(options: ApiSinkOptions) {
    this.#options = options;
    this.#writer = new EventWriter(options);
    this.#newName = createEventNames(options.clock, options.random);
  }

  record(event: RecordedEvent, { fence }: RecordOptions = {}): void {
    const { drops, clock } = this.#options;
    const nowMs = clock.monotonic();
    const counted = this.#count(event, nowMs);
    counted.fence = fence;
    const source = JSON.stringify([event.reportingController, referenceKey(event.regarding), event.type]);
    if (this.#spam.accepts(source, nowMs)) this.#writer.write(counted);
    else drops.drop("spam", "there are too many about one object", { object: referenceKey(event.regarding) });
  }

  flush(options: { readonly signal: AbortSignal }): Promise<void> {
    return this.#writer.flush(options);
  }

  close(): Promise<void> {
    return this.#writer.close();
  }

  #count(event: RecordedEvent, nowMs: number): CountedEvent {
    const { reportingController, reportingInstance, regarding, type, reason, note } = event;
    const parts = [reportingController, reportingInstance, referenceKey(regarding), type, reason];
    const isCombined = this.#similar.isOneOfMany(JSON.stringify(parts), note, nowMs);
    const message = isCombined ? `(combined from similar events): ${note}` : note;
    const key = JSON.stringify(isCombined ? parts : [...parts, note]);
    const known = this.#recent.get(key);
    if (known !== undefined) {
      known.repeat(message, event.timeMs);
      return known;
    }
    const created = new CountedEvent(this.#options.client, event, this.#newName(regarding.name ?? ""), message);
    this.#recent.set(key, created);
    return created;
  }
}

class CountedEvent implements WritableEvent {
  readonly namespace: string;
  readonly name: string;
  /** Of whom recorded it last. */
  fence: Fence | undefined;
  readonly #client: Client;
  readonly #event: RecordedEvent;
  #message: string;
  #count = 1;
  #lastTimeMs: number;
  #writtenCount = 0;

  constructor(client: Client, event: RecordedEvent, name: string, message: string) {
    this.#client = client;
    this.#event = event;
    this.namespace = eventNamespaceOf(event.regarding);
    this.name = name;
    this.#message = message;
    this.#lastTimeMs = event.timeMs;
  }

  get hasChanged(): boolean {
    return this.#count > this.#writtenCount;
  }

  repeat(message: string, timeMs: number): void {
    this.#message = message;
    this.#count += 1;
    this.#lastTimeMs = timeMs;
  }

  async create(call: WriteCall): Promise<void> {
    const count = this.#count;
    const { timeMs, regarding, related, type, reason, reportingController, reportingInstance } = this.#event;
    await this.#resource.create(
      {
        metadata: { name: this.name, namespace: this.namespace },
        involvedObject: regarding,
        related,
        ...{ type, reason, reportingInstance },
        reportingComponent: reportingController,
        source: { component: reportingController },
        firstTimestamp: formatTime(timeMs),
        ...this.#latest,
      },
      call,
    );
    this.#writtenCount = count;
  }

  async patch(call: WriteCall): Promise<void> {
    const count = this.#count;
    await this.#resource.patch(this.name, { merge: this.#latest }, call);
    this.#writtenCount = count;
  }

  get #latest() {
    return { message: this.#message, count: this.#count, lastTimestamp: formatTime(this.#lastTimeMs) };
  }

  get #resource() {
    const client = this.fence ? fenceClient(this.#client, this.fence) : this.#client;
    return client.resource(EventKind, { namespace: this.namespace });
  }
}
