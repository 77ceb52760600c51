/** Who writes the events of a manager: one recorder for its own cluster and one for each other, since events are where their objects are. */
import type { Client } from "@pintle/client";
import type { Logger } from "@pintle/machinery";
import {
  createEventRecorder,
  type EventRecorderOptions,
  type RunningEventRecorder,
} from "../events/create-event-recorder.ts";
import type { EventSink } from "../events/event-sink.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Cluster } from "./manager.ts";

export interface EventRecordersOptions {
  readonly client: Client;
  readonly clusters: Readonly<Record<string, Cluster>>;
  readonly events: Pick<EventRecorderOptions, "api" | "sinks"> | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export class EventRecorders {
  readonly own: RunningEventRecorder;
  readonly #others: ReadonlyMap<string, RunningEventRecorder>;

  constructor({ client, clusters, events = {}, logger, metrics }: EventRecordersOptions) {
    const common = { ...events, reportingController: "manager", logger, metrics };
    this.own = createEventRecorder({ ...common, client });
    // Sinks that were given are closed once, by the recorder of the own cluster, which is closed last.
    const shared = events.sinks && { sinks: events.sinks.map(leftOpen) };
    this.#others = new Map(
      Object.entries(clusters).map(([name, other]) => [
        name,
        createEventRecorder({ ...common, ...shared, client: other.client }),
      ]),
    );
  }

  /** For objects of that cluster; of the own one unless said. */
  of(cluster: string | undefined): RunningEventRecorder {
    return (cluster === undefined ? undefined : this.#others.get(cluster)) ?? this.own;
  }

  async flush(options: { readonly signal: AbortSignal }): Promise<void> {
    await Promise.all([this.own, ...this.#others.values()].map((each) => each.flush(options)));
  }

  async close(options: { readonly signal: AbortSignal }): Promise<void> {
    await Promise.all(Array.from(this.#others.values(), (each) => each.close(options)));
    await this.own.close(options);
  }
}

function leftOpen(sink: EventSink): EventSink {
  return {
    name: sink.name,
    record: (event, options) => sink.record(event, options),
    flush: async (options) => sink.flush?.(options),
  };
}
