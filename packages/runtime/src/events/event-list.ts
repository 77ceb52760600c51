/** A sink that keeps what was recorded, for tests. */
import type { EventSink, RecordedEvent } from "./event-sink.ts";

export interface EventList extends EventSink {
  /** In the order in which they were recorded. */
  readonly events: readonly RecordedEvent[];
}

export function createEventList(): EventList {
  const events: RecordedEvent[] = [];
  return { name: "list", events, record: (event) => void events.push(event) };
}
